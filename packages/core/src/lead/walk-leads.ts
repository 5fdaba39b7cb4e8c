import { mergeShards } from "@thaw/data/merge-shards";
import type { LeadStatus } from "../campaign-lead/campaign-lead.schema.ts";
import {
  type CampaignLeadRecord,
  findPlaces,
  listShard,
  SHARDS,
} from "../campaign-lead/campaign-lead.ts";
import { LeadEntity } from "./lead.entity.ts";
import { conditionOf, type LeadTest, passes } from "./lead-filter.ts";
import { findLeads, LEAD_SHARDS, type LeadRecord } from "./lead-record.ts";

/** One request looks at no more stretches than this; a list then says that it has not come to its end. */
const MOST_STRETCHES = 5;
/** Ids of the first stretch of the account; each further one is twice as long. */
const FIRST_STRETCH = 1_000;
/** Where the places of each lead have to be read besides, or the leads of each place. */
const EVEN_STRETCH = 400;

type Walk = {
  accountId: number;
  test: LeadTest;
  campaignIds: readonly number[];
  statuses: readonly LeadStatus[];
  isNewestFirst: boolean;
};

/** `at`: everything up to this lead has been looked at, itself included. */
type Stretch = { leads: LeadRecord[]; at: number; isEnd: boolean };

/**
 * Leads that pass every filter, in the order of their ids. Reads keys of one account or of the given campaigns in
 * stretches, never the table, and stops after some of them although fewer than `limit` were found.
 *
 * @param after the lead behind which to begin; 0 for the beginning
 * @returns `at`: where to go on; undefined at the end
 */
export async function walkLeads(
  walk: Walk,
  { limit, after }: { limit: number; after: number },
): Promise<{ leads: LeadRecord[]; at: number | undefined }> {
  const found: LeadRecord[] = [];
  let at = after;
  for (let turn = 0; turn < MOST_STRETCHES; turn++) {
    const stretch = await (walk.campaignIds.length > 0
      ? stretchOfCampaigns(walk, at)
      : stretchOfAccount(walk, at, turn));
    found.push(...stretch.leads);
    at = stretch.at;
    const shown = found.slice(0, limit);
    if (found.length > limit) return { leads: shown, at: shown.at(-1)?.leadId };
    if (stretch.isEnd) return { leads: shown, at: undefined };
    if (found.length === limit) return { leads: shown, at };
  }
  return { leads: found, at };
}

async function stretchOfAccount(walk: Walk, after: number, turn: number): Promise<Stretch> {
  const { accountId, test, isNewestFirst, statuses } = walk;
  const newest = isNewestFirst && after > 0 ? after - 1 : await newestId(accountId);
  const length = statuses.length > 0 ? EVEN_STRETCH : FIRST_STRETCH * 2 ** turn;
  const from = isNewestFirst ? Math.max(newest - length + 1, 1) : after + 1;
  const to = isNewestFirst ? newest : Math.min(after + length, newest);
  const isEnd = isNewestFirst ? from <= 1 : to >= newest;
  const at = isNewestFirst ? from : to;
  if (to < from) return { leads: [], at, isEnd: true };
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
  const leads = parts.flat().filter((lead) => passes(test, lead));
  const standing = statuses.length > 0 ? await withStatus(walk, leads) : leads;
  return { leads: standing.sort(inOrder(walk)), at, isEnd };
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

async function withStatus(
  { accountId, statuses }: Walk,
  leads: readonly LeadRecord[],
): Promise<LeadRecord[]> {
  const places = await findPlaces(
    accountId,
    leads.flatMap(({ leadId, campaignIds = [] }) =>
      [...campaignIds].map((campaignId) => ({ leadId, campaignId })),
    ),
  );
  const standing = new Set(
    places.flatMap(({ leadId, status }) => (statuses.includes(status) ? [leadId] : [])),
  );
  return leads.filter(({ leadId }) => standing.has(leadId));
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
  const standing = whole.filter(({ status }) => statuses.length === 0 || statuses.includes(status));
  const ids = [...new Set(standing.map(({ leadId }) => leadId))];
  const leads = await findLeads(accountId, ids);
  return {
    leads: ids.flatMap((id) => leads.get(id) ?? []).filter((lead) => passes(test, lead)),
    at: whole.at(-1)?.leadId ?? last,
    isEnd,
  };
}
