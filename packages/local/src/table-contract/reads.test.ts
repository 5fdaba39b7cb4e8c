/**
 * Queries, batches and scans. Pages are those below https://docs.aws.amazon.com/amazondynamodb/latest/.
 */
import { expect, test } from "vitest";
import {
  askTable,
  newPartition,
  number,
  putItem,
  TableName,
  type Typed,
  text,
} from "../../../../tests/support/ask-table.ts";

type Page = { Items: Typed[]; LastEvaluatedKey?: Typed; Count: number; ScannedCount: number };

/** Records with these sort keys, in an index, too. */
async function filled(sortKeys: readonly string[], more: Typed = {}) {
  const { pk, keyAt } = newPartition();
  for (const [index, sk] of sortKeys.entries()) {
    const indexed = { gsi1pk: text(pk), gsi1sk: text(sk) };
    await putItem({ ...keyAt(sk), ...indexed, n: number(index), ...more });
  }
  const query = async (condition: string, rest: Typed = {}) => {
    const { ExpressionAttributeValues = {}, ...others } = rest;
    const { status, body, message } = await askTable("Query", {
      TableName,
      KeyConditionExpression: condition,
      ExpressionAttributeValues: { ":pk": text(pk), ...(ExpressionAttributeValues as Typed) },
      ...others,
    });
    expect([status, message]).toEqual([200, undefined]);
    return body as Page;
  };
  const list = async (condition: string, rest: Typed = {}) =>
    (await query(condition, rest)).Items.map(({ sk }) => (sk as { S: string }).S);
  return { pk, keyAt, query, list };
}

// developerguide/Query.KeyConditionExpressions.html
test("a query gives the records of a range in the order of their bytes, from either side", async () => {
  const { list } = await filled(["b", "a", "B", "ä", "a1", "世", "😀", "\uffee"]);
  // By UTF-8, where a character outside the first plane comes last; UTF-16 has it before U+FFEE.
  const all = ["B", "a", "a1", "b", "ä", "世", "\uffee", "😀"];
  expect(await list("pk = :pk")).toEqual(all);
  expect(await list("pk = :pk", { ScanIndexForward: false })).toEqual(all.toReversed());
  const between = { ":a": text("a"), ":b": text("b") };
  const from = (condition: string, ExpressionAttributeValues: Typed) =>
    list(`pk = :pk AND ${condition}`, { ExpressionAttributeValues });
  expect(await from("sk BETWEEN :a AND :b", between)).toEqual(["a", "a1", "b"]);
  expect(await from("begins_with(sk, :a)", { ":a": text("a") })).toEqual(["a", "a1"]);
  expect(await from("sk > :a", { ":a": text("b") })).toEqual(["ä", "世", "\uffee", "😀"]);
  expect(await from("sk <= :a", { ":a": text("a") })).toEqual(["B", "a"]);
  expect(await from("sk = :a", { ":a": text("b") })).toEqual(["b"]);
  // What packages/data/src/beginning-as-range.ts makes of begins_with.
  const asRange = { ":a": text("a"), ":b": text("a\u{10FFFF}") };
  expect(await from("sk BETWEEN :a AND :b", asRange)).toEqual(["a", "a1"]);
});

// developerguide/Query.Pagination.html, Query.Limit.html
test("a page that is full says where to go on, also behind the last record; the next one is empty then", async () => {
  const { keyAt, query } = await filled(["a", "b", "c"]);
  const first = await query("pk = :pk", { Limit: 2 });
  expect(first.LastEvaluatedKey).toEqual(keyAt("b"));
  const second = await query("pk = :pk", { Limit: 2, ExclusiveStartKey: keyAt("b") });
  expect([second.Items.length, second.LastEvaluatedKey]).toEqual([1, undefined]);
  const whole = await query("pk = :pk", { Limit: 3 });
  expect(whole.LastEvaluatedKey).toEqual(keyAt("c"));
  const after = await query("pk = :pk", { Limit: 3, ExclusiveStartKey: keyAt("c") });
  expect([after.Items, after.LastEvaluatedKey]).toEqual([[], undefined]);
  const back = await query("pk = :pk", { ScanIndexForward: false, ExclusiveStartKey: keyAt("b") });
  expect(back.Items.map(({ sk }) => sk)).toEqual([text("a")]);
  // A record that is gone since is a place all the same.
  const between = await query("pk = :pk", { ExclusiveStartKey: keyAt("bb") });
  expect(between.Items.map(({ sk }) => sk)).toEqual([text("c")]);
});

// developerguide/Query.FilterExpression.html
test("the limit counts what is read, not what the filter leaves", async () => {
  const { query } = await filled(["a", "b", "c", "d"]);
  const filter = { FilterExpression: "n >= :n", ExpressionAttributeValues: { ":n": number(2) } };
  const page = await query("pk = :pk", { ...filter, Limit: 3 });
  expect([page.Count, page.ScannedCount, page.LastEvaluatedKey !== undefined]).toEqual([
    1,
    3,
    true,
  ]);
  const all = await query("pk = :pk", filter);
  expect([all.Count, all.ScannedCount, all.LastEvaluatedKey]).toEqual([2, 4, undefined]);
});

// developerguide/Query.Pagination.html: one megabyte, before the filter
test("a page ends at a megabyte of what is read", async () => {
  const { query } = await filled(["a", "b", "c", "d", "e"], { text: text("x".repeat(300_000)) });
  const page = await query("pk = :pk", {
    FilterExpression: "n > :n",
    ExpressionAttributeValues: { ":n": number(99) },
  });
  expect(page.Count).toBe(0);
  expect([3, 4]).toContain(page.ScannedCount);
  expect(page.LastEvaluatedKey).toBeDefined();
});

// developerguide/GSI.html: Attribute projections; Query an index
test("an index of keys gives keys alone, and places with both keys", async () => {
  const { pk, keyAt, query } = await filled(["a", "b", "c"]);
  const page = await query("gsi1pk = :pk", { IndexName: "gsi1", Limit: 2 });
  const row = (sk: string) => ({ ...keyAt(sk), gsi1pk: text(pk), gsi1sk: text(sk) });
  expect(page.Items).toEqual([row("a"), row("b")]);
  expect(page.LastEvaluatedKey).toEqual(row("b"));
  const rest = await query("gsi1pk = :pk", { IndexName: "gsi1", ExclusiveStartKey: row("b") });
  expect(rest.Items).toEqual([row("c")]);
});

// developerguide/GSI.html: a record without both keys of an index is not in it
test("a record is in an index while it has both of its keys", async () => {
  const { keyAt, list } = await filled(["a", "b"]);
  const change = (UpdateExpression: string, values?: Typed) =>
    askTable("UpdateItem", {
      TableName,
      Key: keyAt("a"),
      UpdateExpression,
      ...(values ? { ExpressionAttributeValues: values } : {}),
    });
  await change("REMOVE gsi1sk");
  expect(await list("gsi1pk = :pk", { IndexName: "gsi1" })).toEqual(["b"]);
  await change("SET gsi1sk = :a", { ":a": text("z") });
  expect(await list("gsi1pk = :pk", { IndexName: "gsi1" })).toEqual(["b", "a"]);
});

// APIReference/API_Query.html: ProjectionExpression, Select
test("a projection gives some attributes, and COUNT no records", async () => {
  const { query } = await filled(["a", "b"], { text: text("x") });
  const names = { "#n": "n" };
  const some = await query("pk = :pk", {
    ProjectionExpression: "sk, #n, nowhere",
    ExpressionAttributeNames: names,
  });
  expect(some.Items).toEqual([
    { sk: text("a"), n: number(0) },
    { sk: text("b"), n: number(1) },
  ]);
  const count = await query("pk = :pk", { Select: "COUNT" });
  expect([count.Count, count.Items]).toEqual([2, undefined]);
});

// APIReference/API_BatchGetItem.html
test("a batch gives those that are there, and names what it did not come to above 16 MB", async () => {
  const { keyAt } = await filled(["a", "b"]);
  const get = async (Keys: Typed[], rest: Typed = {}) =>
    (await askTable("BatchGetItem", { RequestItems: { [TableName]: { Keys, ...rest } } })).body as {
      Responses: Record<string, Typed[]>;
      UnprocessedKeys: Record<string, { Keys: Typed[] }>;
    };
  const some = await get([keyAt("a"), keyAt("missing"), keyAt("b")], { ConsistentRead: true });
  expect(some.Responses[TableName]).toHaveLength(2);
  expect(some.UnprocessedKeys).toEqual({});
  const large = Array.from({ length: 45 }, (_, index) => keyAt(`large-${index}`));
  for (const key of large) await putItem({ ...key, text: text("x".repeat(390 * 1024)) });
  const most = await get(large);
  const found = most.Responses[TableName]?.length ?? 0;
  const left = most.UnprocessedKeys[TableName]?.Keys.length ?? 0;
  expect(found + left).toBe(45);
  expect(found).toBeLessThanOrEqual(Math.ceil((16 * 1024) / 390));
  expect(left).toBeGreaterThan(0);
});

// APIReference/API_BatchWriteItem.html
test("a batch of 25 puts and deletes is done, whatever was there", async () => {
  const { keyAt, list } = await filled(["a", "b"]);
  const puts = Array.from({ length: 24 }, (_, index) => ({
    PutRequest: { Item: keyAt(`new-${String(index).padStart(2, "0")}`) },
  }));
  const requests = [...puts, { DeleteRequest: { Key: keyAt("a") } }];
  const { status, body } = await askTable("BatchWriteItem", {
    RequestItems: { [TableName]: requests },
  });
  expect([status, body.UnprocessedItems]).toEqual([200, {}]);
  expect(await list("pk = :pk")).toHaveLength(25);
});

// APIReference/API_GetItem.html
test("a record that is not there is no error, and has no Item", async () => {
  const { keyAt } = newPartition();
  const answer = await askTable("GetItem", { TableName, Key: keyAt("a") });
  expect([answer.status, answer.body]).toEqual([200, {}]);
});
