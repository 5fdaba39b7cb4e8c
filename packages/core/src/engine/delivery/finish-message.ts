import { REFUSAL_CAUSES, type RefusalCause } from "@thaw/mail/refusal/refusal-cause.schema";
import type { RefusedMessage } from "@thaw/mail/smtp/reply";
import { freeMail } from "../../accounts/subscription-plan/monthly-quota.ts";
import type { CampaignRecord } from "../../campaigns/campaign/campaign-record.ts";
import { resumeFor } from "../../campaigns/campaign/reactivate.ts";
import { advance, type SentStep } from "../../campaigns/campaign-lead/advance.ts";
import {
  type CampaignLeadRecord,
  findCampaignLead,
  stopLead,
} from "../../campaigns/campaign-lead/campaign-lead.ts";
import { failureLine } from "../../campaigns/message/failure-line.ts";
import type { MessageFailure } from "../../campaigns/message/message.schema.ts";
import {
  type MessageRecord,
  recordFailure,
  recordSent,
  sendAgainLater,
} from "../../campaigns/message/message-state.ts";
import type { SequenceStep } from "../../campaigns/sequence/sequence.schema.ts";
import { now, nowIso, realSeconds, toEpochMs, toIso } from "../../clock.ts";
import { MINUTE_MS } from "../../duration.ts";
import type { DurationMs, IsoInstant } from "../../instant.schema.ts";
import { measure } from "../../kernel/mail-flow/mail-flow.ts";
import { type PlanSchedule, planSchedule } from "../../kernel/schedule/closed-days.ts";
import { dueAfter } from "../../kernel/schedule/window.ts";
import { suppressBounced } from "../../leads/suppression/bounced-address.ts";
import type { EventKind } from "../../reporting/event/event.schema.ts";
import { appendEvent, type NewEvent } from "../../reporting/event/event.ts";
import { recordWell } from "../../senders/mailbox/mailbox-health.ts";
import type { SlotSeen } from "../../senders/send-slot/send-slot.ts";
import type { Ready } from "./check-message.ts";
import { threadOpenedBy } from "./mail-thread.ts";
import type { SendSession } from "./send-session.ts";

/** D4.4: a temporary failure is tried again after 5, 30 and 120 minutes, then it is final. */
const RETRY_AFTER = [5 * MINUTE_MS, 30 * MINUTE_MS, 120 * MINUTE_MS];

type Delivered = {
  fence: string;
  sent: { sentAt: IsoInstant; subject: string; messageId: string };
  ready: Ready;
  slot: SlotSeen;
};

/**
 * Records that a mail left, and everything that follows from it. For a message that is already SENT or UNKNOWN only what
 * follows is done again: each part of it changes nothing the second time.
 */
export async function finishSent(
  message: MessageRecord,
  session: SendSession,
  delivered?: Delivered,
): Promise<void> {
  if (delivered) {
    const recorded = await recordSent(message, delivered.fence, delivered.sent);
    // Someone else holds the message now; what became of it is theirs to record.
    if (!recorded) return;
    const late = toEpochMs(delivered.sent.sentAt) - toEpochMs(message.scheduledAt);
    measure("Sent", 1);
    measure("LatenessSeconds", realSeconds(late));
    const { mailbox } = delivered.ready;
    await recordWell(message, {
      consecutiveFailures: mailbox.consecutiveFailures,
      closures: delivered.slot.closures,
    });
  }
  const left = departureOf(
    delivered ? { ...message, ...delivered.sent, status: "SENT" } : message,
    { endsLead: false },
  );
  const subject = delivered?.sent.subject ?? message.subject;
  const its = { session, ready: delivered?.ready };
  const endsLead = await moveOn(message, { at: left.at, subject }, its);
  session.note({ ...left, ...(endsLead ? { endsLead } : {}) });
}

/**
 * What is recorded of an email that left or may have left. It is the same no matter who writes it: its worker, another one after
 * that worker's death, or an operation that changes the message before either has.
 *
 * @param message SENT or UNKNOWN
 */
function departureOf(message: MessageRecord, { endsLead }: { endsLead: boolean }): NewEvent {
  // Of one whose outcome is unknown it is an earlier try's, which came back.
  const sentAt = message.status === "SENT" ? message.sentAt : undefined;
  const at = sentAt ?? message.scheduledAt;
  return {
    ...subjectOf(message),
    kind: kindOf(message, sentAt),
    at,
    key: message.sendId,
    countedOn: at.slice(0, 10),
    ...(endsLead ? { endsLead } : {}),
  };
}

/** Puts on record that a mail left before it is changed again: its worker may have died before it could. Safe to run twice. */
export async function recordDeparture(
  message: MessageRecord,
  { isFinishedByMail }: CampaignLeadRecord,
): Promise<void> {
  await appendEvent(departureOf(message, { endsLead: isFinishedByMail === true }));
}

/**
 * Figures count a mail once, however often it had to be sent. One whose outcome was unknown moved its lead on then; the event
 * that it left is written with the proof, and says nothing of the lead.
 */
function kindOf({ resends, wasUnknown }: MessageRecord, sentAt: IsoInstant | undefined): EventKind {
  if (sentAt === undefined || wasUnknown) return "unknown";
  return resends ? "resent" : "sent";
}

/** Returns whether this email completed the lead. */
async function moveOn(
  message: MessageRecord,
  { at, subject }: { at: IsoInstant; subject: string | undefined },
  { session, ready }: { session: SendSession; ready: Ready | undefined },
): Promise<boolean> {
  const { accountId, campaignId, leadId, step, sendId, mailboxId } = message;
  const key = { accountId, campaignId, leadId };
  const campaign = await session.campaign(accountId, campaignId);
  // Its own version, which it finishes: a newer one is for those who begin.
  const lead = ready?.campaignLead ?? (await findCampaignLead(key));
  const { sequenceVersion: version = message.sequenceVersion } = lead ?? {};
  const steps = await session.sequence(accountId, campaignId, version);
  const next = await stepAfter(message, at, { steps, schedule: ready?.schedule, campaign });
  const thread = subject ? threadOpenedBy(message, subject, steps) : undefined;
  const sent = { step, sendId, sentAt: at, mailboxId, version, ...next, thread };
  const isEnded = await advance(key, sent);
  if (campaign.status === "COMPLETED") await resumeFor(key);
  return isEnded ?? moveOn(message, { at, subject }, { session, ready: undefined });
}

async function stepAfter(
  { step }: MessageRecord,
  at: IsoInstant,
  of: { steps: SequenceStep[]; schedule: PlanSchedule | undefined; campaign: CampaignRecord },
): Promise<Pick<SentStep, "nextDueAt" | "nextType">> {
  const sentAt = toEpochMs(at);
  const next = of.steps[step];
  const schedule = next && (of.schedule ?? (await planSchedule(of.campaign, sentAt)));
  const nextDueAt =
    next && schedule && toIso(dueAfter(sentAt, next.seq_delay_details.delayInDays, schedule));
  return { nextDueAt, nextType: next?.seq_type };
}

/** A failure that is final: the message FAILED, and a hard bounce stops the lead and flags the address. */
export async function finishFailed(
  message: MessageRecord,
  refused?: { fence: string; outcome: RefusedMessage },
): Promise<void> {
  const failure = refused ? failureOf(refused.outcome) : message.failure;
  if (refused) {
    const end = { status: "FAILED", failure: failureOf(refused.outcome) } as const;
    if (!(await recordFailure(message, refused.fence, end))) return;
    await freeMail(message);
  }
  const { accountId, campaignId, leadId, sendId } = message;
  const cause = causeOf(failure);
  const event = {
    ...subjectOf(message),
    at: message.scheduledAt,
    key: sendId,
    ...(cause ? { cause } : {}),
    detail: failure ? failureLine(failure) : "",
  };
  // Only a refusal for good blames the address while sending.
  const isBounce = cause === "address";
  await appendEvent({ ...event, kind: "failed" });
  if (isBounce) {
    await appendEvent({ ...event, kind: "bounced" });
    await suppressBounced(message, nowIso());
  }
  // A message that cannot be delivered ends the sequence of its lead: later steps would answer a mail that never came.
  await stopLead({ accountId, campaignId, leadId }, isBounce ? "bounce" : "failed", 0);
}

const failureOf = ({ cause, text }: RefusedMessage): MessageFailure => ({ kind: cause, text });

/** Who has to act, where a refusal and not a fault of its step has ended the message. */
const causeOf = (failure: MessageFailure | undefined): RefusalCause | undefined =>
  REFUSAL_CAUSES.find((cause) => cause === failure?.kind);

/** A failure that may pass: DRAFTED again with backoff, FAILED after the third retry. */
export async function finishSoft(
  message: MessageRecord,
  { fence, outcome }: { fence: string; outcome: RefusedMessage },
): Promise<{ againMs?: DurationMs }> {
  const attempts = (message.attempts ?? 0) + 1;
  const againMs = RETRY_AFTER[attempts - 1];
  if (againMs === undefined) {
    await finishFailed(message, { fence, outcome });
    return {};
  }
  await sendAgainLater(message, fence, {
    scheduledAt: toIso(now() + againMs),
    attempts,
    failure: failureOf(outcome),
  });
  return { againMs };
}

/** What an event says of the message that it is about: counted on the day that it left, where it has. */
export function subjectOf(message: MessageRecord): Omit<NewEvent, "kind" | "at" | "key"> {
  const { sentAt } = message;
  return { ...mailOf(message), ...(sentAt ? { countedOn: sentAt.slice(0, 10) } : {}) };
}

/** The same of one that does not leave: counted on the day that it happens. */
export function mailOf(message: MessageRecord): Omit<NewEvent, "kind" | "at" | "key"> {
  const { accountId, campaignId, leadId, step, variant, mailboxId, sendId } = message;
  return { accountId, campaignId, leadId, step, variant, mailboxId, sendId };
}
