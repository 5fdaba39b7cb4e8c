import { visibleCampaigns } from "../../campaigns/campaign/visible-campaigns.ts";
import type { Scope } from "../../kernel/access/scope.ts";
import type { LeadRecord } from "./lead-record.ts";
import {
  everyCampaign,
  OWN_FIELDS,
  type OwnValues,
  ownOf,
  type Values,
  valuesIn,
} from "./own-values.ts";

/** The lead as a mail of one campaign knows it. One that was never in the campaign has its address alone. */
export function leadIn(lead: LeadRecord, campaignId: number): LeadRecord {
  return withValues(lead, valuesIn(lead, campaignId));
}

/** A lead as someone sees it, with the values that a campaign in reach has. */
export function leadAs(seen: LeadRecord, kept: LeadRecord, campaignId: number): LeadRecord {
  const { own } = seen;
  const shown = withValues(seen, valuesIn(kept, campaignId));
  return own === undefined ? shown : { ...shown, own };
}

/**
 * Leads as a user with this scope sees them: what visible campaigns have of them, and nothing that tells of others. At most one
 * batch read of campaigns.
 *
 * @param campaignId of the one campaign that they are shown in
 */
export async function seeLeads(
  accountId: number,
  scope: Scope,
  leads: readonly LeadRecord[],
  campaignId?: number,
): Promise<LeadRecord[]> {
  const shown = (lead: LeadRecord) => (campaignId === undefined ? lead : leadIn(lead, campaignId));
  if (scope.kind === "all") return leads.map(shown);
  const visible = await visibleCampaigns(accountId, scope, leads.flatMap(everyCampaign));
  return leads.map((lead) => leadSeen(lead, visible, campaignId));
}

/** The same of one lead. */
export async function seeLead(
  accountId: number,
  scope: Scope,
  lead: LeadRecord,
  campaignId?: number,
): Promise<LeadRecord> {
  const [seen = lead] = await seeLeads(accountId, scope, [lead], campaignId);
  return seen;
}

/** Whether someone reaches every campaign of a lead, those that it has left too: then all of it is theirs. */
export const isWhollyIn = (lead: LeadRecord, visible: ReadonlySet<number>): boolean =>
  everyCampaign(lead).every((id) => visible.has(id));

export async function isWhollyVisible(
  accountId: number,
  scope: Scope,
  lead: LeadRecord,
): Promise<boolean> {
  return isWhollyIn(lead, await visibleCampaigns(accountId, scope, everyCampaign(lead)));
}

/** @param visible visible campaigns; of others nothing is told */
export function leadSeen(
  lead: LeadRecord,
  visible: ReadonlySet<number>,
  campaignId?: number,
): LeadRecord {
  const mine = [...(lead.campaignIds ?? [])].filter((id) => visible.has(id)).sort((a, b) => a - b);
  const left = [...(lead.leftCampaignIds ?? [])].filter((id) => visible.has(id));
  const own = ownOf(lead);
  // Where several visible campaigns have different values, those that most of them share come first.
  const at = campaignId ?? mine.find((id) => !(id in own)) ?? mine[0] ?? left[0];
  const isMine = at !== undefined && visible.has(at);
  const { categoryId, tagIds, ...seen } = withValues(lead, isMine ? valuesIn(lead, at) : undefined);
  return {
    ...seen,
    ...(isWhollyIn(lead, visible) ? { categoryId, tagIds } : {}),
    ...(at === undefined ? {} : originOf(own[at])),
    campaignIds: mine,
    leftCampaignIds: left,
  } as LeadRecord;
}

/** Of values of its own, the lead's own instants would tell that the account knew the address before. */
function originOf(own: OwnValues | undefined) {
  if (!own) return {};
  const { createdAt, updatedAt, importId } = own;
  return { createdAt, updatedAt, importId };
}

/** Without what a search looks into: the values at hand are it. */
function withValues(lead: LeadRecord, values: Values = { custom_fields: {} }): LeadRecord {
  const { own: _own, searched: _searched, ...rest } = lead;
  for (const name of OWN_FIELDS) delete rest[name];
  return { ...rest, ...values };
}
