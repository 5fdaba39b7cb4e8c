import { memoize } from "@thaw/data/memoize";
import { mergeShards } from "@thaw/data/merge-shards";
import type { LeadStatus } from "../../campaigns/campaign-lead/campaign-lead.schema.ts";
import {
  type CampaignLeadRecord,
  findLeadEnrolments,
  listShard,
  SHARDS,
} from "../../campaigns/campaign-lead/campaign-lead.ts";
import { findCandidates } from "../lead-search/find-candidates.ts";
import { LeadEntity } from "./lead.entity.ts";
import { conditionOf, type LeadTest, passes, seenBy } from "./lead-filter.ts";
import { findLeads, LEAD_SHARDS, type LeadRecord } from "./lead-record.ts";

/** One request looks at no more stretches than this; a list then says that it has not come to its end. */
const MOST_STRETCHES = 5;
/** Ids of the first stretch of the account; each further one is twice as long. */
const FIRST_STRETCH = 1_000;
/** Ids of the first stretch of a search by words, which goes on by their index, */
const FIRST_OF_SEARCH = 500;
/** unless this share of them was found: then reading on from lead to lead is less work. */
const COMMON = 0.03;
/** Where the places of each lead have to be read besides, or the leads of each place. */
const EVEN_STRETCH = 400;

/** So many leads that may have the words of a search are read for one stretch, */
const MOST_TESTED = 1_000;
/** and so many of them at once: one request of the table takes no more. */
const MOST_AT_ONCE = 100;
const FEWEST_AT_ONCE = 20;

type Asked = {
  accountId: number;
  test: LeadTest;
  campaignIds: readonly number[];
  statuses: readonly LeadStatus[];
  isNewestFirst: boolean;
};
type Walk = Asked & { newest: () => Promise<number> };

/**
 * `at`: everything up to this lead has been looked at, itself included. `share`: how many of the leads that were looked at
 * were found, where every lead was.
 */
type Stretch = { leads: LeadRecord[]; at: number; isEnd: boolean; share?: number };

/**
 * Leads that pass every filter, in the order of their ids. Reads keys of one account or of the given campaigns in
 * stretches, never the table, and stops after some of them although fewer than `limit` were found. After the first stretch,
 * which is as new as the table is, a search by words reads what their index tells; where they are too common for that, it goes
 * on from lead to lead.
 *
 * @param after the lead behind which to begin; 0 for the beginning
 * @returns `at`: where to go on; undefined at the end
 */
export async function walkLeads(
  asked: Asked,
  { limit, after }: { limit: number; after: number },
): Promise<{ leads: LeadRecord[]; at: number | undefined }> {
  const walk = { ...asked, newest: memoize(() => newestId(asked.accountId)) };
  const found: LeadRecord[] = [];
  let at = after;
  let share: number | undefined;
  for (let turn = 0; turn < MOST_STRETCHES; turn++) {
    const stretch = await nextStretch(walk, at, { turn, limit: limit - found.length, share });
    found.push(...stretch.leads);
    ({ at, share } = stretch);
    const shown = found.slice(0, limit);
    if (found.length > limit) return { leads: shown, at: shown.at(-1)?.leadId };
    if (stretch.isEnd) return { leads: shown, at: undefined };
    if (found.length === limit) return { leads: shown, at };
  }
  return { leads: found, at };
}

type Turn = { turn: number; limit: number; share: number | undefined };

async function nextStretch(walk: Walk, at: number, { turn, limit, share = 0 }: Turn) {
  const isBySearch = walk.test.words.length > 0;
  const longest = FIRST_STRETCH * 2 ** turn;
  if (isBySearch && turn > 0) {
    // A little more than it takes if the next leads are as the last.
    if (share >= COMMON) {
      const length = Math.ceil((1.2 * (limit + 1)) / share);
      return stretchOfAccount(walk, at, Math.min(length, longest));
    }
    const stretch = await stretchBySearch(walk, at, { turn, limit });
    if (stretch) return stretch;
  }
  if (walk.campaignIds.length > 0) return stretchOfCampaigns(walk, at);
  if (walk.statuses.length > 0) return stretchOfAccount(walk, at, EVEN_STRETCH);
  return stretchOfAccount(walk, at, isBySearch && turn === 0 ? FIRST_OF_SEARCH : longest);
}

/** The ids that are still to be looked at. */
async function restOf({ isNewestFirst, newest }: Walk, at: number) {
  if (!isNewestFirst) return { from: at + 1, to: await newest() };
  return { from: 1, to: at > 0 ? at - 1 : await newest() };
}

/** By the index of words, twice as many ranges of ids each turn; undefined where that cannot help. */
async function stretchBySearch(
  walk: Walk,
  at: number,
  { turn, limit }: { turn: number; limit: number },
): Promise<Stretch | undefined> {
  const { accountId, test, isNewestFirst } = walk;
  const rest = await restOf(walk, at);
  if (rest.to < rest.from) return { leads: [], at, isEnd: true };
  const where = { ...rest, isNewestFirst, ranges: 2 ** (turn - 1) };
  const candidates = await findCandidates(accountId, test.words, where);
  if (!candidates) return undefined;
  const found: LeadRecord[] = [];
  let tested = 0;
  while (tested < candidates.ids.length) {
    if (found.length > limit || tested >= MOST_TESTED) {
      return { leads: found, at: candidates.ids[tested - 1] ?? at, isEnd: false };
    }
    const wanted = Math.max(limit + 1 - found.length, FEWEST_AT_ONCE);
    const ids = candidates.ids.slice(tested, tested + Math.min(wanted, MOST_AT_ONCE));
    const known = await findLeads(accountId, ids);
    found.push(...(await stillMatching(walk, inTurn(ids, known))));
    tested += ids.length;
  }
  return {
    leads: found,
    at: candidates.at,
    isEnd: candidates.at === (isNewestFirst ? rest.from : rest.to),
  };
}

const inTurn = (ids: readonly number[], leads: ReadonlyMap<number, LeadRecord>) =>
  ids.flatMap((id) => leads.get(id) ?? []);

async function stretchOfAccount(walk: Walk, after: number, length: number): Promise<Stretch> {
  const { accountId, test, isNewestFirst } = walk;
  const rest = await restOf(walk, after);
  const from = isNewestFirst ? Math.max(rest.to - length + 1, rest.from) : rest.from;
  const to = isNewestFirst ? rest.to : Math.min(rest.from + length - 1, rest.to);
  const isEnd = isNewestFirst ? from === rest.from : to === rest.to;
  const at = isNewestFirst ? from : to;
  if (to < from) return { leads: [], at: after, isEnd: true };
  const parts = await Promise.all(
    Array.from({ length: LEAD_SHARDS }, async (_, shard) => {
      const { data } = await LeadEntity.query
        .byId({ accountId, shard })
        .between({ leadId: from }, { leadId: to })
        .where((row, op) => conditionOf(test, row as never, op as never))
        .go({ pages: "all" });
      return data;
    }),
  );
  const found = await stillMatching(walk, parts.flat().sort(inOrder(walk)));
  return { leads: found, at, isEnd, share: found.length / (to - from + 1) };
}

const inOrder =
  ({ isNewestFirst }: Walk) =>
  (a: { leadId: number }, b: { leadId: number }) =>
    isNewestFirst ? b.leadId - a.leadId : a.leadId - b.leadId;

async function newestId(accountId: number): Promise<number> {
  const last = await Promise.all(
    Array.from({ length: LEAD_SHARDS }, async (_, shard) => {
      const { data } = await LeadEntity.query
        .byId({ accountId, shard })
        .go({ limit: 1, order: "desc" });
      return data[0]?.leadId ?? 0;
    }),
  );
  return Math.max(...last);
}

/** Those of these leads that pass every filter. */
async function stillMatching(walk: Walk, given: readonly LeadRecord[]): Promise<LeadRecord[]> {
  const passing = given.filter((lead) => passes(walk.test, lead));
  const isAsked = (id: number) => walk.campaignIds.length === 0 || walk.campaignIds.includes(id);
  const placed = passing.map((lead) => ({
    lead,
    campaignIds: [...(seenBy(walk.test, lead).campaignIds ?? [])].filter(isAsked),
  }));
  if (walk.statuses.length === 0) {
    const isAnywhere = walk.campaignIds.length === 0;
    return placed.flatMap(({ lead, campaignIds }) =>
      isAnywhere || campaignIds.length > 0 ? [lead] : [],
    );
  }
  const enrolments = await findLeadEnrolments(
    walk.accountId,
    placed.flatMap(({ lead: { leadId }, campaignIds }) =>
      campaignIds.map((campaignId) => ({ leadId, campaignId })),
    ),
  );
  const there = new Set(
    enrolments.flatMap(({ leadId, status }) => (walk.statuses.includes(status) ? [leadId] : [])),
  );
  return passing.filter(({ leadId }) => there.has(leadId));
}

async function stretchOfCampaigns(walk: Walk, after: number): Promise<Stretch> {
  const { accountId, campaignIds, statuses, isNewestFirst, test } = walk;
  const enrolments = await mergeShards<CampaignLeadRecord>({
    shards: campaignIds.length * SHARDS,
    limit: EVEN_STRETCH,
    compare: inOrder(walk),
    read: (source, last, count) => {
      const campaignId = campaignIds[Math.floor(source / SHARDS)] ?? 0;
      return listShard(
        { accountId, campaignId, shard: source % SHARDS },
        { limit: count, afterLeadId: last?.leadId ?? after, isNewestFirst },
      );
    },
  });
  const last = enrolments.at(-1)?.leadId ?? after;
  const isEnd = enrolments.length < EVEN_STRETCH;
  // The last lead may stand in another campaign that this stretch did not come to.
  const whole = isEnd ? enrolments : enrolments.filter(({ leadId }) => leadId !== last);
  const asked = whole.filter(({ status }) => statuses.length === 0 || statuses.includes(status));
  const ids = [...new Set(asked.map(({ leadId }) => leadId))];
  const known = await findLeads(accountId, ids);
  return {
    leads: inTurn(ids, known).filter((lead) => passes(test, lead)),
    at: whole.at(-1)?.leadId ?? last,
    isEnd,
  };
}
