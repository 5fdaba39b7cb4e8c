import { createHash } from "node:crypto";
import type { FolderMessage } from "@thaw/mail/imap/poll-folder";
import { readIds } from "@thaw/mail/message/message-ids";
import { classify, type Delivery } from "@thaw/mail/message/read-delivery";
import { type ReceivedMessage, readMessage } from "@thaw/mail/message/read-message";
import { asksForRemoval } from "@thaw/mail/message/removal-request";
import { snippet } from "@thaw/mail/message/snippet";
import { now, realSeconds, toEpochMs, toIso } from "../../clock.ts";
import type { IsoInstant } from "../../instant.schema.ts";
import { measure } from "../../kernel/mail-flow/mail-flow.ts";
import { findSuppressed } from "../../leads/suppression/suppression.ts";
import type { FolderRole } from "../../senders/mailbox/mailbox-cursor.ts";
import { isRare } from "../../senders/mailbox/mailbox-poll.ts";
import type { MailboxRecord } from "../../senders/mailbox/mailbox-record.ts";
import { isStored, storeInbound, type ThreadRecord, threadFor } from "../thread/thread-store.ts";
import { applyDelivery } from "./apply-delivery.ts";
import { leadThread } from "./lead-thread.ts";
import { keepContent } from "./mail-content.ts";
import { keyOfMail, timeOf } from "./mail-key.ts";
import { type Match, matchMessage } from "./match-message.ts";

/** So long someone may look at a request to get no more mail before it is granted. */
const REMOVED_AFTER_MS = 86_400_000;

type Arrival = {
  received: ReceivedMessage;
  delivery: Delivery;
  match: Match;
  at: IsoInstant;
  messageKey: string;
  tooLarge: boolean;
};

/** Ingests one received email: finds what it is about, applies it, and stores it in a conversation. Safe to run twice. */
export async function ingestMail(
  mailbox: MailboxRecord,
  folderMessage: FolderMessage,
  role: FolderRole,
): Promise<void> {
  const { accountId } = mailbox;
  const received = await readMessage(folderMessage.source);
  const messageKey = keyOfMail(mailbox.mailboxId, received, folderMessage.source);
  if (isFromUs(mailbox, received) || (await isStored(accountId, messageKey))) return;
  const at = timeOf(received, folderMessage);
  // "Back on Monday" is the Monday after it was written, however late the mailbox is read.
  const delivery = classify(received, toEpochMs(at));
  const isReport = delivery.kind !== "human" && !isAutomaticAnswer(delivery);
  const alsoNamed = isReport ? namedInReport(received, delivery) : [];
  const match = await matchMessage(mailbox, received, { isReport, alsoNamed });
  const tooLarge = folderMessage.tooLarge || received.tooLarge === true;
  const arrival = { received, delivery, match, at, messageKey, tooLarge };
  if (match.kind === "message") {
    const isAbout = await applyDelivery(match.message, delivery, { at, key: messageKey });
    if (!isAbout || delivery.kind === "delivery-notice") return;
  } else if (delivery.kind !== "human" || !isConversation(arrival, mailbox, role)) return;
  await store(mailbox, arrival);
  if (delivery.kind === "human") measureReply(mailbox, folderMessage);
}

/** Not of a mailbox that no campaign sends from: that is read every half hour, which is no delay. */
function measureReply({ pollMinute }: MailboxRecord, { internalDate }: FolderMessage): void {
  if (pollMinute === undefined || isRare(pollMinute)) return;
  measure("ReplySeconds", realSeconds(now() - internalDate.getTime()));
}

/**
 * Reports about emails that are not ours, spam, and what was there before the mailbox was connected belong to no
 * conversation.
 */
function isConversation({ match, at }: Arrival, mailbox: MailboxRecord, role: FolderRole): boolean {
  if (match.kind === "thread") return true;
  return role !== "junk" && at >= mailbox.createdAt;
}

const isAutomaticAnswer = ({ kind }: Delivery) => kind === "auto-reply" || kind === "out-of-office";

/** Reports name the mail that they are about; its own ids are looked up and never believed without a match. */
function namedInReport(received: ReceivedMessage, delivery: Delivery): string[] {
  const original = "originalMessageId" in delivery ? delivery.originalMessageId : undefined;
  return [...(original ? [original] : []), ...readIds(received.originalHeaders?.get("references"))];
}

function isFromUs(mailbox: MailboxRecord, { from }: ReceivedMessage): boolean {
  return from?.address === mailbox.email.toLowerCase();
}

async function store(mailbox: MailboxRecord, arrival: Arrival): Promise<void> {
  const { received, delivery, match, at, messageKey } = arrival;
  const { accountId } = mailbox;
  const thread = match.kind === "thread" ? match.thread : await threadOf(mailbox, arrival);
  const content = await keepContent(accountId, messageKey, received);
  await storeInbound(
    thread,
    {
      at,
      ...content,
      tooLarge: arrival.tooLarge,
      ...(delivery.kind === "delivery-notice" ? {} : { kind: delivery.kind }),
    },
    {
      snippet: snippet(content.text || received.text),
      references: received.references,
      fromName: received.from?.name ?? "",
      ...(await removalOf(accountId, arrival, content.text)),
    },
  );
}

/** When a person who asks to get no more mail, and still could get some, is unsubscribed. */
async function removalOf(
  accountId: number,
  { delivery, received: { from } }: Arrival,
  text: string,
): Promise<{ removalDueAt?: IsoInstant }> {
  if (delivery.kind !== "human" || !from || !asksForRemoval(text)) return {};
  const isOut = (await findSuppressed(accountId, [from.address], undefined)).size > 0;
  return isOut ? {} : { removalDueAt: toIso(now() + REMOVED_AFTER_MS) };
}

/** The conversation with the lead, or for a person who is no lead one without a lead. */
async function threadOf(mailbox: MailboxRecord, arrival: Arrival): Promise<ThreadRecord> {
  const { received, match, at, messageKey } = arrival;
  const { accountId, mailboxId, email: mailboxEmail } = mailbox;
  if (match.kind === "message") return leadThread(mailbox, match.message, at);
  const root = received.references[0] ?? received.messageId ?? messageKey;
  const make = () => ({
    mailboxId,
    mailboxEmail,
    email: received.from?.address ?? "",
    name: received.from?.name ?? "",
    subject: received.subject.slice(0, 255),
  });
  return threadFor(accountId, `mail:${mailboxId}:${hashOf(root)}`, make, at);
}

const hashOf = (id: string) => createHash("sha256").update(id).digest("hex").slice(0, 32);
