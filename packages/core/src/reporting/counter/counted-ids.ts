import { createHash } from "node:crypto";
import { HOUR_MS } from "../../duration.ts";
import type { EpochMs } from "../../instant.schema.ts";

/** A batch of the stream has at most so many events. */
const LONGEST_BATCH = 100;
/** A batch with failing records is counted in parts, and again with each try (decision 46). */
const MOST_CALLS = 48;
/** The stream gives a batch up after ten tries, which takes less than this. */
const KEPT_MS = 2 * HOUR_MS;

/**
 * Which events a row of figures counted last, by source. A source is the UTC day of the events: those of a campaign's day share
 * a partition of the table, so that one shard of the stream delivers them, in order. `ids` holds a word for each call.
 */
export type CountedIds = Record<string, { ids: string; at: EpochMs }>;

const ID_LENGTH = 6;

/** 36 bits: of a thousand million events one is taken for another of the hundred before it. */
const shortId = (id: string) =>
  createHash("sha256").update(id).digest("base64url").slice(0, ID_LENGTH);

/** Tells of an event whether it is among those that the row counted last. */
export function knownTo(counted: CountedIds): (event: { id: string; source: string }) => boolean {
  const known = new Set(
    Object.entries(counted).flatMap(([source, { ids }]) =>
      ids.split(" ").flatMap((word) => idsIn(word).map((id) => `${source} ${id}`)),
    ),
  );
  return ({ id, source }) => known.has(`${source} ${shortId(id)}`);
}

/**
 * Adds the events of one call. What no retried batch can bring again is dropped: a row that is written with each event is
 * paid for by its length.
 */
export function remember(
  counted: CountedIds,
  events: readonly { id: string; source: string }[],
  at: EpochMs,
): CountedIds {
  const next = Object.fromEntries(
    Object.entries(counted).filter(([, { at: last }]) => at - last < KEPT_MS),
  );
  for (const source of new Set(events.map((event) => event.source))) {
    const word = events
      .filter((event) => event.source === source)
      .map(({ id }) => shortId(id))
      .join("");
    next[source] = { ids: trim([...(next[source]?.ids.split(" ") ?? []), word]).join(" "), at };
  }
  return next;
}

/** The newest calls that hold whatever one batch may have brought. */
function trim(words: readonly string[]): string[] {
  const kept: string[] = [];
  let count = 0;
  for (const word of words.toReversed()) {
    if (count >= LONGEST_BATCH || kept.length === MOST_CALLS) break;
    kept.unshift(word);
    count += word.length / ID_LENGTH;
  }
  return kept;
}

const idsIn = (word: string) => word.match(/.{6}/g) ?? [];
