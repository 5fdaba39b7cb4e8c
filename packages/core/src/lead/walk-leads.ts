import { mergeShards } from "@thaw/data/merge-shards";
import type { LeadStatus } from "../campaign-lead/campaign-lead.schema.ts";
import {
  type CampaignLeadRecord,
  findPlaces,
  listShard,
  SHARDS,
} from "../campaign-lead/campaign-lead.ts";
import { findCandidates } from "../lead-search/find-candidates.ts";
import { LeadEntity } from "./lead.entity.ts";
import { conditionOf, type LeadTest, passes } from "./lead-filter.ts";
import { findLeads, LEAD_SHARDS, type LeadRecord } from "./lead-record.ts";

/** One request looks at no more stretches than this; a list then says that it has not come to its end. */
const MOST_STRETCHES = 5;
/** Ids of the first stretch of the account; each further one is twice as long. */
const FIRST_STRETCH = 1_000;
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

/** `at`: everything up to this lead has been looked at, itself included. */
type Stretch = { leads: LeadRecord[]; at: number; isEnd: boolean };

/**
 * Leads that pass every filter, in the order of their ids. Reads keys of one account or of the given campaigns in
 * stretches, never the table, and stops after some of them although fewer than `limit` were found. After the first stretch,
 * which is as new as the table is, a search by words reads what it found by their index; where every word is too common for
 * that, it goes on from lead to lead.
 *
 * @param after the lead behind which to begin; 0 for the beginning
 * @returns `at`: where to go on; undefined at the end
 */
export async function walkLeads(
  asked: Asked,
  { limit, after }: { limit: number; after: number },
): Promise<{ leads: LeadRecord[]; at: number | undefined }> {
  const walk = { ...asked, newest: once(() => newestId(asked.accountId)) };
  const found: LeadRecord[] = [];
  let at = after;
  for (let turn = 0; turn < MOST_STRETCHES; turn++) {
    const stretch =
      (await stretchByWords(walk, at, { turn, limit: limit - found.length })) ??
      (await (walk.campaignIds.length > 0
        ? stretchOfCampaigns(walk, at)
        : stretchOfAccount(walk, at, turn)));
    found.push(...stretch.leads);
    at = stretch.at;
    const shown = found.slice(0, limit);
    if (found.length > limit) return { leads: shown, at: shown.at(-1)?.leadId };
    if (stretch.isEnd) return { leads: shown, at: undefined };
    if (found.length === limit) return { leads: shown, at };
  }
  return { leads: found, at };
}

function once<Value>(work: () => Promise<Value>): () => Promise<Value> {
  let known: Promise<Value> | undefined;
  return () => {
    known ??= work();
    return known;
  };
}

/** The ids that are still to be looked at. */
async function restOf({ isNewestFirst, newest }: Walk, at: number) {
  if (!isNewestFirst) return { from: at + 1, to: await newest() };
  return { from: 1, to: at > 0 ? at - 1 : await newest() };
}

/** By the index of words, twice as many ranges of ids each turn; undefined where that cannot help. */
async function stretchByWords(
  walk: Walk,
  at: number,
  { turn, limit }: { turn: number; limit: number },
): Promise<Stretch | undefined> {
  const { accountId, test, isNewestFirst } = walk;
  if (turn === 0 || test.words.length === 0) return undefined;
  const rest = await restOf(walk, at);
  if (rest.to < rest.from) return { leads: [], at, isEnd: true };
  const asked = { ...rest, isNewestFirst, ranges: 2 ** (turn - 1) };
  const found = await findCandidates(accountId, test.words, asked);
  if (!found) return undefined;
  const leads: LeadRecord[] = [];
  let tested = 0;
  while (tested < found.ids.length) {
    if (leads.length > limit || tested >= MOST_TESTED) {
      return { leads, at: found.ids[tested - 1] ?? at, isEnd: false };
    }
    const wanted = Math.max(limit + 1 - leads.length, FEWEST_AT_ONCE);
    const ids = found.ids.slice(tested, tested + Math.min(wanted, MOST_AT_ONCE));
    const read = await findLeads(accountId, ids);
    leads.push(...(await standing(walk, inTurn(ids, read))));
    tested += ids.length;
  }
  return { leads, at: found.at, isEnd: found.at === (isNewestFirst ? rest.from : rest.to) };
}

const inTurn = (ids: readonly number[], leads: ReadonlyMap<number, LeadRecord>) =>
  ids.flatMap((id) => leads.get(id) ?? []);

async function stretchOfAccount(walk: Walk, after: number, turn: number): Promise<Stretch> {
  const { accountId, test, isNewestFirst, statuses } = walk;
  const rest = await restOf(walk, after);
  const length = statuses.length > 0 ? EVEN_STRETCH : FIRST_STRETCH * 2 ** turn;
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
  return { leads: await standing(walk, parts.flat().sort(inOrder(walk))), at, isEnd };
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
async function standing(walk: Walk, leads: readonly LeadRecord[]): Promise<LeadRecord[]> {
  const passing = leads.filter((lead) => passes(walk.test, lead));
  const isAsked = (id: number) => walk.campaignIds.length === 0 || walk.campaignIds.includes(id);
  const placed = passing.map((lead) => ({
    lead,
    campaignIds: [...(lead.campaignIds ?? [])].filter(isAsked),
  }));
  if (walk.statuses.length === 0) {
    const isAnywhere = walk.campaignIds.length === 0;
    return placed.flatMap(({ lead, campaignIds }) =>
      isAnywhere || campaignIds.length > 0 ? [lead] : [],
    );
  }
  const places = await findPlaces(
    walk.accountId,
    placed.flatMap(({ lead: { leadId }, campaignIds }) =>
      campaignIds.map((campaignId) => ({ leadId, campaignId })),
    ),
  );
  const there = new Set(
    places.flatMap(({ leadId, status }) => (walk.statuses.includes(status) ? [leadId] : [])),
  );
  return passing.filter(({ leadId }) => there.has(leadId));
}

async function stretchOfCampaigns(walk: Walk, after: number): Promise<Stretch> {
  const { accountId, campaignIds, statuses, isNewestFirst, test } = walk;
  const places = await mergeShards<CampaignLeadRecord>({
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
  const last = places.at(-1)?.leadId ?? after;
  const isEnd = places.length < EVEN_STRETCH;
  // The last lead may stand in another campaign that this stretch did not come to.
  const whole = isEnd ? places : places.filter(({ leadId }) => leadId !== last);
  const asked = whole.filter(({ status }) => statuses.length === 0 || statuses.includes(status));
  const ids = [...new Set(asked.map(({ leadId }) => leadId))];
  const leads = await findLeads(accountId, ids);
  return {
    leads: inTurn(ids, leads).filter((lead) => passes(test, lead)),
    at: whole.at(-1)?.leadId ?? last,
    isEnd,
  };
}
