import { findCampaignLead } from "../../campaigns/campaign-lead/campaign-lead.ts";
import { nowIso } from "../../clock.ts";
import { findRecipient } from "../lead/lead-delivery.ts";
import { addressHash, keepHash } from "./erased-address.ts";
import { type EntryOrigin, optOut } from "./suppression.ts";

/** `email`: what they wrote from, where they wrote; `hash`: of the address that our mail went to, where that is known. */
type Person = {
  accountId: number;
  campaignId?: number | undefined;
  leadId?: number | undefined;
  email?: string | undefined;
  hash?: string | undefined;
};

/**
 * Someone wants no more mail: not at their lead's own address, not at another one that the campaign writes to since mail to
 * that came back, not at the one that they wrote from, and not at the one that our mail went to. Where that is none of these, since
 * their lead is deleted or has another address by now, its hash is kept. Safe to run twice.
 *
 * @returns their lead's own address; undefined where they are none any more
 */
export async function optOutPerson(
  { accountId, campaignId, leadId, email, hash }: Person,
  said: Pick<EntryOrigin, "source" | "createdBy" | "clientId">,
): Promise<string | undefined> {
  const origin = { ...said, ...(campaignId === undefined ? {} : { campaignId }) };
  const lead = leadId === undefined ? undefined : await findRecipient(accountId, leadId);
  const enrolment =
    lead && campaignId !== undefined
      ? await findCampaignLead({ accountId, campaignId, leadId: lead.id })
      : undefined;
  const addresses = new Set([lead?.email, enrolment?.mailTo, email].flatMap((each) => each || []));
  for (const address of addresses) await optOut(accountId, address, origin);
  const isOther = ![...addresses].some((address) => addressHash(accountId, address) === hash);
  // A hash is of the whole account.
  if (hash && isOther && said.clientId === undefined) await keepHash(accountId, hash, nowIso());
  return lead?.email;
}
