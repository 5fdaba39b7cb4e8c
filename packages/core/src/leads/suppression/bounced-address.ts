import { concurrently } from "@thaw/data/concurrently";
import { writeIfExpected } from "@thaw/data/condition";
import { addressIn } from "../../campaigns/campaign-lead/address-in.ts";
import { findEnrolmentsOfLead, stopLead } from "../../campaigns/campaign-lead/campaign-lead.ts";
import { flagBounced, unflagBounced } from "../lead/lead-delivery.ts";
import { findLeads } from "../lead/lead-record.ts";
import { ACCOUNT_LIST, SuppressionEntity } from "./suppression.entity.ts";
import { suppress } from "./suppression.ts";

const WIDTH = 8;

type Bounced = { accountId: number; campaignId: number; leadId: number };

/**
 * Mail to an address comes back for good (D8.5, LEAD-28): the lead stops in every campaign of the account, its address is
 * flagged and goes on the block list. Safe to run twice.
 */
export async function suppressBounced(
  { accountId, campaignId, leadId }: Bounced,
  at: string,
): Promise<void> {
  const lead = (await findLeads(accountId, [leadId])).get(leadId);
  if (!lead) return;
  const enrolments = await findEnrolmentsOfLead(accountId, leadId, [...(lead.campaignIds ?? [])]);
  const own = enrolments.find((enrolment) => enrolment.campaignId === campaignId);
  const email = (own && addressIn(own, lead.email)) ?? lead.email;
  if (email === lead.email) await flagBounced(accountId, leadId, at);
  await suppress(accountId, email, { source: "bounce", createdBy: 0, campaignId });
  // Where another address is written to, or none, this one says nothing.
  const hit = enrolments.filter((enrolment) => addressIn(enrolment, lead.email) === email);
  await concurrently(hit, WIDTH, (enrolment) => stopLead(enrolment, "bounce", 0));
}

/** A person wants to write to the address again: it is good until the next mail comes back. What a person said stays. */
export async function forgiveBounce(accountId: number, leadId: number): Promise<void> {
  const lead = (await findLeads(accountId, [leadId])).get(leadId);
  if (!lead?.bouncedAt) return;
  await writeIfExpected(
    SuppressionEntity.remove({
      accountId,
      clientId: ACCOUNT_LIST,
      value: lead.email.toLowerCase(),
    }).where((row, op) => op.eq(row.source, "bounce")),
  );
  await unflagBounced(accountId, leadId);
}
