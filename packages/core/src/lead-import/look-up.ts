import { concurrently } from "@thaw/data/concurrently";
import { clientsOfCampaigns } from "../campaign/reach-campaigns.ts";
import { findEnrolments } from "../campaign-lead/campaign-lead.ts";
import { findLeadIds, findLeads } from "../lead/lead-record.ts";
import { findSuppressed } from "../suppression/suppression.ts";
import type { Known } from "./decide.ts";

/** As many keys as one request to the table takes. */
const ADDRESSES_PER_READ = 100;
const IN_FLIGHT = 6;

type Place = { accountId: number; campaignId: number };

/** What the table knows of addresses in lower case. */
export async function lookUp(place: Place, emails: readonly string[]): Promise<Map<string, Known>> {
  const parts: string[][] = [];
  for (let start = 0; start < emails.length; start += ADDRESSES_PER_READ) {
    parts.push(emails.slice(start, start + ADDRESSES_PER_READ));
  }
  const clientId = (await clientsOfCampaigns(place.accountId, [place.campaignId])).get(
    place.campaignId,
  );
  const found = await concurrently(parts, IN_FLIGHT, (part) =>
    lookUpPart({ ...place, clientId }, part),
  );
  return new Map(found.flat());
}

async function lookUpPart(
  { accountId, campaignId, clientId }: Place & { clientId: number | undefined },
  emails: readonly string[],
): Promise<[string, Known][]> {
  const [suppressed, leadIds] = await Promise.all([
    findSuppressed(accountId, emails, clientId),
    findLeadIds(accountId, emails),
  ]);
  const existing = leadIds.filter((id) => id !== undefined);
  const [leads, enrolments] = await Promise.all([
    findLeads(accountId, existing),
    findEnrolments(accountId, campaignId, existing),
  ]);
  return emails.map((email, index) => {
    const leadId = leadIds[index] ?? 0;
    const isSuppressed = suppressed.has(email);
    return [email, { isSuppressed, lead: leads.get(leadId), enrolment: enrolments.get(leadId) }];
  });
}
