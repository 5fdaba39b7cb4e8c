import { mergeShards } from "@thaw/data/merge-shards";
import * as v from "valibot";
import { requireCampaign } from "../../campaigns/campaign/campaign-record.ts";
import { CampaignLead } from "../../campaigns/campaign-lead/campaign-lead.schema.ts";
import {
  type CampaignLeadRecord,
  dueAtOf,
  findLeadEnrolments,
  listShard,
  SHARDS,
} from "../../campaigns/campaign-lead/campaign-lead.ts";
import { connectionOf, isHeld } from "../../campaigns/campaign-lead/hold-lead.ts";
import { countRestrictedLeads } from "../../campaigns/restricted-metric/restricted-metrics.ts";
import { readIdCursor } from "../../cursor.ts";
import type { Scope } from "../../kernel/access/scope.ts";
import { operation } from "../../operation.ts";
import { Id, orderInput, PageInput, pageOf } from "../../page.schema.ts";
import { readTotals } from "../../reporting/counter/counter.ts";
import { findMailboxes } from "../../senders/mailbox/mailbox-record.ts";
import { Lead } from "./lead.schema.ts";
import { listOf } from "./lead-filter.ts";
import { LeadFilters } from "./lead-list.schema.ts";
import { findPage } from "./lead-list.ts";
import { findLeads, type LeadRecord, toLead } from "./lead-record.ts";
import { seeLeads } from "./see-leads.ts";
import { isHiddenLead } from "./visible-leads.ts";

const Row = v.object({
  ...CampaignLead.entries,
  lead: v.optional(Lead),
  /** The address that writes to the lead; absent before the first mail and once its mailbox is deleted. */
  sender: v.optional(v.string()),
});

const ListCampaignLeads = v.object({
  campaign_id: Id,
  ...PageInput,
  ...orderInput("oldest"),
  search: LeadFilters.search,
  status: LeadFilters.status,
});
type Asked = v.InferOutput<typeof ListCampaignLeads>;
type Actor = { accountId: number; scope: Scope };
type Listed = {
  records: CampaignLeadRecord[];
  leads: Map<number, LeadRecord>;
  cursor: string | null;
  total?: number;
};

/**
 * The leads of a campaign in the order in which they came to the account, or the other way round, with where each stands. A
 * page of a list that is narrowed may hold fewer than `limit`, or none, and still have a cursor.
 */
export const listCampaignLeads = operation({
  permission: "leads:read",
  input: ListCampaignLeads,
  output: pageOf(Row),
  async run(actor, asked) {
    const { accountId, scope } = actor;
    await requireCampaign(accountId, asked.campaign_id);
    const isNarrow = Boolean(asked.search) || listOf(asked.status).length > 0;
    const { records, leads, ...page } = await (isNarrow ? readNarrow : readAll)(actor, asked);
    const mailboxIds = new Set(records.flatMap(({ mailboxId }) => mailboxId ?? []));
    const mailboxes = await findMailboxes(accountId, [...mailboxIds]);
    const senders = new Map(mailboxes.map(({ mailboxId, email }) => [mailboxId, email]));
    const seen = await seeLeads(accountId, scope, [...leads.values()], asked.campaign_id);
    const people = new Map(seen.map((lead) => [lead.leadId, lead]));
    return {
      items: records
        .filter(({ leadId }) => !isHiddenLead(scope, leads.get(leadId)))
        .map((record) =>
          toRow(record, people.get(record.leadId), senders.get(record.mailboxId ?? 0)),
        ),
      ...page,
    };
  },
});

async function readAll(
  { accountId, scope }: Actor,
  { campaign_id: campaignId, limit, cursor, order }: Asked,
): Promise<Listed> {
  const after = readIdCursor(cursor);
  const isNewestFirst = order === "newest";
  const [found, [counts], hidden] = await Promise.all([
    mergeShards<CampaignLeadRecord>({
      shards: SHARDS,
      limit: limit + 1,
      compare: (a, b) => (isNewestFirst ? b.leadId - a.leadId : a.leadId - b.leadId),
      read: (shard, last, count) =>
        listShard(
          { accountId, campaignId, shard },
          { limit: count, afterLeadId: last?.leadId ?? after, isNewestFirst },
        ),
    }),
    readTotals(accountId, [campaignId]),
    countRestrictedLeads({ accountId, scope }, campaignId),
  ]);
  const records = found.slice(0, limit);
  const ids = records.map(({ leadId }) => leadId);
  return {
    records,
    leads: await findLeads(accountId, ids),
    cursor: found.length > limit ? String(ids.at(-1)) : null,
    ...(counts?.["leads-added"] === undefined ? {} : { total: counts["leads-added"] - hidden }),
  };
}

/** By the same search as the account's leads, which reads the index of words (decision 20), narrowed to this campaign. */
async function readNarrow(
  actor: Actor,
  { campaign_id, limit, cursor, order, search, status }: Asked,
): Promise<Listed> {
  const found = await findPage(actor, { campaign_id, search, status, order }, { limit, cursor });
  const leads = new Map(found.leads.map((lead) => [lead.leadId, lead]));
  const wanted = found.leads.map(({ leadId }) => ({ leadId, campaignId: campaign_id }));
  const enrolments = await findLeadEnrolments(actor.accountId, wanted);
  const byLead = new Map(enrolments.map((enrolment) => [enrolment.leadId, enrolment]));
  return {
    records: found.leads.flatMap(({ leadId }) => byLead.get(leadId) ?? []),
    leads,
    cursor: found.cursor,
  };
}

function toRow(
  record: CampaignLeadRecord,
  lead: Parameters<typeof toLead>[0] | undefined,
  sender: string | undefined,
) {
  const next =
    record.scheduledAt ??
    (record.nextStep > 1 ? dueAtOf(record.due ?? "") || undefined : undefined);
  const connection = connectionOf(record);
  return {
    campaign_id: record.campaignId,
    lead_id: record.leadId,
    status: record.status,
    next_step: record.nextStep,
    ...(next ? { next_send_at: next } : {}),
    ...(record.mailboxId === undefined ? {} : { mailbox_id: record.mailboxId }),
    ...(record.stopReason ? { stop_reason: record.stopReason } : {}),
    ...(isHeld(record) ? { held_since: record.heldSince, held_for: record.heldFor } : {}),
    ...(connection ? { connection } : {}),
    ...(lead ? { lead: toLead(lead) } : {}),
    ...(sender ? { sender } : {}),
  };
}
