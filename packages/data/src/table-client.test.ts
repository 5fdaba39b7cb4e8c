import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { DynamoDBClient } from "@aws-sdk/client-dynamodb";
import { DynamoDBDocumentClient, GetCommand, PutCommand } from "@aws-sdk/lib-dynamodb";
import { afterEach, expect, test } from "vitest";
import { countRequests } from "../../../tests/support/count-requests.ts";
import { freePortRange } from "../../../tests/support/port-range.ts";
import { batchWrite } from "./batch-write.ts";
import { isConditionFailure } from "./condition.ts";
import { loadBatched, strongReadsInTurn } from "./load-batched.ts";
import { client, table } from "./table.ts";
import { TableClient, TableError } from "./table-client.ts";

const newKey = () => ({ pk: crypto.randomUUID(), sk: "row" });
const closers: (() => void)[] = [];
afterEach(() => {
  for (const close of closers.splice(0)) close();
});

const EVERY_KIND = {
  text: "Grüße, 世界 👋 \u0000",
  empty: "",
  number: 1234567890.5,
  negative: -0.001,
  yes: true,
  nothing: null,
  list: [1, "two", { three: [3] }, null],
  map: { a: { b: { c: 1 } } },
  names: new Set(["a", "b"]),
  numbers: new Set([1, 2]),
};

test("half a character is written as the sign for a bad one, and a backslash stays one", async () => {
  const key = newKey();
  const text = "\ud800 \udc00 👋 \\ud800 \\\\ud800 \\";
  await client.send("PutItem", { TableName: table, Item: { ...key, text } });
  const { Item } = await client.send("GetItem", { TableName: table, Key: key });
  expect(Item).toEqual({ ...key, text: "\ufffd \ufffd 👋 \\ud800 \\\\ud800 \\" });
});

test("what it writes the SDK reads as the same values, and the other way round", async () => {
  const sdk = DynamoDBDocumentClient.from(new DynamoDBClient({}));
  const [ours, theirs] = [newKey(), newKey()];
  const row = { ...EVERY_KIND, left: undefined };
  await client.send("PutItem", { TableName: table, Item: { ...ours, ...row } });
  const { Item } = await sdk.send(new GetCommand({ TableName: table, Key: ours }));
  expect(Item).toEqual({ ...ours, ...EVERY_KIND });
  await sdk.send(new PutCommand({ TableName: table, Item: { ...theirs, ...EVERY_KIND } }));
  const read = await client.send("GetItem", { TableName: table, Key: theirs });
  expect(read.Item).toEqual({ ...theirs, ...EVERY_KIND });
});

test("every action of the table takes and gives plain values", async () => {
  const [one, two] = [newKey(), newKey()];
  const TableName = table;
  await client.send("BatchWriteItem", {
    RequestItems: {
      [table]: [one, two].map((key) => ({ PutRequest: { Item: { ...key, n: 1 } } })),
    },
  });
  const { Attributes } = await client.send("UpdateItem", {
    TableName,
    Key: one,
    UpdateExpression: "ADD n :by",
    ExpressionAttributeValues: { ":by": 2 },
    ReturnValues: "ALL_NEW",
  });
  expect(Attributes).toEqual({ ...one, n: 3 });
  await client.send("TransactWriteItems", {
    TransactItems: [
      { Put: { TableName, Item: { ...one, n: 4 } } },
      { Delete: { TableName, Key: two } },
    ],
  });
  const query = await client.send("Query", {
    TableName,
    KeyConditionExpression: "pk = :pk",
    ExpressionAttributeValues: { ":pk": one.pk },
  });
  expect(query.Items).toEqual([{ ...one, n: 4 }]);
  const batch = await client.send("BatchGetItem", {
    RequestItems: { [table]: { Keys: [one, two] } },
  });
  expect(batch.Responses).toEqual({ [table]: [{ ...one, n: 4 }] });
  const transaction = { TransactItems: [{ Get: { TableName, Key: one } }] };
  expect((await client.send("TransactGetItems", transaction)).Responses).toEqual([
    { Item: { ...one, n: 4 } },
  ]);
  await client.send("DeleteItem", { TableName, Key: one });
  expect((await client.send("GetItem", { TableName, Key: one })).Item).toBeUndefined();
});

test("a refused condition has DynamoDB's name, and a refused transaction says which of its writes", async () => {
  const Item = newKey();
  const put = { TableName: table, Item, ConditionExpression: "attribute_not_exists(pk)" };
  await client.send("PutItem", put);
  const refused = await client.send("PutItem", put).catch((error: unknown) => error);
  expect(refused).toBeInstanceOf(TableError);
  expect(isConditionFailure(refused)).toBe(true);
  const both = [{ Put: { TableName: table, Item: newKey() } }, { Put: put }];
  await expect(client.send("TransactWriteItems", { TransactItems: both })).rejects.toMatchObject({
    name: "TransactionCanceledException",
    CancellationReasons: [{ Code: "None" }, { Code: "ConditionalCheckFailed" }],
  });
});

/** A table that answers as scripted, the last answer for ever; null breaks the connection. */
async function scripted(answers: ({ status: number; body: object } | null)[]) {
  let calls = 0;
  const server = createServer((request, response) => {
    const answer = answers[Math.min(calls++, answers.length - 1)];
    if (!answer) return void request.socket.destroy();
    request.resume().on("end", () => {
      response.writeHead(answer.status).end(JSON.stringify(answer.body));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const before = process.env.AWS_ENDPOINT_URL_DYNAMODB;
  process.env.AWS_ENDPOINT_URL_DYNAMODB = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  closers.push(() => {
    process.env.AWS_ENDPOINT_URL_DYNAMODB = before;
    server.closeAllConnections();
    server.close();
  });
  return { table: new TableClient(), calls: () => calls };
}

const throttled = {
  status: 400,
  body: { __type: "com.amazon#ThrottlingException", message: "Slow" },
};

test("a transaction that may have reached the embedded table is not made again, one that never left is", async () => {
  const { table: embedded, calls } = await scripted([null, { status: 200, body: {} }]);
  const transaction = { TransactItems: [] };
  await expect(embedded.send("TransactWriteItems", transaction)).rejects.toThrow();
  expect(calls()).toBe(1);
  await embedded.send("TransactWriteItems", transaction);

  const port = await freePortRange(1);
  process.env.AWS_ENDPOINT_URL_DYNAMODB = `http://127.0.0.1:${port}`;
  const away = new TableClient().send("TransactWriteItems", transaction);
  const server = createServer((_request, response) => response.end("{}"));
  setTimeout(() => server.listen(port, "127.0.0.1"), 5);
  closers.push(() => server.close());
  await away;
});

test("broken connections, server errors and throttling are tried again", async () => {
  const failing = [
    null,
    throttled,
    { status: 500, body: {} },
    { status: 200, body: { Item: { n: { N: "1" } } } },
  ];
  const { table: flaky, calls } = await scripted(failing);
  expect(await flaky.send("GetItem", { Key: newKey() })).toEqual({ Item: { n: 1 } });
  expect(calls()).toBe(4);
});

test("a request that stays refused fails with the table's own error, and an invalid one at once", async () => {
  const slow = await scripted([throttled]);
  await expect(slow.table.send("GetItem", { Key: newKey() })).rejects.toMatchObject({
    name: "ThrottlingException",
    message: "Slow",
  });
  expect(slow.calls()).toBe(4);
  const wrong = await scripted([{ status: 400, body: { __type: "ValidationException" } }]);
  await expect(wrong.table.send("GetItem", { Key: newKey() })).rejects.toMatchObject({
    name: "ValidationException",
  });
  expect(wrong.calls()).toBe(1);
});

const conflicting = {
  status: 400,
  body: { __type: "com.amazonaws.dynamodb.v20120810#TransactionConflictException" },
};

test.each(["PutItem", "UpdateItem", "DeleteItem"] as const)(
  "%s that meets a transaction on its record is made again, and its condition decides alone",
  async (action) => {
    const done = await scripted([conflicting, conflicting, { status: 200, body: {} }]);
    expect(await done.table.send(action, { Key: newKey() })).toEqual({});
    expect(done.calls()).toBe(3);
    const refused = await scripted([
      conflicting,
      { status: 400, body: { __type: "com.amazon#ConditionalCheckFailedException" } },
    ]);
    const error = await refused.table.send(action, { Key: newKey() }).catch((one: unknown) => one);
    expect([isConditionFailure(error), refused.calls()]).toEqual([true, 2]);
  },
);

test("a write that keeps meeting transactions fails by the table's own word, and not as a refused condition", async () => {
  const { table: busy, calls } = await scripted([conflicting]);
  const error = await busy.send("PutItem", { Item: newKey() }).catch((one: unknown) => one);
  expect(error).toMatchObject({ name: "TransactionConflictException" });
  expect([isConditionFailure(error), calls()]).toEqual([false, 6]);
});

test("records asked for side by side are read in one request, each with its own reader", async () => {
  const keys = Array.from({ length: 5 }, newKey);
  await batchWrite(keys.map((key, n) => ({ params: () => ({ Item: { ...key, n } }) })));
  using counted = countRequests();
  const read = (row: Record<string, unknown>) => row.n;
  const found = await Promise.all([...keys, newKey()].map((key) => loadBatched({ key, read })));
  expect(found).toEqual([0, 1, 2, 3, 4, undefined]);
  expect(counted.actions).toEqual(["BatchGetItem"]);
});

test("strong reads in turn are one request at a time, and the caller meanwhile shares the next and gets what is there by then", async () => {
  const [key, late] = [newKey(), newKey()];
  const put = (Key: typeof key, n: number) =>
    client.send("PutItem", { TableName: table, Item: { ...Key, n } });
  await put(key, 1);
  const readInTurn = strongReadsInTurn();
  const one = { key, read: (row: Record<string, unknown>) => row.n };
  let answer = () => {};
  const held = new Promise<void>((resolve) => {
    answer = resolve;
  });
  const requests: unknown[] = [];
  let answered = 0;
  const stop = client.intercept(async (action, input, next) => {
    if (action !== "BatchGetItem") return next(input);
    requests.push(input.RequestItems);
    const output = await next(input);
    answered += 1;
    if (answered === 1) await held;
    return output;
  });
  const first = readInTurn(one);
  await expect.poll(() => answered).toBe(1);
  const others = [readInTurn(one)];
  await put(key, 2);
  others.push(readInTurn({ ...one, key: late }));
  await put(late, 3);
  expect(requests).toHaveLength(1);
  answer();
  expect(await Promise.all([first, ...others])).toEqual([1, 2, 3]);
  stop();
  expect(requests).toHaveLength(2);
  expect(requests[1]).toMatchObject({ [table]: { ConsistentRead: true } });
});

test("a read in turn that fails does not hold up the next", async () => {
  const readInTurn = strongReadsInTurn();
  const stop = client.intercept(() => Promise.reject(new Error("no table")));
  await expect(readInTurn({ key: newKey(), read: () => 1 })).rejects.toThrow("no table");
  stop();
  expect(await readInTurn({ key: newKey(), read: () => 1 })).toBeUndefined();
});
