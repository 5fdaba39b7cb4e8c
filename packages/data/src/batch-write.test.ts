import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import { batchWrite } from "./batch-write.ts";
import { loadBatched } from "./load-batched.ts";

test("a record that is given twice is put once, as it was given last", async () => {
  const key = { pk: randomUUID(), sk: "row" };
  await batchWrite([1, 2].map((n) => ({ params: () => ({ Item: { ...key, n } }) })));
  expect(await loadBatched({ key, read: (row) => row.n })).toBe(2);
});
