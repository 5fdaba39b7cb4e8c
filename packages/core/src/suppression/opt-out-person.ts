import { findCampaignLead } from "../campaign-lead/campaign-lead.ts";
import { findRecipient } from "../lead/lead-delivery.ts";
import { type EntryOrigin, optOut } from "./suppression.ts";

/** `email`: what they wrote from, where they wrote. */
type Person = {
  accountId: number;
  campaignId?: number | undefined;
  leadId?: number | undefined;
  email?: string | undefined;
};

/**
 * Somebody wants no more mail: not at their lead's own address, not at another one that the campaign writes to since mail to
 * that came back, and not at the one that they wrote from. Twice is fine.
 *
 * @returns their lead's own address; undefined where they are none any more
 */
export async function optOutPerson(
  { accountId, campaignId, leadId, email }: Person,
  { source, createdBy }: Pick<EntryOrigin, "source" | "createdBy">,
): Promise<string | undefined> {
  const origin = { source, createdBy, ...(campaignId === undefined ? {} : { campaignId }) };
  const lead = leadId === undefined ? undefined : await findRecipient(accountId, leadId);
  const place =
    lead && campaignId !== undefined
      ? await findCampaignLead({ accountId, campaignId, leadId: lead.id })
      : undefined;
  for (const address of new Set([lead?.email, place?.mailTo, email])) {
    if (address) await optOut(accountId, address, origin);
  }
  return lead?.email;
}
