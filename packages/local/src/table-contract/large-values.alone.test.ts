/**
 * What a value may hold. Tests that read the whole table run beside others, and can do nothing with such a number. Pages are those below
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
  text,
} from "../../../../tests/support/ask-table.ts";

// developerguide/HowItWorks.NamingRulesDataTypes.html
test("38 digits are kept, texts may be empty, and an item may have 400 kB", async () => {
  const { keyAt } = newPartition();
  const digits = "12345678901234567890123456789012345678";
  const room = 400 * 1024 - 300;
  const Item = {
    ...keyAt("a"),
    n: number(digits),
    empty: text(""),
    list: { L: [] },
    map: { M: {} },
    long: text("x".repeat(room)),
  };
  await putItem(Item);
  expect(await getItem(keyAt("a"))).toMatchObject({
    n: number(digits),
    empty: text(""),
    list: { L: [] },
    map: { M: {} },
  });
  await askTable("DeleteItem", { TableName, Key: keyAt("a") });
});

// developerguide/Expressions.UpdateExpressions.html
test("a sum is exact beyond what a double holds", async () => {
  const { keyAt } = newPartition();
  const Key = keyAt("a");
  await putItem({ ...Key, n: number("9007199254740993") });
  const { status } = await askTable("UpdateItem", {
    TableName,
    Key,
    UpdateExpression: "ADD n :a",
    ExpressionAttributeValues: { ":a": number(1) },
  });
  expect(status).toBe(200);
  expect(await getItem(Key)).toEqual({ ...Key, n: number("9007199254740994") });
  await askTable("DeleteItem", { TableName, Key });
});
