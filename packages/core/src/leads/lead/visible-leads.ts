import { NOT_ASSIGNED } from "../../accounts/category/category.schema.ts";
import {
  listAllVisible,
  listCampaignClients,
  visibleCampaigns,
} from "../../campaigns/campaign/visible-campaigns.ts";
import { isHiddenCategory, type Scope } from "../../kernel/access/scope.ts";
import { findLeads, type LeadRecord } from "./lead-record.ts";
import { everyCampaign } from "./own-values.ts";
import { isWhollyIn, leadSeen } from "./see-leads.ts";

/** Which of these leads are visible, for one of their campaigns is: a batch read of them and of their campaigns. */
export async function visibleLeads(
  accountId: number,
  scope: Scope,
  leadIds: readonly number[],
): Promise<ReadonlySet<number>> {
  return (await visibilityOfLeads(accountId, scope, leadIds)).visible;
}

/**
 * The same, and which of them are wholly in reach: everything that is kept about these people may be seen. Of the others only
 * what belongs to a campaign in reach.
 */
export async function visibilityOfLeads(
  accountId: number,
  scope: Scope,
  leadIds: readonly number[],
): Promise<{ visible: ReadonlySet<number>; whole: ReadonlySet<number> }> {
  const ids = [...new Set(leadIds)];
  if (scope.kind === "all" || ids.length === 0)
    return { visible: new Set(ids), whole: new Set(ids) };
  const leads = [...(await findLeads(accountId, ids)).values()];
  const campaigns = await visibleCampaigns(accountId, scope, leads.flatMap(everyCampaign));
  const visible = leads.filter((lead) => isLeadIn(lead, scope, campaigns));
  const whole = visible.filter((lead) => isWhollyIn(lead, campaigns));
  const idsOf = (some: readonly LeadRecord[]) => new Set(some.map(({ leadId }) => leadId));
  return { visible: idsOf(visible), whole: idsOf(whole) };
}

/** The same test for many leads that were read already, and whose leads to read for it, a query; undefined where all are visible. */
export async function leadVisibility(
  accountId: number,
  scope: Scope,
): Promise<LeadVisibility | undefined> {
  if (scope.kind === "all") return undefined;
  const { campaigns, deleted } = await listAllVisible(accountId, scope);
  const known = new Set([...campaigns, ...deleted]);
  return {
    campaigns,
    isVisible: (lead) => isLeadIn(lead, scope, campaigns),
    see: (lead) => leadSeen(lead, known),
  };
}

/** `see`: a lead as whoever it is sees it. */
type LeadVisibility = {
  campaigns: ReadonlySet<number>;
  isVisible: (lead: LeadRecord) => boolean;
  see: (lead: LeadRecord) => LeadRecord;
};

/** For leads of some clients' campaigns, or of no client's; undefined where none is chosen. */
export async function leadsOfClients(
  accountId: number,
  choice: readonly (number | "none")[],
): Promise<((lead: LeadRecord) => boolean) | undefined> {
  if (choice.length === 0) return undefined;
  const clients = await listCampaignClients(accountId);
  return ({ campaignIds = [] }) => {
    const theirs = campaignIds.flatMap((id) => clients.get(id) ?? []);
    return choice.some((each) => (each === "none" ? theirs.length === 0 : theirs.includes(each)));
  };
}

/** Whether a lead of a campaign in reach is to be left out all the same. */
export const isHiddenLead = (scope: Scope, lead: LeadRecord | undefined): boolean =>
  lead !== undefined && isHiddenCategory(scope, lead.categoryId ?? NOT_ASSIGNED);

/** Those of these places of leads that are in visible campaigns. */
export async function visibleEnrolments<Enrolment extends { campaignId: number }>(
  accountId: number,
  scope: Scope,
  enrolments: readonly Enrolment[],
): Promise<Enrolment[]> {
  const campaignIds = enrolments.map(({ campaignId }) => campaignId);
  const campaigns = await visibleCampaigns(accountId, scope, campaignIds);
  return enrolments.filter(({ campaignId }) => campaigns.has(campaignId));
}

/** @param campaigns those in reach */
function isLeadIn(
  { campaignIds = [], categoryId }: LeadRecord,
  scope: Scope,
  campaigns: ReadonlySet<number>,
): boolean {
  if (isHiddenCategory(scope, categoryId ?? NOT_ASSIGNED)) return false;
  return campaignIds.some((id) => campaigns.has(id));
}
