import { randomUUID } from "node:crypto";
import { writeIfExpected } from "@thaw/data/condition";
import { composeMessage } from "@thaw/mail/message/compose-message";
import { snippet } from "@thaw/mail/message/snippet";
import { continueThread } from "@thaw/mail/message/thread-headers";
import { mayPass } from "@thaw/mail/refusal/refusal";
import type { SmtpFailure } from "@thaw/mail/smtp/reply";
import { lineOf, say, type Text } from "@thaw/text/say";
import { wordsToStore } from "@thaw/text/stored-text";
import { recentSendingStop } from "../../accounts/sending-stop/sending-stop-record.ts";
import { now, spanOf, toIso } from "../../clock.ts";
import { MINUTE_MS } from "../../duration.ts";
import { findSuppressedIn } from "../../leads/suppression/suppression.ts";
import { deliverAside } from "../../senders/mailbox/deliver-aside.ts";
import { type Aside, returnAside, takeAside } from "../../senders/mailbox/mailbox-aside.ts";
import { recordTrouble } from "../../senders/mailbox/mailbox-health.ts";
import { findMailbox, type MailboxRecord } from "../../senders/mailbox/mailbox-record.ts";
import { recordSenderRefusal } from "../../senders/mailbox/sender-refusals.ts";
import { readBody } from "./mail-body.ts";
import { withOurs } from "./our-mail.ts";
import { replyMessageId } from "./reply-id.ts";
import { stopSequence } from "./stop-sequence.ts";
import { ThreadMessageEntity } from "./thread-message.entity.ts";
import {
  changeThread,
  findThread,
  type ThreadMessageRecord,
  type ThreadRecord,
} from "./thread-store.ts";

/** Longer than a worker may run. */
const LEASE_MS = 120_000;
/** Waits after a refusal that says "later" (greylisting, a server that is busy); then the person decides. */
const RETRY_AFTER = [MINUTE_MS, 5 * MINUTE_MS, 15 * MINUTE_MS];

type ReplyKey = { accountId: number; threadId: number; at: string; messageKey: string };
type ReplyLease = {
  key: ReplyKey;
  reply: ThreadMessageRecord;
  thread: ThreadRecord;
  fence: string;
};
type Mail = { to: string; raw: Buffer; messageId: string };

/**
 * Hands an answer over. SCHEDULED → INPROGRESS → COMPLETED | FAILED, or SKIPPED when it may not leave any more. A worker that
 * died while it was INPROGRESS leaves it so until the lease is over; then it is FAILED and the person decides, since it may
 * have left.
 *
 * @returns milliseconds to come back after, when it has to wait
 */
export async function deliverReply(
  accountId: number,
  replyId: string,
): Promise<number | undefined> {
  const [id, at = "", messageKey = ""] = replyId.split("|");
  const key: ReplyKey = { accountId, threadId: Number(id), at, messageKey };
  const { data: reply } = await ThreadMessageEntity.get(key).go({ consistent: true });
  if (!reply) return undefined;
  if (reply.status === "INPROGRESS") return afterCrash(key, reply);
  if (reply.status === "COMPLETED") return finish(key, reply);
  if (reply.status !== "SCHEDULED") return undefined;
  const early = Date.parse(reply.leavesAt ?? at) - now();
  return early > 0 ? early : leave(key, reply);
}

async function leave(key: ReplyKey, reply: ThreadMessageRecord): Promise<number | undefined> {
  const { accountId, threadId } = key;
  const stop = await recentSendingStop(accountId);
  // An account that stops itself stops its campaigns, not its people.
  if (stop?.by === "operator") return wait(key, MINUTE_MS);
  const thread = await findThread(accountId, threadId);
  const mailbox = thread && (await findMailbox(accountId, thread.mailboxId));
  if (!thread || !mailbox) return skip(key, say("inbox.mailboxDeleted"));
  if ((await findSuppressedIn(thread, [reply.to])).size > 0) {
    return skip(key, say("inbox.personBlocked"));
  }
  const mail = await composeReply(mailbox, thread, reply);
  const aside = await takeAside(mailbox, mail.raw.length);
  if ("againMs" in aside) return wait(key, aside.againMs);
  const fence = randomUUID();
  const held = await writeIfExpected(
    ThreadMessageEntity.patch(key)
      .set({ status: "INPROGRESS", fence, leaseUntil: toIso(now() + spanOf(LEASE_MS)) })
      .where((row, op) => op.eq(row.status, "SCHEDULED")),
  );
  if (held) return deliver({ key, reply, thread, fence }, mailbox, { mail, aside });
  await returnAside(mailbox, aside);
  return undefined;
}

/** The mailbox sends something else, or the operator has stopped sending: the reply stays SCHEDULED, says when it leaves, and can be taken back until then. */
async function wait(key: ReplyKey, againMs: number): Promise<number | undefined> {
  const isWaiting = await writeIfExpected(
    ThreadMessageEntity.patch(key)
      .set({ leavesAt: toIso(now() + againMs) })
      .where((row, op) => op.eq(row.status, "SCHEDULED")),
  );
  return isWaiting ? againMs : undefined;
}

async function skip(key: ReplyKey, reason: Text): Promise<undefined> {
  await writeIfExpected(
    ThreadMessageEntity.patch(key)
      .set({ status: "SKIPPED", failure: lineOf(reason) })
      .where((row, op) => op.eq(row.status, "SCHEDULED")),
  );
}

/** The worker may have died between the record and what follows from it. */
async function finish(key: ReplyKey, reply: ThreadMessageRecord): Promise<undefined> {
  const thread = await findThread(key.accountId, key.threadId);
  if (thread) await stopItsSequence(thread, reply);
}

async function afterCrash(
  key: ReplyKey,
  { leaseUntil = "", fence = "" }: ThreadMessageRecord,
): Promise<number | undefined> {
  const left = Date.parse(leaseUntil) - now();
  if (left > 0) return left + 1_000;
  await writeIfExpected(
    ended(key, fence, {
      status: "FAILED",
      failure: lineOf(say("inbox.replyInterrupted")),
    }),
  );
  return undefined;
}

async function deliver(
  lease: ReplyLease,
  mailbox: MailboxRecord,
  { mail, aside }: { mail: Mail; aside: Aside },
): Promise<number | undefined> {
  const { key, reply, fence } = lease;
  const outcome = await deliverAside(mailbox, mail, aside);
  if (outcome.kind === "sent") {
    await complete(lease, outcome.serverMessageId ?? mail.messageId);
    return undefined;
  }
  await noteHealth(mailbox, outcome, reply.messageKey);
  const failure = wordsToStore(outcome.text);
  const attempts = reply.attempts ?? 0;
  const againMs = isTriedAgain(outcome) ? RETRY_AFTER[attempts] : undefined;
  if (againMs === undefined) {
    await writeIfExpected(ended(key, fence, { status: "FAILED", failure }));
    return undefined;
  }
  const leavesAt = toIso(now() + againMs);
  await writeIfExpected(
    ended(key, fence, {
      status: "SCHEDULED",
      failure,
      leavesAt,
      attempts: attempts + 1,
    }),
  );
  return againMs;
}

const isTriedAgain = (failure: SmtpFailure) =>
  failure.kind === "refused"
    ? mayPass(failure)
    : failure.kind === "mailbox-busy" || failure.kind === "network";

async function noteHealth(mailbox: MailboxRecord, failure: SmtpFailure, key: string) {
  if (failure.kind === "mailbox-auth" || failure.kind === "mailbox-busy") {
    await recordTrouble(mailbox, "SMTP", failure);
  }
  if (failure.kind === "refused" && failure.cause === "sender") {
    await recordSenderRefusal(mailbox, { key, text: failure.text, at: toIso(now()) });
  }
}

async function composeReply(
  mailbox: MailboxRecord,
  thread: ThreadRecord,
  reply: ThreadMessageRecord,
): Promise<Mail> {
  const messageId = replyMessageId(thread, reply.messageKey, mailbox.email);
  const body = reply.bodyKey ? await readBody(reply.bodyKey) : { text: reply.text };
  const continued = continueThread({
    messageId: thread.lastMessageId ?? "",
    subject: thread.subject,
    references: thread.references ?? [],
  });
  const { raw } = await composeMessage({
    from: { name: mailbox.fromName, address: mailbox.email },
    to: [{ name: thread.name, address: reply.to }],
    subject: continued.subject,
    text: body.text,
    ...(body.html ? { html: body.html } : {}),
    messageId,
    ...(thread.lastMessageId
      ? { inReplyTo: continued.inReplyTo, references: continued.references }
      : {}),
    date: new Date(now()),
  });
  return { to: reply.to, raw, messageId };
}

type End =
  | { status: "COMPLETED"; messageId: string }
  | { status: "FAILED"; failure: string }
  | { status: "SCHEDULED"; failure: string; leavesAt: string; attempts: number };

/** INPROGRESS → its outcome, by the worker that holds the fence. */
const ended = (key: ReplyKey, fence: string, result: End) =>
  ThreadMessageEntity.patch(key)
    .set(result)
    .where((row, op) => `${op.eq(row.status, "INPROGRESS")} AND ${op.eq(row.fence, fence)}`);

/** The answer is COMPLETED and its thread leaves Inbox for Sent, unless something newer arrived meanwhile. */
async function complete(
  { key, reply, thread, fence }: ReplyLease,
  messageId: string,
): Promise<void> {
  const { at } = reply;
  await changeThread(
    key,
    (before) => withOurs(before, { at, messageId, snippet: snippet(reply.text) }),
    () => [ended(key, fence, { status: "COMPLETED", messageId })],
  );
  await stopItsSequence(thread, reply);
}

/** A user who writes by hand has taken the conversation over. Safe to run twice. */
async function stopItsSequence(
  { accountId, campaignId, leadId }: ThreadRecord,
  { at, createdBy = 0 }: ThreadMessageRecord,
): Promise<void> {
  if (campaignId === undefined || leadId === undefined) return;
  await stopSequence({ accountId, campaignId, leadId }, at, createdBy);
}
