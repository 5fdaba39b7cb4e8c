import type { Actor } from "../../actor.ts";
import {
  clientsOfCampaigns,
  visibleCampaigns,
} from "../../campaigns/campaign/visible-campaigns.ts";
import { nowIso } from "../../clock.ts";
import { AppError, notFound } from "../../error.ts";
import type { LeadChanges } from "./lead.schema.ts";
import { customBytes } from "./lead.schema.ts";
import type { LeadRecord } from "./lead-record.ts";
import {
  changedValues,
  everyCampaign,
  type OwnByCampaign,
  ownOf,
  sharersOf,
  valuesIn,
  valuesOf,
  withOwn,
} from "./own-values.ts";
import { leadIn } from "./see-leads.ts";

/** `record`: what changes for all that share the lead's values; `own`: what campaigns have of their own afterwards. */
type Shared = { record: LeadChanges; own?: OwnByCampaign };
type Change = { changes: LeadChanges; campaignId?: number | undefined };

/**
 * Which values a person's change is written to. A user who sees only some campaigns changes the values of those; where someone else
 * shares it, they get values of their own. A change by the agency leaves the old values to clients that share them.
 *
 * @param change `campaignId`: of this campaign alone
 * @throws AppError not_found for a campaign that the lead is not in, invalid for custom fields that find no room
 */
export async function shareChange(actor: Actor, lead: LeadRecord, change: Change): Promise<Shared> {
  const { campaignId, changes } = change;
  if (campaignId !== undefined && !lead.campaignIds?.includes(campaignId)) throw notFound("lead");
  const isAll = actor.scope.kind === "all";
  const isShared = everyCampaign(lead).length > 1 || Object.keys(ownOf(lead)).length > 0;
  if (isAll && !isShared) return { record: changes };
  return isAll ? byAgency(lead, change) : shareWithinScope(actor, lead, change);
}

async function byAgency(lead: LeadRecord, { changes, campaignId }: Change): Promise<Shared> {
  if (campaignId !== undefined && campaignId in ownOf(lead)) {
    return { record: addressOf(changes), own: apply(lead, [campaignId], changes) };
  }
  const ours = campaignId === undefined ? await agencyCampaignsWithOwnValues(lead) : [];
  if (ours.length > 0) return { record: addressOf(changes), own: apply(lead, ours, changes) };
  const sharers = sharersOf(lead);
  if (sharers.length < 2) return { record: changes };
  const clients = await clientsOfCampaigns(lead.accountId, sharers);
  const isOurs = sharers.some((id) => !clients.has(id));
  const side =
    campaignId === undefined ? ourSide(isOurs, clients, sharers) : clients.get(campaignId);
  const others = sharers.filter((id) => clients.get(id) !== side);
  return { record: changes, ...(others.length > 0 ? { own: apply(lead, others, {}) } : {}) };
}

/** The agency's own campaigns where all of them have other values than the record, which is clients' then; else none. */
async function agencyCampaignsWithOwnValues(lead: LeadRecord): Promise<number[]> {
  const own = ownOf(lead);
  if (Object.keys(own).length === 0) return [];
  const all = everyCampaign(lead);
  const clients = await clientsOfCampaigns(lead.accountId, all);
  const ours = all.filter((id) => !clients.has(id));
  return ours.every((id) => id in own) ? ours : [];
}

/**
 * A lead as a user who sees the whole account sees it outside of a campaign: with the agency's values, and beside them those of campaigns that
 * have others.
 */
export async function leadOfAgency(lead: LeadRecord): Promise<LeadRecord> {
  const [first] = await agencyCampaignsWithOwnValues(lead);
  if (first === undefined) return lead;
  const { [first]: _shown, ...others } = ownOf(lead);
  const { createdAt, updatedAt } = lead;
  const theirs = sharersOf(lead).map((id) => [id, { ...valuesOf(lead), createdAt, updatedAt }]);
  return { ...leadIn(lead, first), own: { ...others, ...Object.fromEntries(theirs) } };
}

/** The agency's own campaigns where there are some, else those of the first client. */
const ourSide = (isOurs: boolean, clients: ReadonlyMap<number, number>, [first = 0]: number[]) =>
  isOurs ? undefined : clients.get(first);

async function shareWithinScope(
  { accountId, scope }: Actor,
  lead: LeadRecord,
  { changes, campaignId }: Change,
): Promise<Shared> {
  const visible = await visibleCampaigns(accountId, scope, everyCampaign(lead));
  const asked = campaignId === undefined ? [...(lead.campaignIds ?? [])] : [campaignId];
  const mine = asked.filter((id) => visible.has(id));
  const sharers = sharersOf(lead);
  const isMine = (id: number) => (campaignId === undefined ? visible.has(id) : id === campaignId);
  const isRecordMine = mine.some((id) => sharers.includes(id)) && sharers.every(isMine);
  const withOwnValues = mine.filter((id) => !isRecordMine || !sharers.includes(id));
  return {
    record: isRecordMine ? changes : addressOf(changes),
    ...(withOwnValues.length > 0 ? { own: apply(lead, withOwnValues, changes) } : {}),
  };
}

/** What all campaigns share, no matter which scope changes it. */
const addressOf = ({ email }: LeadChanges): LeadChanges => (email === undefined ? {} : { email });

/** @throws AppError invalid for custom fields that find no room */
function apply(
  lead: LeadRecord,
  campaignIds: readonly number[],
  changes: LeadChanges,
): OwnByCampaign {
  const at = nowIso();
  let own = ownOf(lead);
  for (const id of campaignIds) {
    const values = changedValues(valuesIn(lead, id) ?? valuesOf({}), changes);
    own = withOwn({ ...lead, own }, id, { values, at });
    const isCut = customBytes(own[id]?.custom_fields ?? {}) < customBytes(values.custom_fields);
    if (isCut && changes.custom_fields !== undefined) {
      throw AppError.at("invalid", "custom_fields", "fields.customFieldsTooLong");
    }
  }
  return own;
}
