import { Agent as HttpAgent, type RequestOptions, request as requestHttp } from "node:http";
import { Agent as HttpsAgent, request as requestHttps } from "node:https";
import { setTimeout as sleep } from "node:timers/promises";
import { beginningAsRange } from "./beginning-as-range.ts";
import { environment, requireEnvironment } from "./config.ts";
import { publishFault } from "./table-faults.ts";
import { newSigner } from "./table-signer.ts";
import { fromTable, toTable } from "./table-values.ts";

export type TableAction =
  | "GetItem"
  | "PutItem"
  | "UpdateItem"
  | "DeleteItem"
  | "Query"
  | "Scan"
  | "BatchGetItem"
  | "BatchWriteItem"
  | "TransactGetItems"
  | "TransactWriteItems";

type Body = Record<string, unknown>;
type Answer = { status: number; text: string };

/** Sees every request on its way to the table and may hold it, change it or refuse it. */
export type Interceptor = (
  action: TableAction,
  input: Body,
  next: (input: Body) => Promise<Body>,
) => Promise<Body>;

type Refusal = {
  __type?: string;
  message?: string;
  Message?: string;
  CancellationReasons?: { Code?: string }[] | undefined;
};

const ATTEMPTS = 4;
/** As many as a transaction makes of its own (transact.ts): the other one on the record may be one of several. */
const CONFLICT_ATTEMPTS = 6;
const SOCKETS = 128;
const TIMEOUT_MS = 10_000;
/** A single write met a transaction on its record. It says nothing about the write's condition, and nothing was written. */
const CONFLICT = "TransactionConflictException";
const PASSING =
  /^(ThrottlingException|ProvisionedThroughputExceeded|RequestLimitExceeded|InternalServerError|ServiceUnavailable|TransactionInProgress)/;

/** What the table answered to a request that it did not carry out. `name` is DynamoDB's own, such as ConditionalCheckFailedException. */
export class TableError extends Error {
  readonly status: number;
  /** Of a cancelled transaction: why, for each write in turn. */
  readonly CancellationReasons: Refusal["CancellationReasons"];

  constructor(status: number, text: string) {
    const said: Refusal = parse(text);
    super(said.message ?? said.Message ?? text);
    this.name = (said.__type ?? "UnknownError").replace(/^.*#/, "");
    this.status = status;
    this.CancellationReasons = said.CancellationReasons;
  }
}

/**
 * DynamoDB's JSON protocol (`application/x-amz-json-1.0`), spoken by documents of plain values. It does what the SDK's
 * document client does for the ten requests that the product makes, for a third of its CPU; see docs/decisions.
 */
export class TableClient {
  private readonly interceptors: Interceptor[] = [];
  private wire: ReturnType<typeof connect> | undefined;

  // ElectroDB asks a client for these.
  readonly get = this.action("GetItem");
  readonly put = this.action("PutItem");
  readonly update = this.action("UpdateItem");
  readonly delete = this.action("DeleteItem");
  readonly query = this.action("Query");
  readonly scan = this.action("Scan");
  readonly batchGet = this.action("BatchGetItem");
  readonly batchWrite = this.action("BatchWriteItem");
  readonly transactGet = this.action("TransactGetItems");
  readonly transactWrite = this.action("TransactWriteItems");
  readonly createSet = <Value>(values: Value | Value[]): Set<Value> =>
    new Set(Array.isArray(values) ? values : [values]);

  /**
   * Makes one request, again with backoff where the trouble is the wire's or passes by itself.
   *
   * @throws TableError
   */
  send(action: TableAction, input: Body): Promise<Body> {
    const chain = this.interceptors.reduceRight<(input: Body) => Promise<Body>>(
      (next, interceptor) => (given) => interceptor(action, given, next),
      (given) => this.carry(action, given),
    );
    return chain(input);
  }

  /** Puts an interceptor before all others and returns what takes it away again. */
  intercept(interceptor: Interceptor): () => void {
    this.interceptors.unshift(interceptor);
    return () => void this.interceptors.splice(this.interceptors.indexOf(interceptor), 1);
  }

  private action(action: TableAction) {
    return (input: Body) => ({ promise: () => this.send(action, input) });
  }

  private async carry(action: TableAction, input: Body): Promise<Body> {
    this.wire ??= connect();
    const asked = action === "Query" ? beginningAsRange(input) : input;
    const body = wellFormed(JSON.stringify(toTable(asked)));
    for (let attempt = 1; ; attempt++) {
      try {
        const { status, text } = await this.wire(action, body);
        if (status === 200) return fromTable(parse(text));
        const error = new TableError(status, text);
        if (status >= 500) publishFault(error);
        if (attempt >= attemptsFor(error)) throw error;
      } catch (error) {
        if (attempt >= ATTEMPTS || error instanceof TableError) throw error;
        if (action === "TransactWriteItems" && !mayAskAgain(error)) throw error;
      }
      await sleep(25 * 2 ** attempt * Math.random());
    }
  }
}

/**
 * Whether a transaction that got no answer may be made again. DynamoDB knows it by its token; the embedded table, which is asked
 * without TLS, forgets tokens when it crashes, and would do it twice. Then only one that never left is made again, and who asked
 * reads what became of it, as after a crash of his own.
 */
function mayAskAgain(error: unknown): boolean {
  if (!environment("AWS_ENDPOINT_URL_DYNAMODB")?.startsWith("http:")) return true;
  return (error as NodeJS.ErrnoException).code === "ECONNREFUSED";
}

/** How often a request that was answered so is made in all. */
function attemptsFor({ name, status }: TableError): number {
  if (name === CONFLICT) return CONFLICT_ATTEMPTS;
  return status >= 500 || PASSING.test(name) ? ATTEMPTS : 1;
}

/** Connections, keys and region are those of the process's environment, as Lambda gives them. */
function connect(): (action: TableAction, body: string) => Promise<Answer> {
  const region = requireEnvironment("AWS_REGION");
  const url = new URL(
    environment("AWS_ENDPOINT_URL_DYNAMODB") ?? `https://dynamodb.${region}.amazonaws.com`,
  );
  const isPlain = url.protocol === "http:";
  const agent = new (isPlain ? HttpAgent : HttpsAgent)({ keepAlive: true, maxSockets: SOCKETS });
  const request = isPlain ? requestHttp : requestHttps;
  const sessionToken = environment("AWS_SESSION_TOKEN");
  const keys = {
    accessKeyId: requireEnvironment("AWS_ACCESS_KEY_ID"),
    secretAccessKey: requireEnvironment("AWS_SECRET_ACCESS_KEY"),
    ...(sessionToken ? { sessionToken } : {}),
  };
  const sign = newSigner({ service: "dynamodb", region, host: url.host }, keys);
  return (action, body) => {
    const options: RequestOptions = {
      agent,
      method: "POST",
      host: url.hostname,
      port: url.port,
      path: "/",
      timeout: TIMEOUT_MS,
      headers: sign(`DynamoDB_20120810.${action}`, body),
    };
    return new Promise((resolve, reject) => {
      const sent = request(options, (response) => {
        let text = "";
        response.setEncoding("utf8");
        response.on("data", (part: string) => {
          text += part;
        });
        response.on("end", () => resolve({ status: response.statusCode ?? 0, text }));
        response.on("error", reject);
      });
      sent.on("timeout", () => sent.destroy(new Error("The table did not answer in time")));
      sent.on("error", reject);
      sent.end(body);
    });
  };
}

/**
 * Half a character, as only half of an emoji that someone cut, is no Unicode text and the table takes none. `JSON.stringify`
 * writes it as an escape (ECMA-262 25.5.2.2); what is escaped so and no half was a backslash, written as two.
 */
function wellFormed(json: string): string {
  if (!json.includes("\\ud")) return json;
  return json.replace(/\\\\|\\ud[89a-f][0-9a-f]{2}/g, (part) =>
    part === "\\\\" ? part : "\ufffd",
  );
}

function parse(text: string): Body {
  try {
    return JSON.parse(text) as Body;
  } catch {
    return {};
  }
}
