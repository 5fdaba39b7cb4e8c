import * as v from "valibot";
import { CAMPAIGN_STATUSES } from "../../campaigns/campaign/campaign.schema.ts";
import { findCampaigns } from "../../campaigns/campaign/campaign-record.ts";
import { CampaignLead } from "../../campaigns/campaign-lead/campaign-lead.schema.ts";
import { findPlaces } from "../../campaigns/campaign-lead/campaign-lead.ts";
import { operation } from "../../operation.ts";
import { Id, MAX_PAGE } from "../../page.schema.ts";
import { findLeads } from "./lead-record.ts";
import { placesInReach } from "./visible-leads.ts";

export const LeadPlace = v.object({
  ...CampaignLead.entries,
  campaign_name: v.string(),
  campaign_status: v.picklist(CAMPAIGN_STATUSES),
  parent_id: v.optional(v.number()),
  step_count: v.number(),
  enrolled_at: v.string(),
});
export type LeadPlace = v.InferOutput<typeof LeadPlace>;

/** Where some leads stand in their campaigns, newest campaign first; those of deleted campaigns are left out. */
export const listLeadPlaces = operation({
  permission: "leads:read",
  input: v.object({ lead_ids: v.pipe(v.array(Id), v.maxLength(MAX_PAGE)) }),
  output: v.object({ items: v.array(LeadPlace) }),
  async run({ accountId, scope }, { lead_ids }) {
    const leads = await findLeads(accountId, [...new Set(lead_ids)]);
    const everywhere = [...leads.values()].flatMap(({ leadId, campaignIds = [] }) =>
      [...campaignIds].map((campaignId) => ({ leadId, campaignId })),
    );
    const wanted = await placesInReach(accountId, scope, everywhere);
    const [places, campaigns] = await Promise.all([
      findPlaces(accountId, wanted),
      findCampaigns(accountId, [...new Set(wanted.map(({ campaignId }) => campaignId))]),
    ]);
    const byId = new Map(campaigns.map((campaign) => [campaign.campaignId, campaign]));
    const items = places.flatMap((place): LeadPlace[] => {
      const campaign = byId.get(place.campaignId);
      if (!campaign) return [];
      return [
        {
          campaign_id: place.campaignId,
          lead_id: place.leadId,
          status: place.status,
          next_step: place.nextStep,
          campaign_name: campaign.name,
          campaign_status: campaign.status,
          step_count: campaign.stepCount,
          enrolled_at: place.enrolledAt,
          ...(campaign.parentId === undefined ? {} : { parent_id: campaign.parentId }),
          ...(place.scheduledAt ? { next_send_at: place.scheduledAt } : {}),
          ...(place.mailboxId === undefined ? {} : { mailbox_id: place.mailboxId }),
          ...(place.stopReason ? { stop_reason: place.stopReason } : {}),
        },
      ];
    });
    return { items: items.sort((a, b) => b.campaign_id - a.campaign_id) };
  },
});
