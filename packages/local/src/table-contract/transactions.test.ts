/** Transactions, as https://docs.aws.amazon.com/amazondynamodb/latest/APIReference/API_TransactWriteItems.html has them. */
import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import {
  askTable,
  getItem,
  newPartition,
  number,
  putItem,
  TableName,
  type Typed,
  text,
} from "../../../../tests/support/ask-table.ts";

type Write = Record<string, Typed>;
const commit = (TransactItems: Write[], rest: Typed = {}) =>
  askTable("TransactWriteItems", { TransactItems, ...rest });
const put = (Item: Typed, rest: Typed = {}): Write => ({ Put: { TableName, Item, ...rest } });
const increase = (Key: Typed, rest: Typed = {}): Write => ({
  Update: {
    TableName,
    Key,
    UpdateExpression: "ADD n :one",
    ExpressionAttributeValues: { ":one": number(1) },
    ...rest,
  },
});
const absent = { ConditionExpression: "attribute_not_exists(pk)" };
const present = { ConditionExpression: "attribute_exists(pk)" };
const CANCELLED = { status: 400, error: "TransactionCanceledException" };
const INVALID = { status: 400, error: "ValidationException" };

test("all four kinds of writes are done together", async () => {
  const { keyAt } = newPartition();
  for (const sk of ["old", "gone", "seen"]) await putItem({ ...keyAt(sk), n: number(1) });
  const { status } = await commit([
    put(keyAt("new"), absent),
    increase(keyAt("old"), present),
    { Delete: { TableName, Key: keyAt("gone"), ...present } },
    { ConditionCheck: { TableName, Key: keyAt("seen"), ...present } },
  ]);
  expect(status).toBe(200);
  expect(await getItem(keyAt("new"))).toEqual(keyAt("new"));
  expect(await getItem(keyAt("old"))).toMatchObject({ n: number(2) });
  expect(await getItem(keyAt("gone"))).toBeUndefined();
});

test("reasons stand in the order of the writes: None for those that would have been done, and nothing is", async () => {
  const { keyAt } = newPartition();
  await putItem({ ...keyAt("there"), n: number(1) });
  const answer = await commit([
    increase(keyAt("there")),
    put(keyAt("there-too"), present),
    put(keyAt("new")),
    { ConditionCheck: { TableName, Key: keyAt("missing"), ...present } },
  ]);
  expect(answer).toMatchObject(CANCELLED);
  expect(answer.message).toBe(
    "Transaction cancelled, please refer cancellation reasons for specific reasons [None, ConditionalCheckFailed, None, ConditionalCheckFailed]",
  );
  expect(answer.body.CancellationReasons).toMatchObject([
    { Code: "None" },
    { Code: "ConditionalCheckFailed", Message: "The conditional request failed" },
    { Code: "None" },
    { Code: "ConditionalCheckFailed" },
  ]);
  expect(await getItem(keyAt("there"))).toMatchObject({ n: number(1) });
  expect(await getItem(keyAt("new"))).toBeUndefined();
});

test("the record that refused is told where it is asked for", async () => {
  const { keyAt } = newPartition();
  await putItem({ ...keyAt("a"), n: number(7) });
  const answer = await commit([
    put(keyAt("b")),
    put(keyAt("a"), { ...absent, ReturnValuesOnConditionCheckFailure: "ALL_OLD" }),
  ]);
  const [, reason] = answer.body.CancellationReasons as { Item?: Typed }[];
  expect(reason?.Item).toMatchObject({ n: number(7) });
});

test("an operation that does not fit its record cancels all with ValidationError, and is no broken condition", async () => {
  const { keyAt } = newPartition();
  await putItem({ ...keyAt("a"), n: text("no number") });
  const answer = await commit([put(keyAt("b")), increase(keyAt("a"))]);
  expect(answer).toMatchObject(CANCELLED);
  expect(answer.body.CancellationReasons).toMatchObject([
    { Code: "None" },
    { Code: "ValidationError" },
  ]);
  expect(await getItem(keyAt("b"))).toBeUndefined();
});

test("100 writes are taken, 101 are not, nor none", async () => {
  const { keyAt } = newPartition();
  const writes = Array.from({ length: 101 }, (_, index) => put(keyAt(`${index}`)));
  expect(await commit(writes)).toMatchObject(INVALID);
  expect(await commit([])).toMatchObject(INVALID);
  expect(await getItem(keyAt("0"))).toBeUndefined();
  expect(await commit(writes.slice(0, 100))).toMatchObject({ status: 200 });
});

test("two writes to one record are refused", async () => {
  const { keyAt } = newPartition();
  const answer = await commit([put(keyAt("a")), increase(keyAt("a"))]);
  expect(answer).toMatchObject(INVALID);
  expect(answer.message).toMatch(/cannot include multiple operations on one item/);
  const checked = { ConditionCheck: { TableName, Key: keyAt("a"), ...absent } };
  expect(await commit([checked, put(keyAt("a"))])).toMatchObject(INVALID);
});

test("four megabytes are taken and no more", async () => {
  const { keyAt } = newPartition();
  const large = (count: number) =>
    Array.from({ length: count }, (_, index) =>
      put({ ...keyAt(`${index}`), text: text("x".repeat(390 * 1024)) }),
    );
  expect((await commit(large(10))).status).toBe(200);
  expect((await commit(large(11))).status).toBe(400);
});

test("an item above 400 kB cancels the transaction", async () => {
  const { keyAt } = newPartition();
  const answer = await commit([
    put(keyAt("a")),
    put({ ...keyAt("b"), text: text("x".repeat(400 * 1024)) }),
  ]);
  expect(answer.status).toBe(400);
  expect(answer.message).toMatch(/size|ValidationError/);
  expect(await getItem(keyAt("a"))).toBeUndefined();
});

test("the same request with its token is done once; another one with that token is refused", async () => {
  const { keyAt } = newPartition();
  const ClientRequestToken = randomUUID();
  for (let time = 0; time < 3; time++) {
    const { status } = await commit([increase(keyAt("a"))], { ClientRequestToken });
    expect(status).toBe(200);
  }
  expect(await getItem(keyAt("a"))).toMatchObject({ n: number(1) });
  expect(await commit([increase(keyAt("b"))], { ClientRequestToken })).toMatchObject({
    status: 400,
    error: "IdempotentParameterMismatchException",
  });
});
