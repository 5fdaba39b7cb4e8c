import { closeImap, connectImap, type ImapConnection } from "@thaw/mail/imap/connect-imap";
import { findFolders } from "@thaw/mail/imap/find-folders";
import { ImapError } from "@thaw/mail/imap/imap-error";
import {
  cursorAt,
  type FolderMessage,
  type FolderPoll,
  type ListedMessage,
  pollFolder,
} from "@thaw/mail/imap/poll-folder";
import { findMessages } from "../../campaigns/message/message-state.ts";
import { sendIdInMessageId } from "../../campaigns/message/send-id.ts";
import { now } from "../../clock.ts";
import { DAY_MS } from "../../duration.ts";
import {
  type Cursors,
  type FolderRole,
  type MailboxCursor,
  moveCursor,
} from "../../senders/mailbox/mailbox-cursor.ts";
import { recordTrouble } from "../../senders/mailbox/mailbox-health.ts";
import { imapServer } from "../../senders/mailbox/mailbox-login.ts";
import type { MailboxRecord } from "../../senders/mailbox/mailbox-record.ts";
import { readRarelyWhereUnused } from "../../senders/mailbox/read-often.ts";
import { renewSecrets } from "../../senders/mailbox/renew-secrets.ts";
import { threadIdInMessageId } from "../thread/reply-id.ts";

/** How far back a first look, or one after the server renumbered its messages, goes. */
const LOOK_BACK_MS = 14 * DAY_MS;
/** Mails of one folder in one poll. */
const MOST_A_POLL = 200;
/** Above this a mail is stored without its body (bar: 30 MB). */
const MAX_BYTES = 10 * 1024 * 1024;
/** Milliseconds after which a mailbox that is read beside others is left to a job of its own. */
export const POLL_DEADLINE_MS = 8_000;
/** Beside others: fifty servers together then hold 200 MB of a worker at most. A larger mail is left to a job of its own. */
const SHARED_BYTES = 1024 * 1024;
const SHARED = {
  timeouts: { connect: POLL_DEADLINE_MS, greeting: POLL_DEADLINE_MS },
  maxResponseBytes: 4 * SHARED_BYTES,
};

/** A record of a mailbox and where reading of it stands. */
type Loaded = { mailbox: MailboxRecord; seen: MailboxCursor | undefined };

/**
 * Reads what is new in a mailbox: Inbox, Junk and Sent. Each mail takes effect and is stored before the cursor moves, so a
 * poll that dies, or two at once, change nothing twice. One that finds nothing writes nothing, but when it looked, every second
 * time.
 *
 * @param signal aborts when the mailbox's time is over: what is left is the next job's
 * @param isAlone nothing else waits for it: a slow server may take its time
 * @returns false where a job of its own is to go on with what is left
 */
export async function readMailbox({ mailbox, seen }: Loaded, turn: Turn): Promise<boolean> {
  const { accountId, mailboxId } = mailbox;
  const key = { accountId, mailboxId };
  const read: Read = {
    cursors: { ...seen?.cursors },
    keepsSent: seen?.keepsSent,
    hasMore: false,
    isUnanswered: false,
  };
  const isRead = await readMail(mailbox, read, turn).catch(async (error: unknown) => {
    await moveCursor(key, seen, { ...read, isWhole: false });
    throw error;
  });
  const isWhole = isRead && !read.hasMore;
  const isOurs = await moveCursor(key, seen, { ...read, isWhole });
  if (!isRead) return true;
  await renewSecrets(mailbox);
  await readRarelyWhereUnused(mailbox);
  return !(isOurs && read.hasMore);
}

/** How far the mailbox is read: kept up to date, so that a poll which breaks off is continued from there. */
type Read = {
  cursors: Cursors;
  keepsSent: boolean | undefined;
  hasMore: boolean;
  isUnanswered: boolean;
};

type Turn = { signal: AbortSignal; isAlone: boolean };

/** @returns false when the mailbox could not be read */
async function readMail(
  mailbox: MailboxRecord,
  read: Read,
  { signal, isAlone }: Turn,
): Promise<boolean> {
  let connection: ImapConnection | undefined;
  // A server that is silent in the middle is hung up on; the error that follows is no trouble of the mailbox.
  const hangUp = () => connection?.client.close();
  if (!isAlone) signal.addEventListener("abort", hangUp, { once: true });
  try {
    const server = await imapServer(mailbox);
    connection = await connectImap(isAlone ? server : { ...server, ...SHARED });
    await readFolders(connection, mailbox, read, { signal, isAlone });
    return true;
  } catch (error) {
    if (!(error instanceof ImapError)) throw error;
    if (connection && signal.aborted && !isAlone) {
      read.hasMore = true;
      return true;
    }
    const kind = error.kind === "mailbox-auth" ? "mailbox-auth" : "network";
    await recordTrouble(mailbox, "IMAP", { kind, text: error.message });
    read.isUnanswered = kind === "network";
    return false;
  } finally {
    signal.removeEventListener("abort", hangUp);
    if (connection) await closeImap(connection);
  }
}

async function readFolders(
  connection: ImapConnection,
  mailbox: MailboxRecord,
  read: Read,
  turn: Turn,
): Promise<void> {
  const paths = await findFolders(connection);
  for (const role of ["inbox", "junk", "sent"] as const) {
    const path = paths[role];
    if (path === undefined) continue;
    const known = read.cursors[role];
    const poll = await pollFolder(connection, path, {
      cursor: known?.path === path ? known : undefined,
      since: new Date(now() - LOOK_BACK_MS),
      maxBytes: turn.isAlone ? MAX_BYTES : SHARED_BYTES,
      limit: MOST_A_POLL,
      choose: role === "sent" ? (listed) => chooseSent(mailbox, listed, read) : undefined,
    });
    read.hasMore ||= poll.hasMore;
    if (!(await ingestAll(mailbox, { role, path, poll, turn }, read))) {
      read.hasMore = true;
      return;
    }
  }
}

type Arrivals = {
  role: FolderRole;
  path: string;
  poll: FolderPoll;
  turn: Turn;
};

/** @returns false when time was over before the last of them, or one is too large to be read beside other mailboxes */
async function ingestAll(
  mailbox: MailboxRecord,
  { role, path, poll, turn }: Arrivals,
  read: Read,
): Promise<boolean> {
  for await (const message of poll.messages) {
    if (message.tooLarge && !turn.isAlone) return false;
    await ingestOne(mailbox, message, role);
    read.cursors[role] = { path, ...cursorAt(poll.cursor, message.uid) };
    if (turn.signal.aborted) return false;
  }
  read.cursors[role] = { path, ...poll.cursor };
  return true;
}

/**
 * What is to be read of Sent: all but the product's own mails, which are many and known by their ids. A campaign mail among
 * them tells that the provider keeps what we send, so that after a crash this folder can be asked.
 */
async function chooseSent(
  { accountId, mailboxId }: MailboxRecord,
  listed: readonly ListedMessage[],
  read: Read,
): Promise<ReadonlySet<number>> {
  const sendIds = listed.map(({ messageId = "" }) => sendIdInMessageId(messageId));
  const keys = sendIds.flatMap((sendId) => (sendId === undefined ? [] : [{ accountId, sendId }]));
  // One that left a moment ago counts, too.
  const messages = await findMessages(keys, { consistent: true });
  read.keepsSent ||= [...messages.values()].some((message) => message.mailboxId === mailboxId);
  const others = listed.filter(
    ({ messageId = "" }, index) =>
      !messages.has(sendIds[index] ?? "") &&
      threadIdInMessageId(accountId, messageId) === undefined,
  );
  return new Set(others.map(({ uid }) => uid));
}

/** Most polls find nothing new: what reads a mail is loaded with the first one. */
async function ingestOne(
  mailbox: MailboxRecord,
  message: FolderMessage,
  role: FolderRole,
): Promise<void> {
  if (role === "sent") {
    const { ingestSent } = await import("./ingest-sent.ts");
    await ingestSent(mailbox, message);
  } else {
    const { ingestMail } = await import("./ingest-mail.ts");
    await ingestMail(mailbox, message, role);
  }
}
