import { commitIfExpected } from "@thaw/data/transact";
import type { RefusalCause } from "@thaw/mail/refusal/refusal-cause.schema";
import { systemActor } from "../../actor.ts";
import {
  type CampaignRecord,
  requireAnyCampaign,
} from "../../campaigns/campaign/campaign-record.ts";
import { reactivate } from "../../campaigns/campaign/reactivate.ts";
import { clientOfCampaign } from "../../campaigns/campaign/visible-campaigns.ts";
import { addressIn } from "../../campaigns/campaign-lead/address-in.ts";
import {
  type CampaignLeadRecord,
  findCampaignLead,
} from "../../campaigns/campaign-lead/campaign-lead.ts";
import { reopenLead } from "../../campaigns/campaign-lead/reopen-lead.ts";
import { patchMessage } from "../../campaigns/message/message-record.ts";
import {
  findMessage,
  findMessages,
  type MessageRecord,
} from "../../campaigns/message/message-state.ts";
import { sendIdOf } from "../../campaigns/message/send-id.ts";
import { now, toEpochMs, toIso } from "../../clock.ts";
import { DAY_MS, HOUR_MS } from "../../duration.ts";
import type { IsoInstant } from "../../instant.schema.ts";
import { findRecipient } from "../../leads/lead/lead-delivery.ts";
import { findSuppressed } from "../../leads/suppression/suppression.ts";
import { eventItem } from "../../reporting/event/event.ts";
import { recordDeparture, subjectOf } from "./finish-message.ts";

/** D8.5: sent again so long after it first came back. */
const RETRY_AFTER = [4 * HOUR_MS, DAY_MS, 48 * HOUR_MS];

type SoftBounce = {
  at: IsoInstant;
  key: string;
  detail: string;
  cause: RefusalCause;
  /** Whether sending the same mail again may help. */
  isRetried: boolean;
};

/**
 * Mail that came back for now: its step is planned again, with the same Message-ID and the rules of every mail, unless the
 * lead has said something, or ended, or its next mail is on its way: then that one is the next try. Safe to run twice.
 *
 * @returns "given-up" when it came back after the last retry: from then on it counts as hard in this campaign
 */
export async function retrySoftBounce(
  message: MessageRecord,
  bounce: SoftBounce,
): Promise<"retried" | "noted" | "given-up"> {
  // It waits to be sent again already: one more report about the same try.
  if (message.status !== "SENT") return "noted";
  const earlier = await readEarlier(message);
  const before = countOpen(earlier);
  const retries = bounce.isRetried ? RETRY_AFTER.length : 0;
  const count = before + (message.softBounces ?? 0) + 1;
  const isSilent = [message, ...earlier].every(hasNoAnswer);
  if (count <= retries && isSilent && (await draftAgain(message, bounce, earlier))) {
    return "retried";
  }
  await commitIfExpected([
    patchMessage(message)
      .set(countedIn(message, bounce))
      .where((row, op) => op.eq(row.status, "SENT")),
    noted(message, bounce),
  ]);
  const after = await findMessage(message);
  return before + (after?.softBounces ?? 0) > retries ? "given-up" : "noted";
}

const hasNoAnswer = ({ repliedAt, unsubscribedAt }: MessageRecord) =>
  repliedAt === undefined && unsubscribedAt === undefined;

const countedIn = ({ softBouncedAt, softBounces }: MessageRecord, { at }: SoftBounce) => ({
  softBouncedAt: softBouncedAt ?? at,
  softBounces: (softBounces ?? 0) + 1,
});

const noted = (message: MessageRecord, { at, key, cause, detail }: SoftBounce) =>
  eventItem({ ...subjectOf(message), kind: "soft-bounced", at, key, cause, detail });

/** The lead's mails before this one, the last first. */
async function readEarlier(message: MessageRecord): Promise<MessageRecord[]> {
  const { accountId, campaignId, leadId, step } = message;
  const keys = Array.from({ length: step - 1 }, (_, index) => ({
    accountId,
    sendId: sendIdOf({ accountId, campaignId, leadId, step: step - 1 - index }),
  }));
  const found = await findMessages(keys);
  return keys.flatMap(({ sendId }) => found.get(sendId) ?? []);
}

/** How often the mails right before this one came back, as far as none has got through since. */
function countOpen(earlier: readonly MessageRecord[]): number {
  const isOpen = ({ softBounces = 0, resends = 0 }: MessageRecord) => softBounces > resends;
  const through = earlier.findIndex((message) => !isOpen(message));
  const open = through < 0 ? earlier : earlier.slice(0, through);
  return open.reduce((sum, { softBounces = 0 }) => sum + softBounces, 0);
}

/** SENT → DRAFTED, and its lead waits for the step again. */
async function draftAgain(
  message: MessageRecord,
  bounce: SoftBounce,
  earlier: readonly MessageRecord[],
): Promise<boolean> {
  const [campaign, lead] = await Promise.all([
    requireAnyCampaign(message.accountId, message.campaignId),
    findCampaignLead(message),
  ]);
  if (campaign.deletedAt || !lead || !mayWait(message, lead)) return false;
  if (await isSuppressed(lead, campaign)) return false;
  if (!(await maySend(campaign))) return false;
  const { accountId, sendId, mailboxId, step } = message;
  const counted = countedIn(message, bounce);
  const wait = RETRY_AFTER[counted.softBounces - 1] ?? HOUR_MS;
  const dueAt = toIso(Math.max(now(), toEpochMs(counted.softBouncedAt) + wait));
  const [last] = earlier;
  await recordDeparture(message, lead);
  return commitIfExpected([
    patchMessage({ accountId, sendId })
      .set({
        ...counted,
        status: "DRAFTED",
        dueAt,
        scheduledAt: dueAt,
        resends: (message.resends ?? 0) + 1,
      })
      .remove(["failure", "attempts", "fence", "leaseUntil", "wasUnknown"])
      .where((row, op) => op.eq(row.status, "SENT")),
    noted(message, bounce),
    ...reopenLead(lead, {
      step,
      mailboxId,
      dueAt,
      keepsMailbox: true,
      last: last && { sendId: last.sendId, sentAt: last.sentAt ?? last.scheduledAt },
      actorId: 0,
      reason: "soft_bounce",
    }),
  ]);
}

/** The mail is the last that the lead was to get, and no other is planned. */
function mayWait({ step, sendId }: MessageRecord, lead: CampaignLeadRecord): boolean {
  const isGoingOn = lead.status === "INPROGRESS" || lead.status === "COMPLETED";
  const isLast = lead.nextStep === step + 1 && lead.lastSendId === sendId;
  return isGoingOn && isLast && lead.scheduledAt === undefined;
}

async function isSuppressed(
  enrolment: CampaignLeadRecord,
  campaign: CampaignRecord,
): Promise<boolean> {
  const { accountId, leadId } = enrolment;
  const [lead, clientId] = await Promise.all([
    findRecipient(accountId, leadId),
    clientOfCampaign(campaign),
  ]);
  const address = lead && addressIn(enrolment, lead.email);
  return !address || (await findSuppressed(accountId, [address], clientId)).size > 0;
}

/** A campaign that was COMPLETED goes on; returns whether it still may send at all. */
async function maySend({ accountId, campaignId, status }: CampaignRecord): Promise<boolean> {
  if (status !== "COMPLETED") return status === "ACTIVE" || status === "PAUSED";
  // Where someone changes it at this moment the next step is the next try.
  return reactivate(systemActor(accountId), campaignId, "soft_bounce");
}
