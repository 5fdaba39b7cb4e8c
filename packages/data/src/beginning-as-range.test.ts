import fc from "fast-check";
import { expect, test } from "vitest";
import { beginningAsRange } from "./beginning-as-range.ts";
import { client, table } from "./table.ts";

const begins = (pk: string, beginning: string) => ({
  TableName: table,
  KeyConditionExpression: "#pk = :pk and begins_with(#sk, :sk)",
  ExpressionAttributeNames: { "#pk": "pk", "#sk": "sk" },
  ExpressionAttributeValues: { ":pk": pk, ":sk": beginning },
});

test("a query for a beginning asks for a range, and any other query is left alone", () => {
  expect(beginningAsRange(begins("a", "b"))).toEqual({
    TableName: table,
    KeyConditionExpression: "#pk = :pk and #sk BETWEEN :sk AND :sk_last",
    ExpressionAttributeNames: { "#pk": "pk", "#sk": "sk" },
    ExpressionAttributeValues: { ":pk": "a", ":sk": "b", ":sk_last": "b\u{10FFFF}" },
  });
  const whole = { TableName: table, KeyConditionExpression: "#pk = :pk" };
  expect(beginningAsRange(whole)).toBe(whole);
});

test("a query for a beginning finds the keys that begin so, in their order, and no others", async () => {
  const text = fc
    .string({ unit: "binary", minLength: 1, maxLength: 4 })
    .filter((word) => !word.includes("\u{10FFFF}"));
  await fc.assert(
    fc.asyncProperty(text, fc.uniqueArray(text, { maxLength: 6 }), async (beginning, ends) => {
      const pk = crypto.randomUUID();
      const keys = [...new Set([...ends, ...ends.map((end) => `${beginning}${end}`)])];
      for (const sk of keys) {
        await client.send("PutItem", { TableName: table, Item: { pk, sk } });
      }
      const { Items } = await client.send("Query", begins(pk, beginning));
      const found = keys.filter((key) => key.startsWith(beginning)).toSorted(byBytes);
      expect(Items).toEqual(found.map((sk) => ({ pk, sk })));
    }),
    { numRuns: 50 },
  );
});

const byBytes = (one: string, other: string) =>
  Buffer.compare(Buffer.from(one), Buffer.from(other));
