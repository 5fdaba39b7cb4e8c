/**
 * The first `limit` records of a list that is spread over partitions, in order. Of each partition only a share is read
 * at first, and what is missing of those whose records all came to the top: with even partitions this reads little more than
 * it gives, and where one holds everything it is asked twice.
 *
 * @param read gives up to `count` records of one partition that come after `after`, in order; fewer mean its end
 */
export async function mergeShards<Item>({
  shards,
  limit,
  compare,
  read,
}: {
  shards: number;
  limit: number;
  compare: (a: Item, b: Item) => number;
  read: (shard: number, after: Item | undefined, count: number) => Promise<Item[]>;
}): Promise<Item[]> {
  const share = Math.min(limit, Math.ceil(limit / shards) + 2);
  const refill = async (source: Source<Item>, count: number) => {
    const items = await read(source.shard, source.last, count);
    source.waiting = items;
    source.last = items.at(-1) ?? source.last;
    source.isAtEnd = items.length < count;
  };
  const sources = Array.from(
    { length: shards },
    (_, shard): Source<Item> => ({ shard, waiting: [], last: undefined, isAtEnd: false }),
  );
  const merged: Item[] = [];
  await Promise.all(sources.map((source) => refill(source, share)));
  while (merged.length < limit) {
    let first: Source<Item> | undefined;
    for (const source of sources) {
      // It may hold all the rest: then that is one more request, not one for each share.
      if (source.waiting.length === 0 && !source.isAtEnd) {
        await refill(source, limit - merged.length);
      }
      const [candidate] = source.waiting;
      const [best] = first?.waiting ?? [];
      if (candidate === undefined) continue;
      if (best === undefined || compare(candidate, best) < 0) first = source;
    }
    const next = first?.waiting.shift();
    if (next === undefined) break;
    merged.push(next);
  }
  return merged;
}

type Source<Item> = {
  shard: number;
  waiting: Item[];
  last: Item | undefined;
  isAtEnd: boolean;
};
