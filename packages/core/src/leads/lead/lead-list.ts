import { mergeShards } from "@thaw/data/merge-shards";
import { pageOptions } from "@thaw/data/page-options";
import { readLeadCredits } from "../../accounts/subscription-plan/lead-credit.ts";
import type { Actor } from "../../actor.ts";
import { readIdCursor } from "../../cursor.ts";
import { AppError } from "../../error.ts";
import { operation } from "../../operation.ts";
import { LeadEntity } from "./lead.entity.ts";
import { isLeadEmail, LeadPage } from "./lead.schema.ts";
import { isNarrow, type LeadTest, listOf, passes, seenBy, testOf } from "./lead-filter.ts";
import { isByText, type LeadFilters, ListLeads, type TextOrder } from "./lead-list.schema.ts";
import { findLeadIds, findLeads, LEAD_SHARDS, type LeadRecord, toLead } from "./lead-record.ts";
import { leadAs } from "./see-leads.ts";
import { MOST_SORTED, sortLeads } from "./sort-leads.ts";
import { leadsOfClients, leadVisibility } from "./visible-leads.ts";
import { walkLeads } from "./walk-leads.ts";

/** More campaigns than these are quicker told by their leads. */
const MOST_READ = 8;
/** How often a list that is to be sorted is looked through further. */
const MOST_LOOKS = 4;

type Page = { limit: number; cursor?: string | null | undefined };
type Found = { leads: LeadRecord[]; cursor: string | null; total?: number };

/**
 * The account's leads, newest first unless asked otherwise. A page of a narrowed list may hold fewer than `limit`, or none,
 * and still have a cursor: then only the leads up to there were looked at.
 */
export const listLeads = operation({
  permission: "leads:read",
  input: ListLeads,
  output: LeadPage,
  async run(actor, { limit, cursor, ...filters }) {
    const { leads, ...page } = await findPage(actor, filters, { limit, cursor });
    return { items: leads.map(toLead), ...page };
  },
});

/** One page of what `listLeads` lists, as records. @throws AppError invalid for a cursor that is not one of ours */
export async function findPage(
  actor: Pick<Actor, "accountId" | "scope">,
  filters: LeadFilters,
  { limit, cursor }: Page,
): Promise<Found> {
  const { order } = filters;
  if (isByText(order)) return sortedPage(actor, { ...filters, order }, { limit, cursor });
  const { accountId, scope } = actor;
  const visibility = await leadVisibility(accountId, scope);
  if (visibility?.campaigns.size === 0) return { leads: [], cursor: null };
  const who = {
    isVisible: visibility?.isVisible,
    see: visibility?.see,
    isOfClients: await leadsOfClients(accountId, listOf(filters.client_id)),
  };
  const test = { ...testOf(filters), ...who };
  const shown = shownIn(test, listOf(filters.campaign_id));
  if (filters.email)
    return shown(await byAddress(accountId, filters.email, { ...NO_TEST, ...who }));
  const walk = {
    accountId,
    test,
    campaignIds: campaignsToRead(listOf(filters.campaign_id), visibility?.campaigns),
    statuses: listOf(filters.status),
    isNewestFirst: filters.order === "newest",
  };
  return shown(
    await walkedPage(walk, filters.search ?? "", { limit, after: readIdCursor(cursor) }),
  );
}

const NO_TEST = testOf({ order: "newest" });

/** Leads as the caller sees them; where one campaign is asked for, with what that one knows. */
const shownIn =
  (test: LeadTest, [campaignId, ...others]: readonly number[]) =>
  ({ leads, ...page }: Found): Found => ({
    ...page,
    leads: leads.map((lead) => {
      if (campaignId === undefined || others.length > 0) return seenBy(test, lead);
      return leadAs(seenBy(test, lead), lead, campaignId);
    }),
  });

async function walkedPage(
  walk: Parameters<typeof walkLeads>[0],
  search: string,
  { limit, after }: { limit: number; after: number },
): Promise<Found> {
  const { accountId, test, campaignIds, statuses, isNewestFirst } = walk;
  const isInCampaigns = campaignIds.length + statuses.length > 0;
  if (!isInCampaigns && !isNarrow(test)) return all(accountId, { limit, after, isNewestFirst });
  // A whole address means one person, however far back.
  if (!isInCampaigns && after === 0 && isLeadEmail(search)) {
    const exact = await byAddress(accountId, search, test);
    if (exact.leads.some((lead) => passes(test, lead))) return exact;
  }
  const { leads, at } = await walkLeads(walk, { limit, after });
  return { leads, cursor: at === undefined ? null : String(at) };
}

/** For a user who sees few campaigns the leads of those are read, not all leads. */
function campaignsToRead(asked: readonly number[], visible?: ReadonlySet<number>): number[] {
  const isFew = asked.length === 0 && visible !== undefined && visible.size <= MOST_READ;
  return [...new Set(isFew ? visible : asked)];
}

/** @throws AppError invalid where the list is too long to be sorted by words */
async function sortedPage(
  actor: Pick<Actor, "accountId" | "scope">,
  { order, ...filters }: LeadFilters & { order: TextOrder },
  page: Page,
): Promise<Found> {
  const leads: LeadRecord[] = [];
  let cursor: string | null = null;
  let looks = 0;
  do {
    const limit = MOST_SORTED + 1 - leads.length;
    const found: Found = await findPage(actor, { ...filters, order: "newest" }, { limit, cursor });
    leads.push(...found.leads);
    cursor = found.cursor;
    looks += 1;
  } while (cursor !== null && leads.length <= MOST_SORTED && looks < MOST_LOOKS);
  if (cursor !== null || leads.length > MOST_SORTED) {
    throw AppError.at("invalid", "order", "lead.mostSorted", { most: MOST_SORTED });
  }
  return { ...sortLeads(leads, order, page), total: leads.length };
}

async function all(
  accountId: number,
  { limit, after, isNewestFirst }: { limit: number; after: number; isNewestFirst: boolean },
): Promise<Found> {
  const [page, { leads: total }] = await Promise.all([
    mergeShards<LeadRecord>({
      shards: LEAD_SHARDS,
      limit: limit + 1,
      compare: (a, b) => (isNewestFirst ? b.leadId - a.leadId : a.leadId - b.leadId),
      read: (shard, last, count) =>
        readShard({ accountId, shard }, { after: last?.leadId ?? after, count, isNewestFirst }),
    }),
    readLeadCredits(accountId),
  ]);
  const leads = page.slice(0, limit);
  const last = page.length > limit ? leads.at(-1) : undefined;
  return { leads, cursor: last ? String(last.leadId) : null, total };
}

async function readShard(
  partition: { accountId: number; shard: number },
  { after, count, isNewestFirst }: { after: number; count: number; isNewestFirst: boolean },
): Promise<LeadRecord[]> {
  const query = LeadEntity.query.byId(partition);
  const order = isNewestFirst ? "desc" : "asc";
  if (after === 0) return (await query.go({ ...pageOptions(count), order })).data;
  const rest = isNewestFirst ? query.lt({ leadId: after }) : query.gt({ leadId: after });
  return (await rest.go({ ...pageOptions(count), order })).data;
}

async function byAddress(accountId: number, email: string, test: LeadTest): Promise<Found> {
  const [leadId] = await findLeadIds(accountId, [email]);
  const lead = leadId && (await findLeads(accountId, [leadId])).get(leadId);
  return { leads: lead && passes(test, lead) ? [lead] : [], cursor: null };
}
