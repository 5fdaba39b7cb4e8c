import { randomUUID } from "node:crypto";
import { closeImap, connectImap, type ImapConnection } from "@thaw/mail/imap/connect-imap";
import { findFolders } from "@thaw/mail/imap/find-folders";
import { findInSent } from "@thaw/mail/imap/find-in-sent";
import { ImapError } from "@thaw/mail/imap/imap-error";
import { lineOf, say } from "@thaw/text/say";
import {
  findMessage,
  LEASE_MS,
  type MessageRecord,
  recordFailure,
  recordSent,
  takeOver,
} from "../../campaigns/message/message-state.ts";
import { messageIdsOf } from "../../campaigns/message/send-id.ts";
import { now, spanOf, toEpochMs, toIso } from "../../clock.ts";
import { DAY_MS, MINUTE_MS } from "../../duration.ts";
import type { IsoInstant } from "../../instant.schema.ts";
import { measure } from "../../kernel/mail-flow/mail-flow.ts";
import { findCursor } from "../../senders/mailbox/mailbox-cursor.ts";
import { imapServer } from "../../senders/mailbox/mailbox-login.ts";
import type { MailboxRecord } from "../../senders/mailbox/mailbox-record.ts";
import { finishSent } from "./finish-message.ts";
import type { SendResult, SendSession } from "./send-session.ts";

/** How long after the lease a provider may really take to show a mail in its Sent folder. */
const GRACE_MS = 120_000;
const MOST_BETWEEN_MS = 15 * MINUTE_MS;
/** A Sent folder that could not be asked for so long will tell nothing any more: a person decides. */
const ASK_FOR_MS = DAY_MS;

type SendHeld = (
  message: MessageRecord,
  fence: string,
  session: SendSession,
) => Promise<SendResult>;

/**
 * Finds out what became of a message whose worker died between SENDING and its record.
 *
 * Where the provider keeps what was sent, its Sent folder tells: found → SENT; absent after a grace period → handed over
 * once more under a new fence and with the same Message-ID. Where it cannot be known → UNKNOWN, never sent again by itself.
 */
export async function resolveSending(
  message: MessageRecord,
  session: SendSession,
  sendHeld: SendHeld,
): Promise<SendResult> {
  const { fence, leaseUntil } = message;
  if (!fence || !leaseUntil)
    throw new Error(`Message ${message.sendId} is SENDING without a fence`);
  const over = now() - toEpochMs(leaseUntil);
  if (over < 0) return { againMs: -over + 1_000 };
  const mailbox = await session.mailbox(message.accountId, message.mailboxId);
  const found = mailbox ? await lookInSent(mailbox, message) : "unknowable";
  if (typeof found === "object") {
    return settleSent(message, session, { fence, leaseUntil, messageId: found.messageId });
  }
  switch (found) {
    case "unreachable":
      return askLater(message, session, { fence, over });
    case "unknowable":
      return settleUnknown(message, session, fence);
    case "absent": {
      const graceMs = spanOf(GRACE_MS);
      if (over < graceMs) return { againMs: graceMs - over };
      return sendOnceMore(message, session, { fence, sendHeld });
    }
    default:
      return found satisfies never;
  }
}

/** Ever more seldom, and not for ever. */
function askLater(
  message: MessageRecord,
  session: SendSession,
  { fence, over }: { fence: string; over: number },
): Promise<SendResult> | SendResult {
  if (over > ASK_FOR_MS) return settleUnknown(message, session, fence);
  return { againMs: Math.min(Math.max(over, MINUTE_MS), MOST_BETWEEN_MS) };
}

async function settleSent(
  message: MessageRecord,
  session: SendSession,
  { fence, leaseUntil, messageId }: { fence: string; leaseUntil: IsoInstant; messageId: string },
): Promise<SendResult> {
  const sent = {
    sentAt: toIso(toEpochMs(leaseUntil) - spanOf(LEASE_MS)),
    subject: message.subject ?? "",
    messageId,
  };
  if (await recordSent(message, fence, sent)) {
    measure("Sent", 1);
    await finishAs(message, session);
  }
  return {};
}

async function settleUnknown(
  message: MessageRecord,
  session: SendSession,
  fence: string,
): Promise<SendResult> {
  const text = lineOf(say("email.unconfirmed"));
  const failure = { kind: "unconfirmed", text } as const;
  const recorded = await recordFailure(message, fence, { status: "UNKNOWN", failure });
  if (recorded) {
    measure("UnknownOutcomes", 1);
    await finishAs(message, session);
  }
  return {};
}

async function sendOnceMore(
  message: MessageRecord,
  session: SendSession,
  { fence, sendHeld }: { fence: string; sendHeld: SendHeld },
): Promise<SendResult> {
  const next = randomUUID();
  const lease = { fence: next, leaseUntil: toIso(now() + spanOf(LEASE_MS)) };
  const held = await takeOver(message, fence, lease);
  return held ? sendHeld({ ...message, ...lease }, next, session) : { againMs: MINUTE_MS };
}

async function finishAs(message: MessageRecord, session: SendSession): Promise<void> {
  const settled = await findMessage(message);
  if (settled) await finishSent(settled, session);
}

type Found = { messageId: string } | "absent" | "unknowable" | "unreachable";

async function lookInSent(mailbox: MailboxRecord, message: MessageRecord): Promise<Found> {
  // A login that was refused stays refused until someone changes it; asking again gets people locked out.
  if (mailbox.connectionState === "DISCONNECTED") return "unreachable";
  const server = await imapServer(mailbox);
  let connection: ImapConnection | undefined;
  try {
    connection = await connectImap(server);
    const { sent } = await findFolders(connection);
    for (const messageId of messageIdsOf(message.sendId, mailbox.email)) {
      if (sent && (await findInSent(connection, sent, messageId))) return { messageId };
    }
    return (await findCursor(mailbox))?.keepsSent ? "absent" : "unknowable";
  } catch (error) {
    // What cannot be asked now is asked again; nothing is decided without the answer.
    if (error instanceof ImapError) return "unreachable";
    throw error;
  } finally {
    if (connection) await closeImap(connection);
  }
}
