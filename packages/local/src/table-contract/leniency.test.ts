/**
 * Where the embedded table takes what DynamoDB refuses, and why the product is right there all the same: each case shows both
 * the table's answer and the guard. A new version of the table that has become stricter fails here, and the case moves to
 * refusals.test.ts. Pages are those below https://docs.aws.amazon.com/amazondynamodb/latest/. docs/embedded-table.md lists them.
 */
import { client, table } from "@thaw/data/table";
import type { TableAction } from "@thaw/data/table-client";
import { expect, test } from "vitest";
import {
  askTable,
  newPartition,
  putItem,
  TableName,
  text,
} from "../../../../tests/support/ask-table.ts";

const { pk, keyAt } = newPartition();
const values = (count: number) =>
  Array.from({ length: count }, (_, index) => [`:v${index}`, "x"] as const);
const list = (count: number) =>
  values(count)
    .map(([name]) => name)
    .join(", ");
const query = (condition: string, given: object, rest: object = {}) => ({
  KeyConditionExpression: condition,
  ExpressionAttributeValues: given,
  ...rest,
});

type Case = [what: string, page: string, action: TableAction, input: object];

/** In plain values, as the product's own client takes them. */
const LENIENT: Case[] = [
  [
    "a partition key of an index of 2,049 bytes",
    "developerguide/Constraints.html",
    "PutItem",
    { Item: { pk, sk: "a", gsi1pk: "k".repeat(2_049), gsi1sk: "x" } },
  ],
  [
    "a sort key of an index of 1,025 bytes",
    "developerguide/Constraints.html",
    "PutItem",
    { Item: { pk, sk: "a", gsi2pk: "k", gsi2sk: "é".repeat(513) } },
  ],
  [
    "an update to such a key",
    "developerguide/Constraints.html",
    "UpdateItem",
    {
      Key: { pk, sk: "a" },
      UpdateExpression: "SET #key = :key",
      ExpressionAttributeNames: { "#key": "gsi1sk" },
      ExpressionAttributeValues: { ":key": "k".repeat(1_025) },
    },
  ],
  [
    "a query for an empty partition",
    "APIReference/API_Query.html",
    "Query",
    query("pk = :pk", { ":pk": "" }),
  ],
  [
    "a query from an empty sort key on",
    "APIReference/API_Query.html",
    "Query",
    query("pk = :pk AND sk > :sk", { ":pk": pk, ":sk": "" }),
  ],
  [
    "a query for a key of 1,025 bytes",
    "developerguide/Constraints.html",
    "Query",
    query("pk = :pk AND sk = :sk", { ":pk": pk, ":sk": "k".repeat(1_025) }),
  ],
  [
    "IN with 101 values",
    "developerguide/Constraints.html",
    "Query",
    query(
      "pk = :pk",
      { ":pk": pk, ...Object.fromEntries(values(101)) },
      { FilterExpression: `a IN (${list(101)})` },
    ),
  ],
  [
    "301 operators",
    "developerguide/Constraints.html",
    "Query",
    query(
      "pk = :pk",
      { ":pk": pk },
      { FilterExpression: Array.from({ length: 151 }, () => "a = b").join(" OR ") },
    ),
  ],
  [
    "a place outside of what is asked for",
    "APIReference/API_Query.html",
    "Query",
    query("pk = :pk", { ":pk": pk }, { ExclusiveStartKey: { pk: "another", sk: "a" } }),
  ],
];

test.for(LENIENT)(
  "%s passes the embedded table and not our client (%s)",
  async ([, , action, input]) => {
    await putItem(keyAt("a"));
    const guarded = client.send(action, { TableName: table, ...input });
    await expect(guarded).rejects.toThrow();
    expect((await askTable(action, typed({ TableName, ...input }))).status).toBe(200);
  },
);

/** Everything that the product writes goes through the same guard, whichever kind of request it is in. */
test("transactions and batches are guarded like single writes", async () => {
  const Item = { pk, sk: "b", gsi1pk: "k".repeat(2_049), gsi1sk: "x" };
  const refused = { name: "ValidationException", message: /gsi1pk has 2049 bytes/ };
  const put = { TableName: table, Item };
  await expect(
    client.send("TransactWriteItems", { TransactItems: [{ Put: put }] }),
  ).rejects.toMatchObject({ name: refused.name, message: expect.stringMatching(refused.message) });
  await expect(
    client.send("BatchWriteItem", { RequestItems: { [table]: [{ PutRequest: { Item } }] } }),
  ).rejects.toMatchObject({ name: refused.name });
});

// APIReference/API_UpdateItem.html: ReturnValues. send-slot.ts alone reads ALL_OLD, on the condition that the record is there.
test("ALL_OLD of a record that an update makes is its key; DynamoDB gives nothing", async () => {
  const { body } = await askTable("UpdateItem", {
    TableName,
    Key: keyAt("made"),
    UpdateExpression: "SET a = :a",
    ExpressionAttributeValues: { ":a": text("x") },
    ReturnValues: "ALL_OLD",
  });
  expect(body.Attributes).toEqual(keyAt("made"));
});

// developerguide/GSI.html: the product's indexes hold keys alone, and no query of one names another attribute to be given.
test("a projection of what an index does not hold is empty; DynamoDB refuses it", async () => {
  await putItem({ ...keyAt("c"), gsi1pk: text(pk), gsi1sk: text("c"), label: text("x") });
  const { status, body } = await askTable("Query", {
    TableName,
    IndexName: "gsi1",
    KeyConditionExpression: "gsi1pk = :pk",
    ExpressionAttributeValues: { ":pk": text(pk) },
    ProjectionExpression: "label",
  });
  expect([status, body.Items]).toEqual([200, [{}]]);
});

/** The typed form of such an input, whose documents hold texts alone. */
function typed(input: object): object {
  const DOCUMENTS = new Set(["Item", "Key", "ExclusiveStartKey", "ExpressionAttributeValues"]);
  return Object.fromEntries(
    Object.entries(input).map(([name, value]) => [
      name,
      DOCUMENTS.has(name)
        ? Object.fromEntries(
            Object.entries(value as object).map(([key, plain]) => [key, text(plain)]),
          )
        : value,
    ]),
  );
}
