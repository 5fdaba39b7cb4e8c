import { commit } from "@thaw/data/transact";
import { say, type Text } from "@thaw/text/say";
import { DO_NOT_CONTACT } from "../../accounts/category/category.schema.ts";
import type { Actor } from "../../actor.ts";
import { launchProblems } from "../../campaigns/campaign/campaign-launch.ts";
import { type CampaignRecord, requireCampaign } from "../../campaigns/campaign/campaign-record.ts";
import { changeStatus } from "../../campaigns/campaign/campaign-status.ts";
import { nextDueAt } from "../../campaigns/campaign/next-due.ts";
import { clientOfCampaign } from "../../campaigns/campaign/visible-campaigns.ts";
import { addressIn } from "../../campaigns/campaign-lead/address-in.ts";
import {
  type CampaignLeadKey,
  type CampaignLeadRecord,
  findCampaignLead,
  pauseLead,
  resumeLead,
  stopLead,
} from "../../campaigns/campaign-lead/campaign-lead.ts";
import { leadChanged, refusal, stateOf } from "../../campaigns/campaign-lead/lead-state.ts";
import { reopenLead } from "../../campaigns/campaign-lead/reopen-lead.ts";
import { actionsFor } from "../../campaigns/campaign-lead/transition.ts";
import { unblockLead } from "../../campaigns/campaign-lead/unblock-lead.ts";
import { findMessage } from "../../campaigns/message/message-state.ts";
import { sendIdOf } from "../../campaigns/message/send-id.ts";
import { readSteps } from "../../campaigns/sequence/sequence-record.ts";
import { now, nowIso, toIso } from "../../clock.ts";
import { notFound } from "../../error.ts";
import type { IsoInstant } from "../../instant.schema.ts";
import { appendEvent } from "../../reporting/event/event.ts";
import { findSuppressed, findSuppressedIn } from "../suppression/suppression.ts";
import { findLeads } from "./lead-record.ts";

/** A pause without a date lasts until someone ends it. */
export const NEVER = "9999-12-31T23:59:59.999Z";

/** @throws AppError not_found */
export async function requireCampaignLead(key: CampaignLeadKey): Promise<CampaignLeadRecord> {
  const lead = await findCampaignLead(key);
  if (!lead) throw notFound("lead");
  return lead;
}

/** @throws AppError invalid_transition with what would be possible */
export async function pauseByHand(
  { userId }: Actor,
  key: CampaignLeadKey,
  resumeAt: IsoInstant,
): Promise<void> {
  const lead = await requireCampaignLead(key);
  const cause = { actorId: userId, reason: "manual" };
  if (!(await pauseLead(key, lead, resumeAt, cause))) throw refusal(lead, "pause");
  await note(key, `${lead.status} PAUSED manual`, userId);
}

/** @throws AppError invalid_transition with what would be possible */
export async function stopByHand({ userId }: Actor, key: CampaignLeadKey): Promise<void> {
  const lead = await requireCampaignLead(key);
  if (!(await stopLead(key, "manual", userId))) throw refusal(lead, "stop");
}

/**
 * PAUSED or STOPPED → where the lead was, waiting for its next step; a follow-up keeps its distance from the mail before.
 * A campaign that had completed goes on.
 *
 * @throws AppError invalid_transition with what would be possible
 */
export async function resumeByHand(
  actor: Actor,
  key: CampaignLeadKey,
  campaign: CampaignRecord,
  reason = "manual",
): Promise<void> {
  const lead = await requireCampaignLead(key);
  const problem = await problemOfResuming(actor, lead, campaign);
  if (problem !== undefined) throw refusal(lead, "resume", problem || undefined);
  const dueAt = toIso(await nextDueAt(lead, campaign, now()));
  const cause = { actorId: actor.userId, reason };
  if (lead.status === "PAUSED") {
    if (!(await resumeLead(key, lead, dueAt, cause))) throw leadChanged();
    return note(key, `PAUSED ${lead.previousStatus ?? ""} ${reason}`, actor.userId);
  }
  await reopen(lead, dueAt, cause);
  if (campaign.status !== "COMPLETED") return;
  const { accountId, campaignId } = key;
  const current = await requireCampaign(accountId, campaignId);
  if (current.status === "COMPLETED") await changeStatus(actor, current, "ACTIVE", "lead_resumed");
}

/** @throws AppError conflict when the lead changed meanwhile */
async function reopen(
  lead: CampaignLeadRecord,
  dueAt: IsoInstant,
  cause: { actorId: number; reason: string },
): Promise<void> {
  const { lastSendId, lastSentAt, nextStep: step, mailboxId } = lead;
  const last = lastSendId && lastSentAt ? { sendId: lastSendId, sentAt: lastSentAt } : undefined;
  await commit(reopenLead(lead, { step, mailboxId, dueAt, last, ...cause }), {
    otherwise: leadChanged,
  });
}

/**
 * BLOCKED → STARTED where nobody ever wrote to the lead, else STOPPED, once nothing blocks it any more.
 *
 * @throws AppError invalid_transition while its address or domain is on the block list or its category is Do Not Contact
 */
export async function unblockByHand({ userId }: Actor, key: CampaignLeadKey): Promise<void> {
  const enrolment = await requireCampaignLead(key);
  const lead = (await findLeads(key.accountId, [key.leadId])).get(key.leadId);
  const address = lead && addressIn(enrolment, lead.email);
  if (address && (await findSuppressedIn(key, [address])).size > 0) {
    throw refusal(enrolment, "unblock", say("lead.addressBlocked"));
  }
  if (lead?.categoryId === DO_NOT_CONTACT) {
    throw refusal(enrolment, "unblock", say("lead.doNotContact"));
  }
  if (!(await unblockLead(key, userId))) throw refusal(enrolment, "unblock");
}

/** Why a lead may not go on: empty where its status says it all, undefined where it may. */
async function problemOfResuming(
  actor: Actor,
  lead: CampaignLeadRecord,
  campaign: CampaignRecord,
): Promise<Text | "" | undefined> {
  if (!actionsFor(stateOf(lead)).includes("resume")) return "";
  if (campaign.status === "STOPPED" || campaign.status === "ARCHIVED") {
    return say("lead.campaignIs", { status: campaign.status });
  }
  const reason = await problemOfNextEmail(lead, campaign);
  if (reason !== undefined || campaign.status !== "COMPLETED") return reason;
  const problems = await launchProblems(campaign);
  return problems.length > 0
    ? say("campaign.notReady", { problems: problems.map(({ text }) => text) })
    : undefined;
}

async function problemOfNextEmail(
  enrolment: CampaignLeadRecord,
  campaign: CampaignRecord,
): Promise<Text | undefined> {
  const { accountId, campaignId, leadId, nextStep, sequenceVersion: own } = enrolment;
  const sendId = sendIdOf({ accountId, campaignId, leadId, step: nextStep });
  const [steps, leads, message] = await Promise.all([
    readSteps(accountId, campaignId, own ?? campaign.sequenceVersion),
    findLeads(accountId, [leadId]),
    findMessage({ accountId, sendId }),
  ]);
  const email = addressIn(enrolment, leads.get(leadId)?.email);
  const clientId = await clientOfCampaign(campaign);
  if (email && (await findSuppressed(accountId, [email], clientId)).size > 0) {
    return say("lead.addressBlocked");
  }
  if (steps.length > 0 && nextStep > steps.length) return say("lead.everyStep");
  return message?.status === "FAILED" || message?.status === "UNKNOWN"
    ? say("lead.lastFailed")
    : undefined;
}

/** Keeps a change that no other event tells of in the campaign's history. */
async function note(key: CampaignLeadKey, detail: string, actorId: number): Promise<void> {
  const { accountId, campaignId, leadId } = key;
  await appendEvent({
    accountId,
    campaignId,
    leadId,
    kind: "lead-changed",
    at: nowIso(),
    key: `${leadId} ${detail}`,
    detail,
    actorId,
  });
}
