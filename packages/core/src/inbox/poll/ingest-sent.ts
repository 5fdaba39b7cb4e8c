import { createHash } from "node:crypto";
import type { FolderMessage } from "@thaw/mail/imap/poll-folder";
import { classify } from "@thaw/mail/message/read-delivery";
import { type ReceivedMessage, readMessage } from "@thaw/mail/message/read-message";
import { snippet } from "@thaw/mail/message/snippet";
import { toEpochMs } from "../../clock.ts";
import type { IsoInstant } from "../../instant.schema.ts";
import type { MailboxRecord } from "../../senders/mailbox/mailbox-record.ts";
import { storeOurs } from "../thread/our-mail.ts";
import { stopSequence } from "../thread/stop-sequence.ts";
import { isStored, type ThreadRecord } from "../thread/thread-store.ts";
import { leadThread } from "./lead-thread.ts";
import { keepContent } from "./mail-content.ts";
import { keyOfMail, timeOf } from "./mail-key.ts";
import { matchSent, type SentMatch } from "./match-sent.ts";

/**
 * Ingests emails of the Sent folder that the product did not send: a user wrote them in another program. Each joins the
 * conversations that it belongs to as our reply and stops the sequence of their leads. Safe to run twice.
 */
export async function ingestSent(
  mailbox: MailboxRecord,
  folderMessage: FolderMessage,
): Promise<void> {
  const { accountId, mailboxId } = mailbox;
  const received = await readMessage(folderMessage.source);
  const at = timeOf(received, folderMessage);
  if (!isByHand(mailbox, received, at)) return;
  const messageKey = keyOfMail(mailboxId, received, folderMessage.source);
  if (await isStored(accountId, messageKey)) return;
  const matches = await matchSent(mailbox, received, at);
  if (matches.length === 0) return;
  const content = await keepContent(accountId, messageKey, received);
  const line = snippet(content.text || received.text);
  const tooLarge = folderMessage.tooLarge || received.tooLarge === true;
  // The first one has the email's own key: it is stored last, so that a poll that dies midway reads the email again.
  for (const [index, match] of [...matches.entries()].toReversed()) {
    const thread = await stopAndFind(mailbox, match, at);
    const key = index === 0 ? messageKey : copyKey(messageKey, thread);
    await storeOurs(thread, { ...content, at, tooLarge, messageKey: key }, line);
  }
}

/** The lead stops before the email is noted, as with what it answers itself. */
async function stopAndFind(
  mailbox: MailboxRecord,
  match: SentMatch,
  at: IsoInstant,
): Promise<ThreadRecord> {
  if (match.kind === "thread") return match.thread;
  await stopSequence(match.message, at, 0);
  return leadThread(mailbox, match.message, at);
}

/** The same email in a second conversation. */
const copyKey = (messageKey: string, { threadId }: ThreadRecord): string =>
  createHash("sha256").update(`${messageKey}|${threadId}`).digest("base64url").slice(0, 22);

/** What our operation "send a test email" sends: by its form alone, since nothing is kept of it. */
const TEST_ID = /^<test\.[0-9a-f-]{36}@/;
const BULK = /^(?:bulk|list|junk)$/i;

/**
 * A person wrote it and sent it from this mailbox: no absence note, no mailing, no mail of the product. Someone else's lies in
 * Sent where people or servers file whole conversations there; it bears the marks of a delivery (RFC 5321 4.4). An alias's
 * does not.
 */
function isByHand(mailbox: MailboxRecord, received: ReceivedMessage, at: IsoInstant): boolean {
  const { from, headers, messageId } = received;
  if (from === undefined || (messageId !== undefined && TEST_ID.test(messageId))) return false;
  const isDelivered = headers.has("return-path") || headers.has("delivered-to");
  if (from.address !== mailbox.email.toLowerCase() && isDelivered) return false;
  if (headers.has("list-unsubscribe") || headers.has("list-id")) return false;
  if (BULK.test((headers.get("precedence") ?? "").trim())) return false;
  return classify(received, toEpochMs(at)).kind === "human";
}
