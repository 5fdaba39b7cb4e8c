import { mergeShards } from "@thaw/data/merge-shards";
import * as v from "valibot";
import { requireCampaign } from "../campaign/campaign.ts";
import { readTotals } from "../counter/counter.ts";
import { Lead } from "../lead/lead.schema.ts";
import { findLeads, toLead } from "../lead/lead-record.ts";
import { operation } from "../operation.ts";
import { Id, PageInput, pageOf } from "../page.schema.ts";
import { CampaignLead } from "./campaign-lead.schema.ts";
import { type CampaignLeadRecord, dueAtOf, listShard, SHARDS } from "./campaign-lead.ts";

const Row = v.object({ ...CampaignLead.entries, lead: v.optional(Lead) });

/** The leads of a campaign in the order in which they came to the account, with where each stands. */
export const listCampaignLeads = operation({
  permission: "leads:read",
  input: v.object({ campaign_id: Id, ...PageInput }),
  output: pageOf(Row),
  async run({ accountId }, { campaign_id: campaignId, limit, cursor }) {
    await requireCampaign(accountId, campaignId);
    const after = Number(cursor ?? 0);
    const [records, [counts]] = await Promise.all([
      mergeShards<CampaignLeadRecord>({
        shards: SHARDS,
        limit: limit + 1,
        compare: (a, b) => a.leadId - b.leadId,
        read: (shard, last, count) =>
          listShard(
            { accountId, campaignId, shard },
            { limit: count, afterLeadId: last?.leadId ?? after },
          ),
      }),
      readTotals(accountId, [campaignId]),
    ]);
    const shown = records.slice(0, limit);
    const leads = await findLeads(
      accountId,
      shown.map(({ leadId }) => leadId),
    );
    return {
      items: shown.map((record) => toRow(record, leads.get(record.leadId))),
      cursor: records.length > limit ? String(shown.at(-1)?.leadId) : null,
      ...(counts?.["leads-added"] === undefined ? {} : { total: counts["leads-added"] }),
    };
  },
});

function toRow(record: CampaignLeadRecord, lead: Parameters<typeof toLead>[0] | undefined) {
  const next =
    record.scheduledAt ??
    (record.nextStep > 1 ? dueAtOf(record.due ?? "") || undefined : undefined);
  return {
    campaign_id: record.campaignId,
    lead_id: record.leadId,
    status: record.status,
    next_step: record.nextStep,
    ...(next ? { next_send_at: next } : {}),
    ...(record.mailboxId === undefined ? {} : { mailbox_id: record.mailboxId }),
    ...(record.stopReason ? { stop_reason: record.stopReason } : {}),
    ...(lead ? { lead: toLead(lead) } : {}),
  };
}
