import { randomBytes, randomUUID } from "node:crypto";
import { text as readText } from "node:stream/consumers";
import { putObject, readObject } from "@thaw/data/bucket";
import { writeIfExpected } from "@thaw/data/condition";
import { composeMessage } from "@thaw/mail/message/compose-message";
import { htmlToText } from "@thaw/mail/message/html-text";
import { sanitiseHtml } from "@thaw/mail/message/sanitise-html";
import { snippet } from "@thaw/mail/message/snippet";
import { continueThread } from "@thaw/mail/message/thread-headers";
import { closeSmtp, connectSmtp } from "@thaw/mail/smtp/connect-smtp";
import { type SmtpOutcome, sendSmtp } from "@thaw/mail/smtp/send-smtp";
import { SmtpError } from "@thaw/mail/smtp/smtp-error";
import * as v from "valibot";
import { now, nowIso, toIso } from "../clock.ts";
import { AppError, notFound } from "../error.ts";
import { findMailbox, type MailboxRecord } from "../mailbox/mailbox.ts";
import { recordTrouble } from "../mailbox/mailbox-health.ts";
import { mailServers } from "../mailbox/mailbox-login.ts";
import { operation } from "../operation.ts";
import { enqueue } from "../queue.ts";
import { findSuppressed } from "../suppression/suppression.ts";
import { ReplyId, SendReply } from "./inbox.schema.ts";
import { replyMessageId } from "./reply-id.ts";
import { ThreadEntity } from "./thread.entity.ts";
import { ThreadMessageEntity } from "./thread-message.entity.ts";
import { requireThread, type ThreadMessageRecord, type ThreadRecord } from "./thread-store.ts";

/** D12: an answer leaves ten seconds after "send", so that it can be taken back. */
const UNDO_MS = 10_000;
/** Longer than a worker may run. */
const LEASE_MS = 120_000;

type ReplyKey = { accountId: number; threadId: number; at: string; messageKey: string };

const MARKUP = /<\/?(p|br|div|a|b|strong|em|i|ul|ol|li|blockquote)\b/i;

/** Puts an answer on its way: same mailbox, same thread. It can be cancelled until it is handed over. */
export const sendReply = operation({
  permission: "inbox:reply",
  input: SendReply,
  output: v.object({ message_id: v.string(), leaves_at: v.string() }),
  async run({ accountId, userId }, { thread_id: threadId, body }) {
    const thread = await requireThread(accountId, threadId);
    if ((await findSuppressed(accountId, [thread.email])).size > 0) {
      throw new AppError("forbidden", `${thread.email} is on the block list`, {
        body: ["This person is on the block list"],
      });
    }
    const mailbox = await findMailbox(accountId, thread.mailboxId);
    if (mailbox?.connectionState !== "CONNECTED") {
      throw new AppError(
        "conflict",
        `${thread.mailboxEmail} is not connected. Reconnect it first.`,
      );
    }
    const html = MARKUP.test(body)
      ? sanitiseHtml(body, { showRemoteImages: true }).html
      : undefined;
    const text = html ? htmlToText(html) : body;
    const messageKey = randomBytes(16).toString("base64url");
    const at = nowIso();
    const bodyKey = `acct/${accountId}/mail/${messageKey}.json`;
    await putObject(bodyKey, JSON.stringify({ text, html }), "application/json");
    await ThreadMessageEntity.create({
      accountId,
      threadId,
      at,
      messageKey,
      direction: "out",
      from: thread.mailboxEmail,
      to: thread.email,
      subject: continueThread({ messageId: "", subject: thread.subject }).subject,
      text: text.slice(0, 8_000),
      bodyKey,
      status: "SCHEDULED",
      createdBy: userId,
    }).go({ response: "none" });
    const replyId = `${threadId}|${at}|${messageKey}`;
    await enqueue("reply", [{ job: { accountId, replyId }, delayMs: UNDO_MS }]);
    return { message_id: `${at}|${messageKey}`, leaves_at: toIso(now() + UNDO_MS) };
  },
});

/** SCHEDULED → SKIPPED: the answer is taken back. */
export const cancelReply = operation({
  permission: "inbox:reply",
  input: ReplyId,
  output: v.object({ cancelled: v.boolean() }),
  async run({ accountId }, { thread_id: threadId, message_id }) {
    const [at = "", messageKey = ""] = message_id.split("|");
    const cancelled = await writeIfExpected(
      ThreadMessageEntity.patch({ accountId, threadId, at, messageKey })
        .set({ status: "SKIPPED" })
        .where((row, op) => op.eq(row.status, "SCHEDULED")),
    );
    return { cancelled };
  },
});

/**
 * Hands an answer over. SCHEDULED → INPROGRESS → COMPLETED | FAILED. A worker that died while it was INPROGRESS leaves it
 * so until the lease is over; then it is FAILED and the person decides, since it may have left.
 *
 * @returns milliseconds to come back after, when it has to wait
 */
export async function deliverReply(
  accountId: number,
  replyId: string,
): Promise<number | undefined> {
  const [thread, at = "", messageKey = ""] = replyId.split("|");
  const key: ReplyKey = { accountId, threadId: Number(thread), at, messageKey };
  const { data: reply } = await ThreadMessageEntity.get(key).go({ consistent: true });
  if (!reply) return undefined;
  if (reply.status === "INPROGRESS") return afterCrash(key, reply);
  if (reply.status !== "SCHEDULED") return undefined;
  const early = Date.parse(at) + UNDO_MS - now();
  if (early > 0) return early;
  const fence = randomUUID();
  const held = await writeIfExpected(
    ThreadMessageEntity.patch(key)
      .set({ status: "INPROGRESS", fence, leaseUntil: toIso(now() + LEASE_MS) })
      .where((row, op) => op.eq(row.status, "SCHEDULED")),
  );
  if (!held) return undefined;
  await hand(key, reply, fence);
  return undefined;
}

async function afterCrash(
  key: ReplyKey,
  { leaseUntil = "", fence = "" }: ThreadMessageRecord,
): Promise<number | undefined> {
  const left = Date.parse(leaseUntil) - now();
  if (left > 0) return left + 1_000;
  await end(key, fence, {
    status: "FAILED",
    failure: "Sending was interrupted. Look into the Sent folder before you send it again.",
  });
  return undefined;
}

async function hand(key: ReplyKey, reply: ThreadMessageRecord, fence: string): Promise<void> {
  const thread = await requireThread(key.accountId, key.threadId);
  const mailbox = await findMailbox(key.accountId, thread.mailboxId);
  if (!mailbox) return end(key, fence, { status: "FAILED", failure: "The mailbox was deleted" });
  const messageId = replyMessageId(thread.threadId, reply.messageKey, mailbox.email);
  const outcome = await send(mailbox, thread, { reply, messageId });
  if (outcome.kind === "sent") {
    await end(key, fence, { status: "COMPLETED", messageId: outcome.serverMessageId ?? messageId });
    await bringUp(thread, reply, outcome.serverMessageId ?? messageId);
    return;
  }
  if (outcome.kind.startsWith("mailbox")) await recordTrouble(mailbox, "SMTP", outcome);
  await end(key, fence, { status: "FAILED", failure: outcome.text });
}

async function send(
  mailbox: MailboxRecord,
  thread: ThreadRecord,
  { reply, messageId }: { reply: ThreadMessageRecord; messageId: string },
): Promise<SmtpOutcome> {
  if (!reply.bodyKey) throw notFound("answer");
  const body = JSON.parse(await readText(await readObject(reply.bodyKey))) as {
    text: string;
    html?: string;
  };
  const continued = continueThread({
    messageId: thread.lastMessageId ?? "",
    subject: thread.subject,
    references: thread.references ?? [],
  });
  const { raw } = await composeMessage({
    from: { name: mailbox.fromName, address: mailbox.email },
    to: [{ name: thread.name, address: thread.email }],
    subject: continued.subject,
    text: body.text,
    ...(body.html ? { html: body.html } : {}),
    messageId,
    ...(thread.lastMessageId
      ? { inReplyTo: continued.inReplyTo, references: continued.references }
      : {}),
    date: new Date(now()),
  });
  try {
    const connection = await connectSmtp((await mailServers(mailbox)).smtp);
    const outcome = await sendSmtp(connection, { from: mailbox.email, to: [thread.email], raw });
    await closeSmtp(connection);
    return outcome;
  } catch (error) {
    if (error instanceof SmtpError) return error.failure;
    throw error;
  }
}

type End = { status: "COMPLETED"; messageId: string } | { status: "FAILED"; failure: string };

async function end(key: ReplyKey, fence: string, result: End): Promise<void> {
  await writeIfExpected(
    ThreadMessageEntity.patch(key)
      .set(result)
      .where((row, op) => `${op.eq(row.status, "INPROGRESS")} AND ${op.eq(row.fence, fence)}`),
  );
}

async function bringUp(
  thread: ThreadRecord,
  reply: ThreadMessageRecord,
  messageId: string,
): Promise<void> {
  const { accountId, threadId } = thread;
  await ThreadEntity.patch({ accountId, threadId })
    .set({
      lastMessageId: messageId,
      references: [
        ...(thread.references ?? []),
        ...(thread.lastMessageId ? [thread.lastMessageId] : []),
      ].slice(-20),
      snippet: snippet(reply.text),
      lastAt: reply.at,
      box: `${accountId}.sent`,
      boxAt: reply.at,
    })
    .remove(["unreadBox", "unreadAt"])
    .go({ response: "none" });
}
