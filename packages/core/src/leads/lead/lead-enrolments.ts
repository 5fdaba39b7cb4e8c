import * as v from "valibot";
import { CAMPAIGN_STATUSES } from "../../campaigns/campaign/campaign.schema.ts";
import { findCampaigns } from "../../campaigns/campaign/campaign-record.ts";
import { CampaignLead } from "../../campaigns/campaign-lead/campaign-lead.schema.ts";
import { findLeadEnrolments } from "../../campaigns/campaign-lead/campaign-lead.ts";
import { operation } from "../../operation.ts";
import { Id, MAX_PAGE } from "../../page.schema.ts";
import { findLeads } from "./lead-record.ts";
import { visibleEnrolments } from "./visible-leads.ts";

export const LeadEnrolment = v.object({
  ...CampaignLead.entries,
  campaign_name: v.string(),
  campaign_status: v.picklist(CAMPAIGN_STATUSES),
  parent_id: v.optional(v.number()),
  step_count: v.number(),
  enrolled_at: v.string(),
});
export type LeadEnrolment = v.InferOutput<typeof LeadEnrolment>;

/** Where some leads stand in their campaigns, newest campaign first; those of deleted campaigns are left out. */
export const listLeadEnrolments = operation({
  permission: "leads:read",
  input: v.object({ lead_ids: v.pipe(v.array(Id), v.maxLength(MAX_PAGE)) }),
  output: v.object({ items: v.array(LeadEnrolment) }),
  async run({ accountId, scope }, { lead_ids }) {
    const leads = await findLeads(accountId, [...new Set(lead_ids)]);
    const everywhere = [...leads.values()].flatMap(({ leadId, campaignIds = [] }) =>
      [...campaignIds].map((campaignId) => ({ leadId, campaignId })),
    );
    const wanted = await visibleEnrolments(accountId, scope, everywhere);
    const [enrolments, campaigns] = await Promise.all([
      findLeadEnrolments(accountId, wanted),
      findCampaigns(accountId, [...new Set(wanted.map(({ campaignId }) => campaignId))]),
    ]);
    const byId = new Map(campaigns.map((campaign) => [campaign.campaignId, campaign]));
    const items = enrolments.flatMap((enrolment): LeadEnrolment[] => {
      const campaign = byId.get(enrolment.campaignId);
      if (!campaign) return [];
      return [
        {
          campaign_id: enrolment.campaignId,
          lead_id: enrolment.leadId,
          status: enrolment.status,
          next_step: enrolment.nextStep,
          campaign_name: campaign.name,
          campaign_status: campaign.status,
          step_count: campaign.stepCount,
          enrolled_at: enrolment.enrolledAt,
          ...(campaign.parentId === undefined ? {} : { parent_id: campaign.parentId }),
          ...(enrolment.scheduledAt ? { next_send_at: enrolment.scheduledAt } : {}),
          ...(enrolment.mailboxId === undefined ? {} : { mailbox_id: enrolment.mailboxId }),
          ...(enrolment.stopReason ? { stop_reason: enrolment.stopReason } : {}),
        },
      ];
    });
    return { items: items.sort((a, b) => b.campaign_id - a.campaign_id) };
  },
});
