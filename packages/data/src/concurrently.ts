/**
 * Runs `work` for every item, at most `width` at a time, and returns the results in the items' order. After a failure nothing
 * more begins, and it is thrown when what was under way has ended: a Lambda stands still as soon as its handler has thrown.
 */
export async function concurrently<Item, Result>(
  items: readonly Item[],
  width: number,
  work: (item: Item) => Promise<Result>,
): Promise<Result[]> {
  const results: Result[] = [];
  let next = 0;
  const lane = async () => {
    try {
      for (let index = next++; index < items.length; index = next++) {
        results[index] = await work(items[index] as Item);
      }
    } finally {
      next = items.length;
    }
  };
  const lanes = Array.from({ length: Math.min(width, items.length) }, lane);
  await Promise.allSettled(lanes);
  await Promise.all(lanes);
  return results;
}
