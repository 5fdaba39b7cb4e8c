import { randomUUID } from "node:crypto";
import { commitIfExpected } from "@thaw/data/transact";
import { mayPass } from "@thaw/mail/refusal/refusal";
import type { SessionFailure, SmtpFailure } from "@thaw/mail/smtp/reply";
import { freeMail } from "../../accounts/subscription-plan/monthly-quota.ts";
import { resumeFor } from "../../campaigns/campaign/reactivate.ts";
import {
  blockLead,
  forgetPlanned,
  requeueLead,
} from "../../campaigns/campaign-lead/campaign-lead.ts";
import type { StopRule } from "../../campaigns/message/message.schema.ts";
import {
  beginSending,
  giveUpItem,
  LEASE_MS,
  type MessageRecord,
  sendAgainLater,
} from "../../campaigns/message/message-state.ts";
import { presentMessage } from "../../campaigns/message/planned-message.ts";
import { now, nowIso, spanOf, toEpochMs, toIso } from "../../clock.ts";
import { MINUTE_MS } from "../../duration.ts";
import { isSuppressed } from "../../leads/suppression/suppression.ts";
import { eventItem } from "../../reporting/event/event.ts";
import { recordTrouble } from "../../senders/mailbox/mailbox-health.ts";
import { recordSenderRefusal } from "../../senders/mailbox/sender-refusals.ts";
import { releasePending } from "../../senders/send-slot/send-slot.ts";
import type { SenderReason } from "../planner/wait-reason.schema.ts";
import { type Built, buildMessage } from "./build-message.ts";
import { checkMessage, checkOnceMore, type Ready, type Verdict } from "./check-message.ts";
import { failUnbuilt, faultOf } from "./fail-unbuilt.ts";
import { finishFailed, finishSent, finishSoft, mailOf } from "./finish-message.ts";
import { claimSlot, dayOf, type SlotClaim } from "./mailbox-turn.ts";
import { resolveSending } from "./resolve-message.ts";
import type { SendResult, SendSession } from "./send-session.ts";

/** A message that comes a moment early is not worth another trip through the queue. */
const EARLY_MS = 500;

/** Carries one message as far as it goes now. Safe to run twice and by two workers at once. */
export async function sendMessage(
  message: MessageRecord,
  session: SendSession,
): Promise<SendResult> {
  switch (message.status) {
    case "DRAFTED":
      return sendDrafted(message, session);
    case "SENDING":
      return resolveSending(message, session, sendHeld);
    case "SENT":
    case "UNKNOWN":
      await finishSent(message, session);
      return {};
    case "FAILED":
      await finishFailed(message);
      return {};
    case "SKIPPED":
    case "STOPPED":
      return {};
    default:
      return message.status satisfies never;
  }
}

async function sendDrafted(message: MessageRecord, session: SendSession): Promise<SendResult> {
  const early = toEpochMs(message.scheduledAt) - now();
  if (early > EARLY_MS) return { againMs: early };
  const verdict = await checkMessage(message, session);
  if (verdict.kind !== "ready") return settle(message, verdict, session);
  let made: Built;
  try {
    made = await buildMessage(message, verdict, session);
  } catch (error) {
    return unbuilt(message, error, session);
  }
  using built = made;
  const claim = await claimSlot(message, verdict, session);
  if ("refused" in claim) {
    const { againMs, ...reason } = claim.refused;
    return "rule" in reason
      ? settle(message, { kind: "unschedule", ...reason }, session)
      : { againMs };
  }
  const next = await begin({ message, ready: verdict, built, claim }, session);
  return next();
}

/** A mail that was made, and the slot by which it may leave. */
type Mail = { message: MessageRecord; ready: Ready; built: Built; claim: SlotClaim };

/** What follows an attempt to send. It runs after the slot is released, since it may send the email again in that slot. */
type Next = () => Promise<SendResult>;

const ended =
  (result: SendResult): Next =>
  async () =>
    result;

/** DRAFTED → SENDING, and over to the mailbox's server. */
async function begin({ message, ready, built, claim }: Mail, session: SendSession): Promise<Next> {
  await using slot = claim;
  // The slot is the right to connect, too: no two workers hold a connection of one mailbox.
  const trouble = await session.open(ready.mailbox);
  if (trouble) {
    slot.release({ isUnused: true });
    return () => withLatestRow(message, session, () => mailboxTrouble(message, trouble));
  }
  // Connecting may have taken seconds: a pause that returned meanwhile must hold.
  const held = await checkOnceMore(message, session);
  if (held) {
    slot.release({ isUnused: true });
    return () => settle(message, held, session);
  }
  if (!(await slot.leave())) {
    slot.release();
    return ended({ againMs: MINUTE_MS });
  }
  const fence = randomUUID();
  const leaseUntil = toIso(now() + spanOf(LEASE_MS));
  const { subject } = built;
  if (!(await beginSending(message, { fence, leaseUntil, subject }))) {
    slot.release({ isUnused: message.existingRow === "unread" });
    return () => withLatestRow(message, session, async () => ({ againMs: MINUTE_MS }));
  }
  // Waited for here: the scope of the slot ends with this function.
  return await deliverMail({ message: begun(message, fence), ready, built, claim, fence }, session);
}

/** From now on the message is its row. */
function begun(
  { existingRow: _existingRow, ...message }: MessageRecord,
  fence: string,
): MessageRecord {
  return { ...message, fence };
}

/**
 * Nearly every planned mail has no row, so that is looked for only when its delivery was refused, or before it is decided
 * that there will be none. Where there is one, or another plan, that is gone on with.
 */
async function withLatestRow(
  message: MessageRecord,
  session: SendSession,
  goOn: (message: MessageRecord) => Promise<SendResult>,
): Promise<SendResult> {
  if (message.existingRow !== "unread") return goOn(message);
  const present = (await presentMessage(message)) ?? message;
  const isSame =
    typeof present.existingRow === "string" && present.scheduledAt === message.scheduledAt;
  if (isSame) return goOn({ ...present, existingRow: "none" });
  // Where it has to wait, the row is what the next try begins with.
  return { isBegun: true, ...(await sendMessage(present, session)) };
}

type SendLease = Mail & { fence: string };

/** Sends a message that is SENDING under our fence. */
export async function sendHeld(
  message: MessageRecord,
  fence: string,
  session: SendSession,
): Promise<SendResult> {
  const verdict = await checkMessage(message, session);
  if (verdict.kind !== "ready") return revertSending(message, fence, { verdict, session });
  using built = await buildHeld(message, fence, { ready: verdict, session });
  if (!built) return {};
  const claim = await claimSlot(message, verdict, session);
  // Still SENDING: it is looked for in the Sent folder again before the next try.
  if ("refused" in claim) return { againMs: Math.max(claim.refused.againMs, spanOf(LEASE_MS)) };
  const next = await goOn({ message, ready: verdict, built, claim, fence }, session);
  return next();
}

async function goOn(lease: SendLease, session: SendSession): Promise<Next> {
  await using slot = lease.claim;
  const trouble = await session.open(lease.ready.mailbox);
  if (trouble) {
    slot.release({ isUnused: true });
    return async () => {
      await recordTrouble(lease.message, "SMTP", trouble);
      return { againMs: spanOf(LEASE_MS) };
    };
  }
  if (await slot.leave()) return await deliverMail(lease, session);
  slot.release();
  return ended({ againMs: spanOf(LEASE_MS) });
}

/** Undefined where the mail cannot be made: the message is FAILED then. */
async function buildHeld(
  message: MessageRecord,
  fence: string,
  { ready, session }: { ready: Ready; session: SendSession },
): Promise<Built | undefined> {
  try {
    return await buildMessage(message, ready, session);
  } catch (error) {
    await failUnbuilt(message, faultOf(error), fence);
    return undefined;
  }
}

/** Hands a mail over that is SENDING. Where it surely did not leave, the caller releases its slot. */
async function deliverMail(lease: SendLease, session: SendSession): Promise<Next> {
  const { message, ready, built, fence, claim } = lease;
  // Asked when the message is SENDING already: anyone who leaves the list before this gets no mail, anyone who leaves it later
  // finds one that was on its way.
  const { accountId } = message;
  const list = { accountId, clientId: await session.clientOf(ready.campaign) };
  if (await isSuppressed(list, ready.lead.email, session)) {
    claim.release();
    return async () => ({
      ...(await revertSending(message, fence, { verdict: SUPPRESSED, session })),
      isBegun: true,
    });
  }
  const outcome = await session.deliver(ready.mailbox, { to: ready.lead.email, raw: built.raw });
  if (outcome.kind === "sent") {
    const sent = {
      // Gaps and days are counted from the slot's instant, however long the delivery takes.
      sentAt: claim.at,
      subject: built.subject,
      messageId: outcome.serverMessageId ?? built.messageId,
    };
    await finishSent(message, session, { fence, sent, ready, slot: claim.seen });
    return ended({ isBegun: true });
  }
  const result = await refusedBy(outcome, lease);
  // The mail may have left: only what the Sent folder shows can tell.
  if (outcome.kind !== "unknown-outcome") {
    claim.release({ isPending: result.againMs !== undefined });
  }
  return ended({ ...result, isBegun: true });
}

const SUPPRESSED = {
  kind: "stop",
  status: "STOPPED",
  rule: "block_list",
  blocks: true,
} as const satisfies Verdict;

const ruleOf = ({ rule }: { rule: SenderReason | StopRule }) =>
  ({ kind: "rule", text: rule }) as const;

/** SENDING → DRAFTED of a message that surely did not leave, and then what keeps it from leaving. */
async function revertSending(
  message: MessageRecord,
  fence: string,
  { verdict, session }: { verdict: Exclude<Verdict, { kind: "ready" }>; session: SendSession },
): Promise<SendResult> {
  const back = { scheduledAt: message.scheduledAt, attempts: message.attempts ?? 0 };
  const isBack = await sendAgainLater(message, fence, { ...back, failure: ruleOf(verdict) });
  return isBack ? settle(message, verdict, session) : { againMs: MINUTE_MS };
}

async function refusedBy(outcome: SmtpFailure, { message, fence }: SendLease): Promise<SendResult> {
  switch (outcome.kind) {
    case "refused":
      if (outcome.cause === "sender") {
        await recordSenderRefusal(message, {
          key: message.sendId,
          text: outcome.text,
          at: nowIso(),
        });
      }
      if (mayPass(outcome)) return finishSoft(message, { fence, outcome });
      await finishFailed(message, { fence, outcome });
      return {};
    case "mailbox-auth":
    case "mailbox-busy":
    case "network": {
      await recordTrouble(message, "SMTP", outcome);
      const againMs = 5 * MINUTE_MS;
      await sendAgainLater(message, fence, {
        scheduledAt: toIso(now() + againMs),
        attempts: message.attempts ?? 0,
        failure: { kind: outcome.kind, text: outcome.text },
      });
      return { againMs };
    }
    case "unknown-outcome":
      return { againMs: spanOf(LEASE_MS) };
    default:
      return outcome satisfies never;
  }
}

/** Nothing was delivered and the message is still DRAFTED: it waits with its mailbox. */
async function mailboxTrouble(
  message: MessageRecord,
  trouble: SessionFailure,
): Promise<SendResult> {
  await recordTrouble(message, "SMTP", trouble);
  return { againMs: 5 * MINUTE_MS };
}

async function unbuilt(
  message: MessageRecord,
  error: unknown,
  session: SendSession,
): Promise<SendResult> {
  const failure = faultOf(error);
  return withLatestRow(message, session, async (present) => {
    await releasePending(present, await dayOf(present, session));
    await failUnbuilt(present, failure);
    return {};
  });
}

/** Carries out a verdict that keeps the message from being sent now. */
function settle(
  message: MessageRecord,
  verdict: Exclude<Verdict, { kind: "ready" }>,
  session: SendSession,
): Promise<SendResult> {
  return withLatestRow(message, session, (present) => carryOut(present, verdict, session));
}

/** Whether the campaign has to go on for a mail that is put back. Where it does not, the reason passes, or a person ends it. */
const NEEDS_CAMPAIGN: Record<SenderReason, boolean> = {
  sending_stopped: false,
  campaign_completed: true,
  campaign_paused: false,
  parent_paused: false,
  window_closed: false,
  too_late: false,
  lead_paused: false,
  domain_limit: false,
  reassigned: false,
  version_changed: false,
  mailbox_unavailable: false,
  mailbox_closed: false,
  daily_limit: false,
};

async function carryOut(
  message: MessageRecord,
  verdict: Exclude<Verdict, { kind: "ready" }>,
  session: SendSession,
): Promise<SendResult> {
  const { accountId, campaignId, leadId, step, mailboxId } = message;
  const key = { accountId, campaignId, leadId };
  await releasePending(message, await dayOf(message, session));
  if (verdict.kind === "unschedule") {
    const dueAt = verdict.dueAt ?? message.dueAt ?? message.scheduledAt;
    const version = verdict.version ?? message.sequenceVersion;
    const isBack =
      (await requeueLead(key, { step, mailboxId, version }, dueAt)) ||
      (await forgetPlanned(key, step));
    if (isBack) await freeMail(message);
    if (NEEDS_CAMPAIGN[verdict.rule]) await resumeFor(key);
    return {};
  }
  // First the lead: a worker that takes the mail up after this one died finds it BLOCKED, and the mail as it was.
  if (verdict.blocks) await blockLead(key, 0);
  const isGivenUp = await commitIfExpected([
    giveUpItem(message, { status: verdict.status, failure: ruleOf(verdict) }),
    eventItem({
      ...mailOf(message),
      kind: verdict.status === "SKIPPED" ? "skipped" : "stopped",
      at: nowIso(),
      key: message.sendId,
      detail: verdict.rule,
    }),
  ]);
  if (!isGivenUp) return { againMs: MINUTE_MS };
  await freeMail(message);
  return {};
}
