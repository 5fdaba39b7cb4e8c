import { LEAD_SHARDS } from "../lead/lead-record.ts";
import { LeadPostingEntity } from "./lead-posting.entity.ts";
import { cutTerm, RANGE, rangeOf } from "./lead-posting.ts";

/** A word that so many leads of a partition have is common: 3 % of a full one, so that reading on from lead to lead finds a page soon. */
const MOST_POSTINGS = 500;
/** So few are read at once: another word need not be looked up. */
const FEW = 100;

/** The leads `from` … `to`, both included, from whichever end is asked. */
export type Ids = { from: number; to: number; isNewestFirst: boolean };

/**
 * Which leads may have all of these words, of the first `ranges` ranges of ids: every lead that has them is among these, but for
 * the leads of the last seconds. The lead itself tells the rest.
 *
 * @returns the ids in the order asked, and the last id for which that holds; undefined where all words are common to begin with
 */
export async function findCandidates(
  accountId: number,
  words: readonly string[],
  ids: Ids & { ranges: number },
): Promise<{ ids: number[]; at: number } | undefined> {
  const { from, to, isNewestFirst } = ids;
  const own = rangesOf(ids);
  // The longest is likely the rarest.
  const longestFirst = words.toSorted((a, b) => b.length - a.length);
  const found = await Promise.all(own.map((range) => findIn({ accountId, range }, longestFirst)));
  const common = found.indexOf(undefined);
  const last = own[common === -1 ? own.length - 1 : common - 1];
  if (last === undefined) return undefined;
  const whole = common === -1 ? found : found.slice(0, common);
  const among = whole
    .flatMap((each) => [...(each ?? [])])
    .filter((leadId) => leadId >= from && leadId <= to)
    .sort((a, b) => (isNewestFirst ? b - a : a - b));
  const at = isNewestFirst ? Math.max(from, last * RANGE) : Math.min(to, (last + 1) * RANGE - 1);
  return { ids: among, at };
}

function rangesOf({ from, to, isNewestFirst, ranges }: Ids & { ranges: number }): number[] {
  const [first, last] = [rangeOf(from), rangeOf(to)];
  const count = Math.min(ranges, last - first + 1);
  return Array.from({ length: count }, (_, at) => (isNewestFirst ? last - at : first + at));
}

type Range = { accountId: number; range: number };

async function findIn(range: Range, words: readonly string[]): Promise<Set<number> | undefined> {
  let known: Set<number> | undefined;
  for (const word of words) {
    // One that many more leads have than are known leaves hardly any out.
    const most = known ? Math.ceil((2 * known.size) / LEAD_SHARDS) : MOST_POSTINGS;
    const ids = await findWord(range, word, most);
    if (!ids) continue;
    const both = known;
    known = new Set(both ? ids.filter((id) => both.has(id)) : ids);
    if (known.size <= FEW) break;
  }
  return known;
}

/** Undefined for a word that more leads have. */
async function findWord(range: Range, word: string, most: number): Promise<number[] | undefined> {
  const parts = await Promise.all(
    Array.from({ length: LEAD_SHARDS }, async (_, shard) => {
      const { data } = await LeadPostingEntity.query
        .byTerm({ ...range, shard })
        .begins({ term: cutTerm(word) })
        .go({ limit: most, attributes: ["leadId"], data: "raw", ignoreOwnership: true });
      return ((data as { Items?: { leadId: number }[] }).Items ?? []).map(({ leadId }) => leadId);
    }),
  );
  return parts.some(({ length }) => length >= most) ? undefined : parts.flat();
}
