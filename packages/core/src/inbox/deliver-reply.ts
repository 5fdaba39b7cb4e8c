import { randomUUID } from "node:crypto";
import { writeIfExpected } from "@thaw/data/condition";
import { composeMessage } from "@thaw/mail/message/compose-message";
import { snippet } from "@thaw/mail/message/snippet";
import { continueThread } from "@thaw/mail/message/thread-headers";
import { closeSmtp, connectSmtp, type SmtpConnection } from "@thaw/mail/smtp/connect-smtp";
import type { SmtpFailure } from "@thaw/mail/smtp/reply";
import { type SmtpOutcome, sendSmtp } from "@thaw/mail/smtp/send-smtp";
import { SmtpError } from "@thaw/mail/smtp/smtp-error";
import { now, spanOf, toIso } from "../clock.ts";
import { findMailbox, type MailboxRecord } from "../mailbox/mailbox.ts";
import { recordTrouble } from "../mailbox/mailbox-health.ts";
import { smtpServer } from "../mailbox/mailbox-login.ts";
import { findSuppressedIn } from "../suppression/suppression.ts";
import { readBody } from "./mail-body.ts";
import { replyMessageId } from "./reply-id.ts";
import { ThreadMessageEntity } from "./thread-message.entity.ts";
import {
  changeThread,
  findThread,
  type ThreadMessageRecord,
  type ThreadRecord,
} from "./thread-store.ts";

/** Longer than a worker may run. */
const LEASE_MS = 120_000;
const MINUTE = 60_000;
/** Waits after a refusal that says "later" (greylisting, a server that is busy); then the person decides. */
const RETRY_AFTER = [MINUTE, 5 * MINUTE, 15 * MINUTE];

type ReplyKey = { accountId: number; threadId: number; at: string; messageKey: string };
type Hold = { key: ReplyKey; reply: ThreadMessageRecord; thread: ThreadRecord; fence: string };

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
  if (reply.status !== "SCHEDULED") return undefined;
  const early = Date.parse(reply.leavesAt ?? at) - now();
  return early > 0 ? early : leave(key, reply);
}

async function leave(key: ReplyKey, reply: ThreadMessageRecord): Promise<number | undefined> {
  const { accountId, threadId } = key;
  const thread = await findThread(accountId, threadId);
  const mailbox = thread && (await findMailbox(accountId, thread.mailboxId));
  if (!thread || !mailbox) return skip(key, "The mailbox was deleted");
  if ((await findSuppressedIn(thread, [reply.to])).size > 0) {
    return skip(key, "This person is on the block list");
  }
  const fence = randomUUID();
  const held = await writeIfExpected(
    ThreadMessageEntity.patch(key)
      .set({ status: "INPROGRESS", fence, leaseUntil: toIso(now() + spanOf(LEASE_MS)) })
      .where((row, op) => op.eq(row.status, "SCHEDULED")),
  );
  return held ? hand({ key, reply, thread, fence }, mailbox) : undefined;
}

async function skip(key: ReplyKey, failure: string): Promise<undefined> {
  await writeIfExpected(
    ThreadMessageEntity.patch(key)
      .set({ status: "SKIPPED", failure })
      .where((row, op) => op.eq(row.status, "SCHEDULED")),
  );
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
      failure: "Sending was interrupted. Look into the Sent folder before you send it again.",
    }),
  );
  return undefined;
}

async function hand(hold: Hold, mailbox: MailboxRecord): Promise<number | undefined> {
  const { key, reply, thread, fence } = hold;
  const messageId = replyMessageId(key, reply.messageKey, mailbox.email);
  const outcome = await send(mailbox, thread, { reply, messageId });
  if (outcome.kind === "sent") {
    await complete(hold, outcome.serverMessageId ?? messageId);
    return undefined;
  }
  if (outcome.kind.startsWith("mailbox")) await recordTrouble(mailbox, "SMTP", outcome);
  const attempts = reply.attempts ?? 0;
  const againMs = mayPass(outcome) ? RETRY_AFTER[attempts] : undefined;
  if (againMs === undefined) {
    await writeIfExpected(ended(key, fence, { status: "FAILED", failure: outcome.text }));
    return undefined;
  }
  const leavesAt = toIso(now() + againMs);
  await writeIfExpected(
    ended(key, fence, {
      status: "SCHEDULED",
      failure: outcome.text,
      leavesAt,
      attempts: attempts + 1,
    }),
  );
  return againMs;
}

const mayPass = ({ kind }: SmtpFailure) =>
  kind === "temporary" ||
  kind === "mailbox-busy" ||
  kind === "network" ||
  kind === "recipient-soft";

async function send(
  mailbox: MailboxRecord,
  thread: ThreadRecord,
  { reply, messageId }: { reply: ThreadMessageRecord; messageId: string },
): Promise<SmtpOutcome> {
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
  let connection: SmtpConnection | undefined;
  try {
    connection = await connectSmtp(await smtpServer(mailbox));
    return await sendSmtp(connection, { from: mailbox.email, to: [reply.to], raw });
  } catch (error) {
    if (error instanceof SmtpError) return error.failure;
    throw error;
  } finally {
    if (connection) await closeSmtp(connection);
  }
}

type End =
  | { status: "COMPLETED"; messageId: string }
  | { status: "FAILED"; failure: string }
  | { status: "SCHEDULED"; failure: string; leavesAt: string; attempts: number };

/** INPROGRESS → what became of it, by whoever holds the fence. */
const ended = (key: ReplyKey, fence: string, result: End) =>
  ThreadMessageEntity.patch(key)
    .set(result)
    .where((row, op) => `${op.eq(row.status, "INPROGRESS")} AND ${op.eq(row.fence, fence)}`);

/** The answer is COMPLETED and its thread leaves Inbox for Sent, unless something newer arrived meanwhile. */
async function complete({ key, reply, fence }: Hold, messageId: string): Promise<void> {
  await changeThread(
    key,
    (thread) => ({
      answeredAt: reply.at,
      ...(thread.lastAt > reply.at
        ? {}
        : {
            lastMessageId: messageId,
            references: [
              ...(thread.references ?? []),
              ...(thread.lastMessageId ? [thread.lastMessageId] : []),
            ].slice(-20),
            snippet: snippet(reply.text),
            lastAt: reply.at,
            state: "answered" as const,
            isUnread: false,
          }),
    }),
    () => [ended(key, fence, { status: "COMPLETED", messageId })],
  );
}
