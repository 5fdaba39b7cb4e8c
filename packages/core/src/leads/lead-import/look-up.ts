import { batchesOf } from "@thaw/data/batches";
import { concurrently } from "@thaw/data/concurrently";
import { hasClients } from "../../accounts/client/client-assignment.ts";
import { findCampaigns } from "../../campaigns/campaign/campaign-record.ts";
import {
  clientsOfCampaigns,
  visibleCampaigns,
} from "../../campaigns/campaign/visible-campaigns.ts";
import { findEnrolments } from "../../campaigns/campaign-lead/campaign-lead.ts";
import { findLeadIds, findLeads, type LeadRecord } from "../lead/lead-record.ts";
import { sharersOf } from "../lead/own-values.ts";
import { findSuppressed } from "../suppression/suppression.ts";
import type { ImportScope, Known } from "./decide.ts";

/** As many keys as one request to the table takes. */
const ADDRESSES_PER_READ = 100;
const IN_FLIGHT = 6;

type Place = Pick<ImportScope, "accountId" | "campaignId" | "options" | "scope">;
type InPlace = Place & { clientId: number | undefined };

/** What the table knows of addresses in lower case. */
export async function lookUp(place: Place, emails: readonly string[]): Promise<Map<string, Known>> {
  const clientId = (await clientsOfCampaigns(place.accountId, [place.campaignId])).get(
    place.campaignId,
  );
  const found = await concurrently(batchesOf(emails, ADDRESSES_PER_READ), IN_FLIGHT, (part) =>
    lookUpPart({ ...place, clientId }, part),
  );
  return new Map(found.flat());
}

async function lookUpPart(place: InPlace, emails: readonly string[]): Promise<[string, Known][]> {
  const { accountId, campaignId, clientId, options } = place;
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
    ? await otherCampaigns(place, leads.values())
    : new Set<number>();
  const apart = await findApart(place, [...leads.values()]);
  return emails.map((email, index) => {
    const leadId = leadIds[index] ?? 0;
    const lead = leads.get(leadId);
    const isElsewhere = [...(lead?.campaignIds ?? [])].some((id) => others.has(id));
    const isSuppressed = suppressed.has(email);
    const isApart = apart.has(leadId);
    const enrolment = enrolments.get(leadId);
    return [email, { isSuppressed, lead, isElsewhere, isApart, enrolment }];
  });
}

/** The campaigns in reach that these leads are in besides the one; a deleted one is none. */
async function otherCampaigns(
  { accountId, campaignId, scope }: Place,
  leads: Iterable<LeadRecord>,
): Promise<ReadonlySet<number>> {
  const ids = new Set([...leads].flatMap(({ campaignIds = [] }) => [...campaignIds]));
  ids.delete(campaignId);
  const visible = await visibleCampaigns(accountId, scope, [...ids]);
  const there = await findCampaigns(accountId, [...visible]);
  return new Set(there.map((campaign) => campaign.campaignId));
}

/**
 * The leads whose values the campaign may not share: a campaign of another client has them too, or one that whoever adds them
 * does not reach. Nothing is asked for leads that are in no other campaign, and little where the account has no clients.
 */
async function findApart(
  { accountId, campaignId, clientId, scope }: InPlace,
  leads: readonly LeadRecord[],
): Promise<ReadonlySet<number>> {
  const others = leads.map((lead) => ({
    leadId: lead.leadId,
    sharers: sharersOf(lead).filter((id) => id !== campaignId),
  }));
  const ids = [...new Set(others.flatMap(({ sharers }) => sharers))];
  if (ids.length === 0) return new Set();
  if (scope.kind === "all" && !(await hasClients(accountId))) return new Set();
  const [clients, visible] = await Promise.all([
    clientsOfCampaigns(accountId, ids),
    visibleCampaigns(accountId, scope, ids),
  ]);
  const isShared = (id: number) => clients.get(id) === clientId && visible.has(id);
  return new Set(
    others.flatMap(({ leadId, sharers }) => (sharers.every(isShared) ? [] : [leadId])),
  );
}
