import { commit } from "@thaw/data/transact";
import { say, type Text } from "@thaw/text/say";
import * as v from "valibot";
import type { Actor } from "../../actor.ts";
import { launchProblems } from "../../campaigns/campaign/campaign-launch.ts";
import { type CampaignRecord, requireCampaign } from "../../campaigns/campaign/campaign-record.ts";
import { changeStatus } from "../../campaigns/campaign/campaign-status.ts";
import type { StopReason } from "../../campaigns/campaign-lead/campaign-lead.schema.ts";
import {
  type CampaignLeadRecord,
  findCampaignLead,
} from "../../campaigns/campaign-lead/campaign-lead.ts";
import { type Reopening, reopenLead } from "../../campaigns/campaign-lead/reopen-lead.ts";
import { MESSAGE_STATUSES, toMessageStatus } from "../../campaigns/message/message.schema.ts";
import { patchMessage } from "../../campaigns/message/message-record.ts";
import { findMessage, type MessageRecord } from "../../campaigns/message/message-state.ts";
import { sendIdOf } from "../../campaigns/message/send-id.ts";
import { AppError, changedMeanwhile, notFound } from "../../error.ts";
import { forgiveBounce } from "../../leads/suppression/bounced-address.ts";
import { operation } from "../../operation.ts";
import { Id } from "../../page.schema.ts";
import { isFaultOfStep } from "./fail-unbuilt.ts";
import { recordDeparture } from "./finish-message.ts";
import { takeAsSent } from "./message-proof.ts";

const MessageOf = v.object({ campaign_id: Id, send_id: v.pipe(v.string(), v.maxLength(64)) });
const Settled = v.object({ send_id: v.string(), status: v.picklist(MESSAGE_STATUSES) });

/**
 * FAILED → DRAFTED, and UNKNOWN → DRAFTED where someone has decided that the mail did not arrive (D4.4). Its lead falls due
 * again, so that the next trigger run plans the mail; a campaign that was COMPLETED goes on.
 */
export const retryMessage = operation({
  permission: "campaigns:write",
  input: MessageOf,
  output: Settled,
  async run(actor, { campaign_id: campaignId, send_id: sendId }) {
    const message = await requireMessage(actor, campaignId, sendId);
    if (message.status !== "FAILED" && message.status !== "UNKNOWN") {
      throw refused(say("email.notFailed", { status: toMessageStatus(message.status) }));
    }
    const [campaign, lead] = await Promise.all([
      requireCampaign(actor.accountId, campaignId),
      findCampaignLead(message),
    ]);
    await requireRunnable(campaign, lead);
    const reason = lead ? problemOf(message, lead) : say("email.leadGone");
    if (!lead || reason) throw refused(say("email.notResent", { reason: reason ?? "" }));
    if (message.status === "UNKNOWN") await recordDeparture(message, lead);
    // A client's campaign tries again, and the account's block list stays as it is.
    const mayForgive = actor.scope.kind !== "client";
    if (mayForgive && lead.stopReason === "bounce")
      await forgiveBounce(actor.accountId, message.leadId);
    await draftAgain(message, lead, await reopening(message, campaign, actor.userId));
    // A run may have completed it since it was read.
    const present = await requireCampaign(actor.accountId, campaignId);
    if (present.status === "COMPLETED") {
      await changeStatus(actor, present, "ACTIVE", "message_retried");
    }
    return { send_id: sendId, status: "DRAFTED" as const };
  },
});

/** UNKNOWN → SENT where someone has seen that the mail arrived. */
export const markMessageSent = operation({
  permission: "campaigns:write",
  input: MessageOf,
  output: Settled,
  async run(actor, { campaign_id: campaignId, send_id: sendId }) {
    const message = await requireMessage(actor, campaignId, sendId);
    if (message.status !== "UNKNOWN") {
      throw refused(say("email.notUnknown", { status: toMessageStatus(message.status) }));
    }
    const { status } = await takeAsSent(message);
    return { send_id: sendId, status: toMessageStatus(status) };
  },
});

/** A failed mail stops its lead for these. */
const BY_FAILURE: ReadonlySet<StopReason | undefined> = new Set<StopReason>(["failed", "bounce"]);

const refused = (text: Text) => AppError.of("invalid_transition", text);

async function requireMessage(
  { accountId }: Actor,
  campaignId: number,
  sendId: string,
): Promise<MessageRecord> {
  const message = await findMessage({ accountId, sendId });
  if (message?.campaignId !== campaignId) throw notFound("mail");
  return message;
}

/** @throws AppError where the campaign will not send any more, or could not go on */
async function requireRunnable(
  campaign: CampaignRecord,
  lead: CampaignLeadRecord | undefined,
): Promise<void> {
  const { status } = campaign;
  if (status === "STOPPED" || status === "ARCHIVED") {
    throw refused(say("email.campaignEnded", { status }));
  }
  if (status !== "COMPLETED") return;
  const isForgiven = lead?.stopReason === "bounce";
  const problems = await launchProblems(campaign, isForgiven ? { forgiven: lead.leadId } : {});
  if (problems.length > 0) {
    throw refused(say("campaign.notReady", { problems: problems.map(({ text }) => text) }));
  }
}

/** Why the lead may not get this mail. */
function problemOf(message: MessageRecord, lead: CampaignLeadRecord): Text | undefined {
  // An unknown outcome has moved its lead on as if the mail had left; a failure has not.
  const expected = message.status === "UNKNOWN" ? message.step + 1 : message.step;
  if (lead.nextStep !== expected) return say("email.otherStep");
  if (lead.status === "PAUSED") return say("email.leadPaused");
  if (lead.status === "BLOCKED") return say("email.leadBlocked");
  if (lead.status === "STOPPED" && !BY_FAILURE.has(lead.stopReason))
    return say("email.leadStopped");
  if (message.status === "UNKNOWN" && lead.scheduledAt) {
    return say("email.nextScheduled");
  }
  return undefined;
}

async function reopening(
  message: MessageRecord,
  { sequenceVersion: version, stepCount }: CampaignRecord,
  actorId: number,
): Promise<Reopening> {
  const { accountId, campaignId, leadId, step, mailboxId } = message;
  const sendId = sendIdOf({ accountId, campaignId, leadId, step: step - 1 });
  const before = step > 1 ? await findMessage({ accountId, sendId }) : undefined;
  return {
    step,
    mailboxId,
    dueAt: message.dueAt ?? message.scheduledAt,
    // The step of its own version stays as it is: what was fixed is the live one.
    ...(isFaultOfStep(message) && step <= stepCount ? { version } : {}),
    last: before && { sendId, sentAt: before.sentAt ?? before.scheduledAt },
    actorId,
    reason: "retry",
  };
}

async function draftAgain(
  { accountId, sendId, status }: MessageRecord,
  lead: CampaignLeadRecord,
  to: Reopening,
): Promise<void> {
  const message = patchMessage({ accountId, sendId })
    .set({ status: "DRAFTED" })
    .remove(["failure", "attempts", "fence", "leaseUntil"])
    .where((row, op) => op.eq(row.status, status));
  await commit([message, ...reopenLead(lead, to)], {
    otherwise: () => changedMeanwhile("email"),
  });
}
