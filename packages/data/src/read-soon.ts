import DataLoader from "dataloader";
import { type PendingRead, readTogether } from "./read-together.ts";

const MOST_KEYS = 100;

/**
 * Reads one record in the same request as all the others that are asked for in this turn of the event loop: callers that
 * work side by side need not know of each other to share a request. Nothing is remembered.
 *
 * @param consistent whether a write of the last moment must show; costs twice as much
 */
export function readSoon<Item>(
  read: PendingRead<Item>,
  { consistent = false }: { consistent?: boolean } = {},
): Promise<Item | undefined> {
  const loader = consistent ? strong() : weak();
  return loader.load(read) as Promise<Item | undefined>;
}

const strong = lazily(() => newLoader({ consistent: true }));
const weak = lazily(() => newLoader({ consistent: false }));

function newLoader(options: { consistent: boolean }): DataLoader<PendingRead<unknown>, unknown> {
  return new DataLoader((reads) => readTogether(reads, options), {
    cache: false,
    maxBatchSize: MOST_KEYS,
    batchScheduleFn: (run) => setImmediate(run),
  });
}

function lazily<Value>(make: () => Value): () => Value {
  let made: Value | undefined;
  return () => {
    made ??= make();
    return made;
  };
}
