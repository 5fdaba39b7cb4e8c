import DataLoader from "dataloader";
import { batchGet, type PendingRead } from "./batch-get.ts";
import { memoize } from "./memoize.ts";

const MOST_KEYS = 100;

/**
 * Reads one record in the same request as all the others that are asked for in this turn of the event loop: callers that
 * work side by side need not know of each other to share a request. Nothing is remembered.
 *
 * @param consistent whether a write of the last moment must show; costs twice as much
 */
export function loadBatched<Item>(
  read: PendingRead<Item>,
  { consistent = false }: { consistent?: boolean } = {},
): Promise<Item | undefined> {
  const loader = consistent ? strong() : weak();
  return loader.load(read) as Promise<Item | undefined>;
}

/**
 * Gives what reads one record after the write that its caller waited for, as `loadBatched` does, but one request at a time: whoever
 * asks while one is under way shares the next. For what many ask alone, each at a moment of its own.
 */
export function strongReadsInTurn(): <Item>(read: PendingRead<Item>) => Promise<Item | undefined> {
  let underWay: Promise<unknown> = Promise.resolve();
  const loader = newLoader(
    (reads) => {
      const answer = batchGet(reads, { consistent: true });
      underWay = answer.catch(() => undefined);
      return answer;
    },
    (run) => void underWay.then(() => setImmediate(run)),
  );
  return <Item>(read: PendingRead<Item>) => loader.load(read) as Promise<Item | undefined>;
}

const strong = memoize(() => newLoader((reads) => batchGet(reads, { consistent: true })));
const weak = memoize(() => newLoader((reads) => batchGet(reads, { consistent: false })));

function newLoader(
  read: (reads: readonly PendingRead<unknown>[]) => Promise<readonly unknown[]>,
  schedule: (run: () => void) => void = setImmediate,
): DataLoader<PendingRead<unknown>, unknown> {
  return new DataLoader(read, {
    cache: false,
    maxBatchSize: MOST_KEYS,
    batchScheduleFn: schedule,
  });
}
