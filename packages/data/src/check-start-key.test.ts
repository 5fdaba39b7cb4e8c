import { expect, test } from "vitest";
import { checkStartKey } from "./check-start-key.ts";

const query = (start?: object) => ({
  KeyConditionExpression: "#pk = :pk and begins_with(#sk1, :sk1)",
  ExpressionAttributeNames: { "#pk": "gsi1pk", "#sk1": "gsi1sk" },
  ExpressionAttributeValues: { ":pk": "account_1", ":sk1": "task_" },
  ...(start ? { ExclusiveStartKey: start } : {}),
});
const ask = (start?: object) => checkStartKey("Query", query(start), async () => ({ Items: [] }));

test("a query goes on behind a key of its own, or begins at its begin", async () => {
  const own = { pk: "x", sk: "y", gsi1pk: "account_1", gsi1sk: "task_7" };
  await expect(ask(own)).resolves.toEqual({ Items: [] });
  await expect(ask()).resolves.toEqual({ Items: [] });
});

test.each([
  ["of another partition", { gsi1pk: "account_2", gsi1sk: "task_7" }],
  ["of other records in the partition", { gsi1pk: "account_1", gsi1sk: "note_7" }],
  ["of another index", { pk: "account_1", sk: "task_7" }],
  ["of nothing", {}],
])("a query does not go on behind a key %s", async (_whose, start) => {
  await expect(ask(start)).rejects.toThrow("starting key");
});
