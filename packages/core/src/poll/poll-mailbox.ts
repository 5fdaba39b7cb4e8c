import { createHash } from "node:crypto";
import { putObject } from "@thaw/data/bucket";
import { closeImap, connectImap, type ImapConnection } from "@thaw/mail/imap/connect-imap";
import { findFolders } from "@thaw/mail/imap/find-folders";
import { ImapError } from "@thaw/mail/imap/imap-error";
import { type FolderMessage, pollFolder } from "@thaw/mail/imap/poll-folder";
import { classify, type Delivery } from "@thaw/mail/message/read-delivery";
import { type ReceivedMessage, readIds, readMessage } from "@thaw/mail/message/read-message";
import { snippet } from "@thaw/mail/message/snippet";
import { stripReply } from "@thaw/mail/message/strip-reply";
import { now, toIso } from "../clock.ts";
import { isStored, storeInbound, threadFor } from "../inbox/thread-store.ts";
import { findMailbox, type MailboxRecord } from "../mailbox/mailbox.ts";
import { recordTrouble } from "../mailbox/mailbox-health.ts";
import { mailServers } from "../mailbox/mailbox-login.ts";
import { type Cursors, claimPoll, type FolderRole, finishPoll } from "../mailbox/mailbox-poll.ts";
import { type MailboxKey, readSlots } from "../mailbox/mailbox-slot.ts";
import { sendIdInMessageId } from "../message/send-id.ts";
import { applyDelivery } from "./apply-delivery.ts";
import { matchMessage } from "./match-message.ts";

const DAY_MS = 86_400_000;
/** How far back a first look, or one after the server renumbered its messages, goes. */
const LOOK_BACK_MS = 14 * DAY_MS;
const MAX_TEXT = 8_000;
/** Above this a mail is stored without its body (bar: 30 MB). */
const MAX_BYTES = 10 * 1024 * 1024;

/**
 * Reads what is new in a mailbox: Inbox, Junk and Sent. Each mail takes effect and is stored before the cursor moves, so a
 * poll that dies is read again and changes nothing twice.
 */
export async function pollMailbox(key: MailboxKey): Promise<void> {
  const claim = await claimPoll(key);
  const mailbox = claim && (await findMailbox(key.accountId, key.mailboxId));
  if (!claim || !mailbox) return;
  let connection: ImapConnection | undefined;
  try {
    connection = await connectImap((await mailServers(mailbox)).imap);
    await finishPoll(key, claim, await readFolders(connection, mailbox));
  } catch (error) {
    if (!(error instanceof ImapError)) throw error;
    const kind = error.kind === "mailbox-auth" ? "mailbox-auth" : "network";
    await recordTrouble(key, "IMAP", { kind, text: error.message });
    await finishPoll(key, claim, {
      cursors: (mailbox.cursors as Cursors | undefined) ?? {},
      lastSendAt: await lastSendOf(key),
    });
  } finally {
    if (connection) await closeImap(connection);
  }
}

const lastSendOf = async ({ accountId, mailboxId }: MailboxKey) =>
  (await readSlots(accountId, [mailboxId]))[0]?.lastSendAt;

async function readFolders(connection: ImapConnection, mailbox: MailboxRecord) {
  const paths = await findFolders(connection);
  const cursors: Cursors = { ...(mailbox.cursors as Cursors | undefined) };
  let keepsSent = mailbox.keepsSent;
  let hasMore = false;
  for (const role of ["inbox", "junk", "sent"] as const) {
    const path = paths[role];
    if (path === undefined) continue;
    const known = cursors[role];
    const poll = await pollFolder(connection, path, {
      cursor: known?.path === path ? known : undefined,
      since: new Date(Math.min(now(), Date.now()) - LOOK_BACK_MS),
      maxBytes: MAX_BYTES,
    });
    for await (const message of poll.messages) {
      if (role === "sent") keepsSent ||= isOurs(message);
      else await takeIn(mailbox, message, role);
    }
    cursors[role] = { path, ...poll.cursor };
    hasMore ||= poll.hasMore;
  }
  return {
    cursors,
    lastSendAt: await lastSendOf(mailbox),
    hasMore,
    ...(keepsSent === undefined ? {} : { keepsSent }),
  };
}

/** A campaign mail in Sent: the provider keeps what we send, so after a crash that folder can be asked. */
function isOurs({ source }: FolderMessage): boolean {
  const id = /^message-id:\s*(<[^>]+>)/im.exec(source.subarray(0, 65_536).toString("latin1"))?.[1];
  return id !== undefined && sendIdInMessageId(id) !== undefined;
}

async function takeIn(
  mailbox: MailboxRecord,
  folderMessage: FolderMessage,
  role: FolderRole,
): Promise<void> {
  const { accountId } = mailbox;
  const received = await readMessage(folderMessage.source);
  const messageKey = keyOf(received, folderMessage.source);
  if (isFromUs(mailbox, received) || (await isStored(accountId, messageKey))) return;
  const delivery = classify(received, now());
  const match = await matchMessage(mailbox, received, namedInReport(received, delivery));
  const at = timeOf(received, folderMessage);
  if (match.kind === "message") {
    await applyDelivery(match.message, delivery, { at, key: messageKey });
  } else if (delivery.kind !== "human" || role === "junk") {
    // Reports about mails that are not ours, and spam, are nobody's conversation.
    return;
  }
  await store(mailbox, { received, delivery, match, at, messageKey, folderMessage });
}

/** Reports name the mail that they are about; its own ids are looked up and never believed without a match. */
function namedInReport(received: ReceivedMessage, delivery: Delivery): string[] {
  const original = "originalMessageId" in delivery ? delivery.originalMessageId : undefined;
  return [...(original ? [original] : []), ...readIds(received.originalHeaders?.get("references"))];
}

function isFromUs(mailbox: MailboxRecord, { from }: ReceivedMessage): boolean {
  return from?.address === mailbox.email.toLowerCase();
}

/** RFC 5322 wants a Message-ID but not every mail has one: then its bytes are its identity. */
function keyOf({ messageId }: ReceivedMessage, source: Buffer): string {
  const hash = createHash("sha256");
  if (messageId) hash.update(messageId);
  else hash.update(source.subarray(0, 65_536));
  return hash.digest("base64url").slice(0, 22);
}

/** The mail's own date, unless it lies in the future. */
function timeOf(received: ReceivedMessage, { internalDate }: FolderMessage): string {
  const own = received.date ? Date.parse(received.date) : Number.NaN;
  const at = Number.isNaN(own) ? internalDate.getTime() : own;
  return toIso(Math.min(at, now()));
}

type Arrival = {
  received: ReceivedMessage;
  delivery: Delivery;
  match: Awaited<ReturnType<typeof matchMessage>>;
  at: string;
  messageKey: string;
  folderMessage: FolderMessage;
};

async function store(mailbox: MailboxRecord, arrival: Arrival): Promise<void> {
  const { received, delivery, match, at, messageKey, folderMessage } = arrival;
  const { accountId } = mailbox;
  const message = match.kind === "message" ? match.message : undefined;
  const threadKey = message
    ? `lead:${message.campaignId}:${message.leadId}`
    : `mail:${mailbox.mailboxId}:${received.references[0] ?? received.messageId ?? messageKey}`;
  const thread =
    match.kind === "thread"
      ? match.thread
      : await threadFor(
          accountId,
          threadKey,
          () => ({
            mailboxId: mailbox.mailboxId,
            mailboxEmail: mailbox.email,
            email: received.from?.address ?? "",
            name: received.from?.name ?? "",
            subject: received.subject.slice(0, 255),
            ...(message
              ? { campaignId: message.campaignId, leadId: message.leadId, sendId: message.sendId }
              : {}),
          }),
          at,
        );
  const text = stripReply({
    text: received.text,
    ...(received.html ? { html: received.html } : {}),
  }).slice(0, MAX_TEXT);
  const bodyKey = `acct/${accountId}/mail/${messageKey}.json`;
  await putObject(
    bodyKey,
    JSON.stringify({ text: received.text, html: received.html }),
    "application/json",
  );
  await storeInbound(
    thread,
    {
      at,
      messageKey,
      from: received.from?.address ?? "",
      to: received.to
        .map(({ address }) => address)
        .join(", ")
        .slice(0, 1_000),
      subject: received.subject.slice(0, 255),
      text,
      bodyKey,
      attachments: received.attachments.slice(0, 50),
      tooLarge: folderMessage.tooLarge || received.tooLarge === true,
      ...(delivery.kind === "delivery-notice" ? {} : { kind: delivery.kind }),
      ...(received.messageId ? { messageId: received.messageId } : {}),
      ...(message ? { campaignId: message.campaignId } : {}),
    },
    {
      snippet: snippet(text || received.text),
      references: received.references,
      isUnread: delivery.kind === "human",
    },
  );
}
