import { randomBytes } from "node:crypto";
import { writeIfExpected } from "@thaw/data/condition";
import { continueThread } from "@thaw/mail/message/thread-headers";
import { say } from "@thaw/text/say";
import * as v from "valibot";
import { now, nowIso, spanOf, toIso } from "../../clock.ts";
import { AppError, notFound } from "../../error.ts";
import { findSuppressedIn } from "../../leads/suppression/suppression.ts";
import { operation } from "../../operation.ts";
import { enqueue } from "../../queue.ts";
import { findMailbox } from "../../senders/mailbox/mailbox-record.ts";
import { cleanHtml, textOfHtml } from "./clean-html.ts";
import { isShortened } from "./is-shortened.ts";
import { MOST_TEXT, putBody } from "./mail-body.ts";
import { ReplyId, SendReply } from "./thread.schema.ts";
import { ThreadMessageEntity } from "./thread-message.entity.ts";
import { requireThread } from "./thread-store.ts";

/** D12: an answer leaves ten seconds after "send", so that it can be taken back. */
const UNDO_MS = 10_000;

const MARKUP = /<\/?(p|br|div|a|b|strong|em|i|ul|ol|li|blockquote)\b/i;

/** Puts an answer on its way: same mailbox, same thread. It can be cancelled until it is delivered. */
export const sendReply = operation({
  permission: "inbox:reply",
  input: SendReply,
  output: v.object({ message_id: v.string(), leaves_at: v.string() }),
  async run({ accountId, userId }, { thread_id: threadId, body }) {
    const thread = await requireThread(accountId, threadId);
    if ((await findSuppressedIn(thread, [thread.email])).size > 0) {
      throw new AppError(
        "forbidden",
        "inbox.addressBlocked",
        { email: thread.email },
        { body: [say("inbox.personBlocked")] },
      );
    }
    const mailbox = await findMailbox(accountId, thread.mailboxId);
    if (mailbox?.connectionState !== "CONNECTED") {
      throw new AppError("conflict", "inbox.mailboxNotConnected", { email: thread.mailboxEmail });
    }
    const html = MARKUP.test(body)
      ? (await cleanHtml(body, { showRemoteImages: true })).html
      : undefined;
    const text = html ? await textOfHtml(html) : body;
    if (text.trim() === "" && !html?.includes("<img")) {
      throw AppError.at("invalid", "body", "fields.writeSomething");
    }
    const messageKey = randomBytes(16).toString("base64url");
    const at = nowIso();
    const leavesAt = toIso(now() + spanOf(UNDO_MS));
    const shown = text.slice(0, MOST_TEXT);
    const bodyKey = `acct/${accountId}/mail/${messageKey}.json`;
    await putBody(bodyKey, { text, html });
    // Queued first: a job without its answer does nothing, an answer without its job would wait for ever.
    const replyId = `${threadId}|${at}|${messageKey}`;
    await enqueue("reply", [{ job: { accountId, replyId }, delayMs: spanOf(UNDO_MS) }]);
    await ThreadMessageEntity.create({
      accountId,
      threadId,
      at,
      messageKey,
      direction: "out",
      from: thread.mailboxEmail,
      to: thread.email,
      subject: continueThread({ messageId: "", subject: thread.subject }).subject,
      text: shown,
      bodyKey,
      hasWhole: html !== undefined || text.length > MOST_TEXT,
      isShortened: await isShortened({ text, html }, shown),
      status: "SCHEDULED",
      leavesAt,
      createdBy: userId,
    }).go({ response: "none" });
    return { message_id: `${at}|${messageKey}`, leaves_at: leavesAt };
  },
});

/** SCHEDULED → SKIPPED: the answer is taken back. */
export const cancelReply = operation({
  permission: "inbox:reply",
  input: ReplyId,
  output: v.object({ cancelled: v.literal(true) }),
  async run({ accountId }, { thread_id: threadId, message_id }) {
    const reply = await requireReply({ accountId, threadId }, message_id);
    const cancelled = await writeIfExpected(
      ThreadMessageEntity.patch(reply)
        .set({ status: "SKIPPED" })
        .where((row, op) => op.eq(row.status, "SCHEDULED")),
    );
    if (!cancelled) {
      throw new AppError("conflict", "inbox.replyOnItsWay");
    }
    return { cancelled };
  },
});

/** FAILED → SCHEDULED: the same answer once more, as the same mail. */
export const retryReply = operation({
  permission: "inbox:reply",
  input: ReplyId,
  output: v.object({ message_id: v.string(), leaves_at: v.string() }),
  async run({ accountId }, { thread_id: threadId, message_id }) {
    const reply = await requireReply({ accountId, threadId }, message_id);
    const leavesAt = toIso(now() + spanOf(UNDO_MS));
    const replyId = `${threadId}|${message_id}`;
    await enqueue("reply", [{ job: { accountId, replyId }, delayMs: spanOf(UNDO_MS) }]);
    const scheduled = await writeIfExpected(
      ThreadMessageEntity.patch(reply)
        .set({ status: "SCHEDULED", leavesAt, attempts: 0 })
        .remove(["failure", "fence", "leaseUntil"])
        .where((row, op) => op.eq(row.status, "FAILED")),
    );
    if (!scheduled) throw new AppError("conflict", "inbox.replyNotFailed");
    return { message_id, leaves_at: leavesAt };
  },
});

/** The key of an answer that someone wrote. @throws AppError not_found */
async function requireReply(thread: { accountId: number; threadId: number }, messageId: string) {
  await requireThread(thread.accountId, thread.threadId);
  const [at, messageKey] = messageId.split("|");
  if (!at || !messageKey) throw notFound("answer");
  const key = { ...thread, at, messageKey };
  const { data: reply } = await ThreadMessageEntity.get(key).go({ consistent: true });
  if (reply?.status === undefined) throw notFound("answer");
  return key;
}
