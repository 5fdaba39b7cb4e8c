import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import { batchGet } from "./batch-get.ts";
import { batchWrite } from "./batch-write.ts";
import { client } from "./table.ts";

test("however many records are read in requests of a hundred, each in its place, also where there is none", async () => {
  const pk = randomUUID();
  const rows = Array.from({ length: 201 }, (_, n) => ({ pk, sk: `row-${n}`, n }));
  const kept = rows.filter(({ n }) => n % 7 !== 0);
  await batchWrite(kept.map((Item) => ({ params: () => ({ Item }) })));
  const sizes: number[] = [];
  const stop = client.intercept((_, input, next) => {
    const [asked] = Object.values(input.RequestItems as Record<string, { Keys: object[] }>);
    sizes.push(asked?.Keys.length ?? 0);
    return next(input);
  });
  const reads = rows.map(({ sk }) => ({ key: { pk, sk }, read: (row: { n?: unknown }) => row.n }));
  const found = await batchGet([...reads, ...reads], { consistent: true });
  stop();
  const expected = rows.map(({ n }) => (n % 7 === 0 ? undefined : n));
  expect(found).toEqual([...expected, ...expected]);
  expect(sizes.sort((a, b) => b - a)).toEqual([100, 100, 1]);
});
