import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import { putTogether } from "./put-together.ts";
import { readSoon } from "./read-soon.ts";

test("a record that is given twice is put once, as it was given last", async () => {
  const key = { pk: randomUUID(), sk: "row" };
  await putTogether([1, 2].map((n) => ({ params: () => ({ Item: { ...key, n } }) })));
  expect(await readSoon({ key, read: (row) => row.n })).toBe(2);
});
