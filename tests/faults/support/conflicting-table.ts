import { Agent, createServer, type IncomingMessage, request, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import { chance } from "./chance.ts";

/** How many of the writes meet a conflict, as a number in (0, 1); none without it. `npm run faults -- --conflicts` sets it. */
export const CONFLICTS = "THAW_FAULT_CONFLICTS";

const TYPE = "com.amazonaws.dynamodb.v20120810#";
const SAID = "Transaction is ongoing for the item";
const SINGLE = new Set(["PutItem", "UpdateItem", "DeleteItem"]);

type Answer = { status: number; body: object };
type Input = { TransactItems?: unknown[]; RequestItems?: object };

/**
 * A table's address, or where this environment asks for conflicts that of a server before it, which answers some of the writes
 * as DynamoDB answers one that meets another's transaction. The embedded table never does: it carries them out in turn.
 * Nothing of a write that is answered so reaches the table.
 */
export async function withConflicts(endpoint: string): Promise<string> {
  const share = Number(process.env[CONFLICTS] ?? 0);
  if (!(share > 0)) return endpoint;
  const draw = chance("conflicts");
  const agent = new Agent({ keepAlive: true });
  const met = { writes: 0, conflicts: 0 };
  const serve = async (asked: IncomingMessage, response: ServerResponse) => {
    const body = await text(asked);
    const action = String(asked.headers["x-amz-target"]).split(".").at(-1) ?? "";
    const conflict = conflictOf(action, body);
    if (conflict) met.writes += 1;
    if (conflict && draw() < share) {
      met.conflicts += 1;
      response.writeHead(conflict.status, { "content-type": "application/x-amz-json-1.0" });
      return void response.end(JSON.stringify(conflict.body));
    }
    const { method, url, headers } = asked;
    // The table may be killed and come back: what asks it sees a broken connection, as without this server.
    const broken = () => void response.destroy();
    const onward = request(endpoint + url, { agent, method, headers }, (answer) => {
      response.writeHead(answer.statusCode ?? 500, answer.headers);
      answer.on("error", broken).pipe(response);
    });
    onward.on("error", broken).end(body);
  };
  const server = createServer((asked, response) => {
    serve(asked, response).catch(() => response.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  server.unref();
  process.once("exit", () => {
    console.log(`     ${met.conflicts} of ${met.writes} writes met a transaction`);
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

/** What DynamoDB says when this request meets a transaction; undefined of a request that is no write. */
function conflictOf(action: string, body: string): Answer | undefined {
  if (SINGLE.has(action)) {
    return {
      status: 400,
      body: { __type: `${TYPE}TransactionConflictException`, message: SAID },
    };
  }
  if (action === "TransactWriteItems") {
    const { TransactItems = [] } = JSON.parse(body) as Input;
    const CancellationReasons = TransactItems.map((_, index) =>
      index === 0 ? { Code: "TransactionConflict", Message: SAID } : { Code: "None" },
    );
    const codes = CancellationReasons.map(({ Code }) => Code).join(", ");
    const Message = `Transaction cancelled, please refer cancellation reasons for specific reasons [${codes}]`;
    return {
      status: 400,
      body: { __type: `${TYPE}TransactionCanceledException`, Message, CancellationReasons },
    };
  }
  if (action === "BatchWriteItem") {
    // A batch is no transaction: what it could not write it names.
    const { RequestItems } = JSON.parse(body) as Input;
    return { status: 200, body: { UnprocessedItems: RequestItems } };
  }
  return undefined;
}
