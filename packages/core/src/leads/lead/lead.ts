import { commit } from "@thaw/data/transact";
import * as v from "valibot";
import { recordAct } from "../../accounts/activity-log/record-act.ts";
import { giveCreditBack } from "../../accounts/subscription-plan/lead-credit.ts";
import type { Actor } from "../../actor.ts";
import { findEnrolmentsOfLead } from "../../campaigns/campaign-lead/campaign-lead.ts";
import { deleteEnrolment } from "../../campaigns/campaign-lead/leave-campaign.ts";
import { nowIso } from "../../clock.ts";
import { LEAD_ERASURES } from "../../erasure/lead-erasure/of-lead.ts";
import { AppError, notFound } from "../../error.ts";
import type { Scope } from "../../kernel/access/scope.ts";
import { eraseWith } from "../../kernel/erasure/declare.ts";
import { operation } from "../../operation.ts";
import { retryRefused } from "../../retry-refused.ts";
import { erasePostingsOf } from "../lead-search/lead-posting.ts";
import { Lead, LeadId, UpdateLead } from "./lead.schema.ts";
import {
  changeLead,
  dropAddress,
  findLeads,
  type LeadRecord,
  removeLead,
  takeAddress,
  toLead,
} from "./lead-record.ts";
import { isWhollyVisible, seeLead } from "./see-leads.ts";
import { leadOfAgency, shareChange } from "./share-change.ts";

const ATTEMPTS = 5;
/** A transaction takes a hundred writes; deleting the lead itself takes up to four. */
const DROPPED_PER_WRITE = 90;

/** @throws AppError not_found */
export async function requireLead(accountId: number, leadId: number): Promise<LeadRecord> {
  const lead = (await findLeads(accountId, [leadId])).get(leadId);
  if (!lead) throw notFound("lead");
  return lead;
}

const shownTo = (scope: Scope, lead: LeadRecord, campaignId?: number): Promise<LeadRecord> =>
  scope.kind === "all" && campaignId === undefined
    ? leadOfAgency(lead)
    : seeLead(lead.accountId, scope, lead, campaignId);

export const getLead = operation({
  permission: "leads:read",
  input: LeadId,
  output: Lead,
  async run({ accountId, scope }, { lead_id }) {
    return toLead(await shownTo(scope, await requireLead(accountId, lead_id)));
  },
});

/**
 * A new address moves the claim on it in the same transaction. Values that someone shares who is not to see the new ones stay
 * with them: see decision 30.
 *
 * @throws AppError forbidden for a new address of a lead that is in campaigns that are not visible, not_found for a campaign that it is not in
 */
export const updateLead = operation({
  permission: "leads:write",
  input: UpdateLead,
  output: Lead,
  async run(actor, { lead_id, campaign_id, ...changes }) {
    const { accountId, scope } = actor;
    await retryRefused(ATTEMPTS, async () => {
      const lead = await requireLead(accountId, lead_id);
      if (changes.email !== undefined && changes.email !== lead.email) {
        await requireWhollyVisible(actor, lead);
      }
      const { record, own } = await shareChange(actor, lead, { changes, campaignId: campaign_id });
      const write = changeLead(lead, record, { at: nowIso(), own });
      const moved =
        changes.email?.toLowerCase() === lead.email.toLowerCase() ? undefined : changes.email;
      if (moved === undefined) return commit([write]);
      await commit([
        write,
        { write: takeAddress(accountId, moved, lead_id), otherwise: emailTaken },
        dropAddress(accountId, lead.email),
      ]);
    });
    return toLead(await shownTo(scope, await requireLead(accountId, lead_id), campaign_id));
  },
});

/** @throws AppError forbidden for a lead that campaigns that are not visible write to, or wrote to: it is theirs as well */
export async function requireWhollyVisible(
  { accountId, scope }: Actor,
  lead: LeadRecord,
): Promise<void> {
  if (await isWhollyVisible(accountId, scope, lead)) return;
  throw new AppError("forbidden", "lead.outOfReach");
}

/** Takes the lead out of all its campaigns and frees its credit: at once, or when the period ends if it was contacted. */
export const deleteLead = operation({
  permission: "leads:write",
  input: LeadId,
  output: v.object({ id: v.number() }),
  async run(actor, { lead_id }) {
    const { accountId } = actor;
    await requireWhollyVisible(actor, await requireLead(accountId, lead_id));
    // First: a deletion that breaks off in between can be done again, while there is a lead to delete.
    await eraseWith(LEAD_ERASURES, { accountId, leadId: lead_id });
    await retryRefused(ATTEMPTS, async () => {
      const lead = await requireLead(accountId, lead_id);
      // Someone else may have put it into a campaign meanwhile.
      await requireWhollyVisible(actor, lead);
      const campaignIds = [...(lead.campaignIds ?? [])];
      const enrolments = await findEnrolmentsOfLead(accountId, lead_id, campaignIds);
      const wasContacted =
        lead.wasContacted === true || enrolments.some(({ lastSentAt }) => lastSentAt !== undefined);
      const at = nowIso();
      const dropped = enrolments.flatMap((enrolment) =>
        deleteEnrolment(enrolment, { at, actorId: actor.userId }),
      );
      while (dropped.length > DROPPED_PER_WRITE) {
        await commit(dropped.splice(0, DROPPED_PER_WRITE));
      }
      await commit([
        removeLead(lead),
        dropAddress(accountId, lead.email),
        ...giveCreditBack(accountId, wasContacted, at.slice(0, 10)),
        ...dropped,
        // By its number: who is deleted is named nowhere any more.
        recordAct(actor, { action: "lead_deleted", target: `#${lead_id}` }),
      ]);
      // The stream does it too, but a moment later.
      await erasePostingsOf(lead);
    });
    return { id: lead_id };
  },
});

const emailTaken = () => AppError.at("conflict", "email", "lead.addressTaken");
