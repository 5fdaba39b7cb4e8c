import { readFamily } from "../../campaigns/campaign/campaign-family.ts";
import { requireAnyCampaign } from "../../campaigns/campaign/campaign-record.ts";
import {
  type CampaignLeadKey,
  type CampaignLeadRecord,
  findEnrolmentsOfLead,
  stopLead,
} from "../../campaigns/campaign-lead/campaign-lead.ts";

/**
 * Someone wrote to a lead by hand: its sequence stops in the campaign of the conversation and in those that go on with it,
 * also where a lead's own reply stops nothing. Safe to run twice; what someone decides about the lead afterwards stays.
 *
 * @param at when it was written, ISO 8601
 * @param actorId who wrote it; 0 where it left from another program
 */
export async function stopSequence(
  { accountId, campaignId, leadId }: CampaignLeadKey,
  at: string,
  actorId: number,
): Promise<void> {
  const family = await readFamily(await requireAnyCampaign(accountId, campaignId));
  const campaignIds = family.map((campaign) => campaign.campaignId);
  for (const enrolment of await findEnrolmentsOfLead(accountId, leadId, campaignIds)) {
    if (!isLater(enrolment, at)) await stopLead(enrolment, "own_email", actorId);
  }
}

/** The lead came into the campaign, or a person changed it there, after the email was written. */
const isLater = ({ enrolledAt, changedAt, changedBy }: CampaignLeadRecord, at: string) =>
  enrolledAt > at || (Boolean(changedBy) && changedAt !== undefined && changedAt > at);
