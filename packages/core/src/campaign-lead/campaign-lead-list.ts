import { mergeShards } from "@thaw/data/merge-shards";
import * as v from "valibot";
import { requireCampaign } from "../campaign/campaign.ts";
import { readTotals } from "../counter/counter.ts";
import { readIdCursor } from "../cursor.ts";
import { countHidden } from "../hidden-figures/hidden-figures.ts";
import { Lead } from "../lead/lead.schema.ts";
import { findLeads, toLead } from "../lead/lead-record.ts";
import { isHiddenLead } from "../lead/reach-leads.ts";
import { findMailboxes } from "../mailbox/mailbox.ts";
import { operation } from "../operation.ts";
import { Id, orderInput, PageInput, pageOf } from "../page.schema.ts";
import { CampaignLead } from "./campaign-lead.schema.ts";
import { type CampaignLeadRecord, dueAtOf, listShard, SHARDS } from "./campaign-lead.ts";
import { connectionOf, isHeld } from "./hold-lead.ts";

const Row = v.object({
  ...CampaignLead.entries,
  lead: v.optional(Lead),
  /** The address that writes to the lead; absent before the first mail and once its mailbox is deleted. */
  sender: v.optional(v.string()),
});

/** The leads of a campaign in the order in which they came to the account, or the other way round, with where each stands. */
export const listCampaignLeads = operation({
  permission: "leads:read",
  input: v.object({ campaign_id: Id, ...PageInput, ...orderInput("oldest") }),
  output: pageOf(Row),
  async run({ accountId, scope }, { campaign_id: campaignId, limit, cursor, order }) {
    await requireCampaign(accountId, campaignId);
    const after = readIdCursor(cursor);
    const isNewestFirst = order === "newest";
    const [records, [counts], hidden] = await Promise.all([
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
      countHidden({ accountId, scope }, campaignId),
    ]);
    const shown = records.slice(0, limit);
    const mailboxIds = new Set(shown.flatMap(({ mailboxId }) => mailboxId ?? []));
    const [leads, mailboxes] = await Promise.all([
      findLeads(
        accountId,
        shown.map(({ leadId }) => leadId),
      ),
      findMailboxes(accountId, [...mailboxIds]),
    ]);
    const senders = new Map(mailboxes.map(({ mailboxId, email }) => [mailboxId, email]));
    return {
      items: shown
        .filter(({ leadId }) => !isHiddenLead(scope, leads.get(leadId)))
        .map((record) =>
          toRow(record, leads.get(record.leadId), senders.get(record.mailboxId ?? 0)),
        ),
      cursor: records.length > limit ? String(shown.at(-1)?.leadId) : null,
      ...(counts?.["leads-added"] === undefined ? {} : { total: counts["leads-added"] - hidden }),
    };
  },
});

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
