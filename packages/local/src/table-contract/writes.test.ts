/**
 * Single writes: conditions, updates and what comes back. Pages are those below
 * https://docs.aws.amazon.com/amazondynamodb/latest/.
 */
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

const REFUSED = {
  status: 400,
  error: "ConditionalCheckFailedException",
  message: "The conditional request failed",
};

/** What stands in the record, the condition, its values, and whether it holds. */
type Condition = [
  stored: Typed | undefined,
  condition: string,
  values: Typed | undefined,
  holds: boolean,
];

// developerguide/Expressions.OperatorsAndFunctions.html: the conditions that the product sends, and their edges.
const CONDITIONS: Condition[] = [
  [undefined, "attribute_not_exists(pk) AND attribute_not_exists(sk)", undefined, true],
  [{}, "attribute_not_exists(pk) AND attribute_not_exists(sk)", undefined, false],
  [undefined, "attribute_exists(pk)", undefined, false],
  [{ n: number(1) }, "n = :a", { ":a": number("1.0") }, true],
  [{ n: number(10) }, "n < :a", { ":a": number(9) }, false],
  [{ n: text("10") }, "n < :a", { ":a": text("9") }, true],
  [{ n: text("1") }, "n = :a", { ":a": number(1) }, false],
  [{ n: text("1") }, "n <> :a", { ":a": number(1) }, true],
  [{}, "n <> :a", { ":a": number(1) }, true],
  [{}, "n <= :a", { ":a": number(1) }, false],
  [{}, "attribute_not_exists(n) OR n <= :a", { ":a": number(1) }, true],
  [{ n: { NULL: true } }, "attribute_exists(n)", undefined, true],
  [{ n: number(1), m: number(2) }, "n < m", undefined, true],
  [{ n: number(5) }, "n BETWEEN :a AND :b", { ":a": number(5), ":b": number(6) }, true],
  [{ n: number(5) }, "n IN (:a, :b)", { ":a": number(4), ":b": number(5) }, true],
  [{ n: text("abc") }, "begins_with(n, :a)", { ":a": text("ab") }, true],
  [{ n: text("abc") }, "contains(n, :a)", { ":a": text("bc") }, true],
  [{ n: { SS: ["a", "b"] } }, "contains(n, :a)", { ":a": text("b") }, true],
  [{ n: { L: [text("a")] } }, "contains(n, :a)", { ":a": text("a") }, true],
  [{}, "contains(n, :a)", { ":a": text("a") }, false],
  [{ n: { SS: ["a", "b"] } }, "size(n) < :a", { ":a": number(3) }, true],
  [{}, "size(n) < :a", { ":a": number(3) }, false],
  [{ n: number(1) }, "attribute_type(n, :a)", { ":a": text("N") }, true],
  [{ n: number(1) }, "NOT n = :a", { ":a": number(2) }, true],
  // AND before OR: what ElectroDB writes without brackets.
  [{ n: number(1) }, "attribute_not_exists(pk) AND n = :a OR n = :a", { ":a": number(1) }, true],
  [{ n: { M: { x: number(1) } } }, "n.x = :a", { ":a": number(1) }, true],
];

test.for(CONDITIONS)(
  "%o: %s with %o holds: %s",
  async ([stored, ConditionExpression, values, holds]) => {
    const { keyAt } = newPartition();
    if (stored) await putItem({ ...keyAt("a"), ...stored });
    const answer = await askTable("UpdateItem", {
      TableName,
      Key: keyAt("a"),
      UpdateExpression: "SET done = :done",
      ConditionExpression,
      ExpressionAttributeValues: { ...values, ":done": { BOOL: true } },
    });
    if (holds) expect(answer.status).toBe(200);
    else expect(answer).toMatchObject(REFUSED);
    expect((await getItem(keyAt("a")))?.done).toEqual(holds ? { BOOL: true } : undefined);
  },
);

// APIReference/API_PutItem.html, API_DeleteItem.html
test("puts and deletes are refused in the same words, and tell the record where they are asked", async () => {
  const { keyAt } = newPartition();
  await putItem({ ...keyAt("a"), n: number(1) });
  const put = { TableName, Item: keyAt("a"), ConditionExpression: "attribute_not_exists(pk)" };
  expect(await askTable("PutItem", put)).toMatchObject(REFUSED);
  const told = await askTable("PutItem", {
    ...put,
    ReturnValuesOnConditionCheckFailure: "ALL_OLD",
  });
  expect(told.body.Item).toEqual({ ...keyAt("a"), n: number(1) });
  const ExpressionAttributeValues = { ":a": number(2) };
  const remove = {
    TableName,
    Key: keyAt("a"),
    ConditionExpression: "n = :a",
    ExpressionAttributeValues,
  };
  expect(await askTable("DeleteItem", remove)).toMatchObject(REFUSED);
  expect(await askTable("DeleteItem", { TableName, Key: keyAt("missing") })).toMatchObject({
    status: 200,
  });
});

/** What is stored, the update, its values, and what is stored then. */
type Update = [stored: Typed, update: string, values: Typed | undefined, then: Typed];

// developerguide/Expressions.UpdateExpressions.html
const UPDATES: Update[] = [
  [{}, "SET a = :a, b = :a", { ":a": text("x") }, { a: text("x"), b: text("x") }],
  [{ a: text("x"), b: text("y") }, "SET a = b, b = a", undefined, { a: text("y"), b: text("x") }],
  [{ a: text("x") }, "REMOVE a, b", undefined, {}],
  [{}, "ADD n :a", { ":a": number(2) }, { n: number(2) }],
  [{ n: number(5) }, "ADD n :a", { ":a": number(-7) }, { n: number(-2) }],
  [{ n: number("0.1") }, "ADD n :a", { ":a": number("0.2") }, { n: number("0.3") }],
  [{ s: { SS: ["a"] } }, "ADD s :a", { ":a": { SS: ["a", "b"] } }, { s: { SS: ["a", "b"] } }],
  [{ s: { SS: ["a", "b"] } }, "DELETE s :a", { ":a": { SS: ["a", "c"] } }, { s: { SS: ["b"] } }],
  [{ s: { SS: ["a"] } }, "DELETE s :a", { ":a": { SS: ["a"] } }, {}],
  [
    { n: number(5) },
    "SET n = if_not_exists(n, :z) - :a",
    { ":a": number(2), ":z": number(0) },
    { n: number(3) },
  ],
  [
    {},
    "SET n = if_not_exists(n, :z) - :a",
    { ":a": number(2), ":z": number(0) },
    { n: number(-2) },
  ],
  [
    { l: { L: [text("a")] } },
    "SET l = list_append(l, :a)",
    { ":a": { L: [text("b")] } },
    { l: { L: [text("a"), text("b")] } },
  ],
  [
    { m: { M: { x: number(1) } } },
    "SET m.x = :a, m.y = :a",
    { ":a": number(2) },
    { m: { M: { x: number(2), y: number(2) } } },
  ],
  [
    { a: text("x"), n: number(1) },
    "SET b = :a REMOVE a ADD n :b",
    { ":a": text("y"), ":b": number(1) },
    { b: text("y"), n: number(2) },
  ],
];

test.for(UPDATES)("%o, %s with %o gives %o", async ([stored, UpdateExpression, values, then]) => {
  const { keyAt } = newPartition();
  await putItem({ ...keyAt("a"), ...stored });
  const answer = await askTable("UpdateItem", {
    TableName,
    Key: keyAt("a"),
    UpdateExpression,
    ...(values ? { ExpressionAttributeValues: values } : {}),
  });
  expect([answer.status, answer.message]).toEqual([200, undefined]);
  expect(await getItem(keyAt("a"))).toEqual({ ...keyAt("a"), ...then });
});

// APIReference/API_UpdateItem.html: ReturnValues
test("an update makes a record that is not there, and gives back what is asked for", async () => {
  const { keyAt } = newPartition();
  const update = (ReturnValues: string) =>
    askTable("UpdateItem", {
      TableName,
      Key: keyAt("a"),
      UpdateExpression: "ADD n :a",
      ExpressionAttributeValues: { ":a": number(1) },
      ReturnValues,
    });
  await update("NONE");
  expect((await update("ALL_OLD")).body.Attributes).toEqual({ ...keyAt("a"), n: number(1) });
  expect((await update("ALL_NEW")).body.Attributes).toEqual({ ...keyAt("a"), n: number(3) });
  expect((await update("UPDATED_NEW")).body.Attributes).toEqual({ n: number(4) });
  expect((await update("NONE")).body.Attributes).toBeUndefined();
});

// developerguide/Constraints.html
test("keys of 2,048 and 1,024 bytes are taken", async () => {
  const Item = { pk: text("p".repeat(2_048)), sk: text("s".repeat(1_024)) };
  await putItem(Item);
  expect(await getItem(Item)).toEqual(Item);
});

// developerguide/CapacityUnitCalculations.html
test("what a request costs is told where it is asked for: a write unit a kilobyte, half a read unit each four", async () => {
  const { keyAt } = newPartition();
  const ReturnConsumedCapacity = "TOTAL";
  const unitsOf = async (action: string, input: object) => {
    const { body } = await askTable(action, { TableName, ...input, ReturnConsumedCapacity });
    return (body.ConsumedCapacity as { CapacityUnits: number }).CapacityUnits;
  };
  const Item = { ...keyAt("a"), text: text("x".repeat(2_500)) };
  expect(await unitsOf("PutItem", { Item })).toBe(3);
  expect(await unitsOf("GetItem", { Key: keyAt("a") })).toBe(0.5);
  expect(await unitsOf("GetItem", { Key: keyAt("a"), ConsistentRead: true })).toBe(1);
});
