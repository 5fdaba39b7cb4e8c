import { concurrently } from "@thaw/data/concurrently";
import { findCampaigns } from "../campaign/campaign.ts";
import { clientsOfCampaigns } from "../campaign/reach-campaigns.ts";
import { findEnrolments } from "../campaign-lead/campaign-lead.ts";
import { findLeadIds, findLeads, type LeadRecord } from "../lead/lead-record.ts";
import { findSuppressed } from "../suppression/suppression.ts";
import type { ImportScope, Known } from "./decide.ts";

/** As many keys as one request to the table takes. */
const ADDRESSES_PER_READ = 100;
const IN_FLIGHT = 6;

type Place = Pick<ImportScope, "accountId" | "campaignId" | "options">;

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
  { accountId, campaignId, clientId, options }: Place & { clientId: number | undefined },
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
  const others = options.skip_if_in_other_campaign
    ? await otherCampaigns({ accountId, campaignId }, leads.values())
    : new Set<number>();
  return emails.map((email, index) => {
    const leadId = leadIds[index] ?? 0;
    const lead = leads.get(leadId);
    const isElsewhere = [...(lead?.campaignIds ?? [])].some((id) => others.has(id));
    const isSuppressed = suppressed.has(email);
    return [email, { isSuppressed, lead, isElsewhere, enrolment: enrolments.get(leadId) }];
  });
}

/** The campaigns that these leads are in besides the one; a deleted one is none. */
async function otherCampaigns(
  { accountId, campaignId }: Pick<Place, "accountId" | "campaignId">,
  leads: Iterable<LeadRecord>,
): Promise<ReadonlySet<number>> {
  const ids = new Set([...leads].flatMap(({ campaignIds = [] }) => [...campaignIds]));
  ids.delete(campaignId);
  const there = await findCampaigns(accountId, [...ids]);
  return new Set(there.map((campaign) => campaign.campaignId));
}
