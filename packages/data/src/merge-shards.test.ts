import fc from "fast-check";
import { expect, test } from "vitest";
import { mergeShards } from "./merge-shards.ts";

function listOf(lists: readonly number[][]) {
  const reads: number[] = [];
  const read = async (shard: number, after: number | undefined, count: number) => {
    const rest = lists[shard]?.filter((item) => after === undefined || item > after) ?? [];
    const items = rest.slice(0, count);
    reads.push(items.length);
    return items;
  };
  const merge = (limit: number) =>
    mergeShards({ shards: lists.length, limit, compare: (a, b) => a - b, read });
  const itemsRead = () => reads.reduce((sum, count) => sum + count, 0);
  return { merge, itemsRead, requests: () => reads.length };
}

test("the merged list is the beginning of all records in order, however they are spread", async () => {
  const numbers = fc.uniqueArray(fc.nat(10_000), { maxLength: 120 });
  await fc.assert(
    fc.asyncProperty(
      numbers,
      fc.nat(1000),
      fc.integer({ min: 1, max: 50 }),
      async (all, skew, limit) => {
        const lists = Array.from({ length: 8 }, (_, shard) =>
          all.filter((item) => (item < skew ? 0 : item % 8) === shard).sort((a, b) => a - b),
        );
        const expected = all.toSorted((a, b) => a - b).slice(0, limit);
        expect(await listOf(lists).merge(limit)).toEqual(expected);
      },
    ),
  );
});

test("even partitions are read little further than the page that is given", async () => {
  const lists = Array.from({ length: 8 }, (_, shard) =>
    Array.from({ length: 1000 }, (_, index) => index * 8 + shard),
  );
  const { merge, itemsRead } = listOf(lists);
  expect(await merge(50)).toHaveLength(50);
  expect(itemsRead()).toBeLessThanOrEqual(8 * 9);
});

test("a partition that holds the whole page is asked twice, the others once", async () => {
  const lists = [Array.from({ length: 1000 }, (_, index) => index), [], [], [], [], []];
  const { merge, requests } = listOf(lists);
  expect(await merge(51)).toHaveLength(51);
  expect(requests()).toBe(6 + 1);
});
