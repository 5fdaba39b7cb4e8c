import { createHash } from "node:crypto";
import type { FolderMessage } from "@thaw/mail/imap/poll-folder";
import type { ReceivedMessage } from "@thaw/mail/message/read-message";
import { now, toIso } from "../../clock.ts";
import type { IsoInstant } from "../../instant.schema.ts";

/** A Message-ID has no limit; of what has none so much is looked at. */
const MOST_BYTES = 65_536;

/** Of an email with this Message-ID (with its angle brackets), in one mailbox. */
export const keyOfId = (mailboxId: number, messageId: string): string =>
  hash(mailboxId, Buffer.from(messageId));

/**
 * RFC 5322 wants a Message-ID but not every mail has one: then its bytes are its identity. Of its own in each mailbox that has
 * the mail, for only the one that wrote to the sender knows what it answers.
 */
export const keyOfMail = (
  mailboxId: number,
  { messageId }: ReceivedMessage,
  source: Buffer,
): string =>
  messageId ? keyOfId(mailboxId, messageId) : hash(mailboxId, source.subarray(0, MOST_BYTES));

const hash = (mailboxId: number, identity: Buffer) =>
  createHash("sha256").update(`${mailboxId}|`).update(identity).digest("base64url").slice(0, 22);

/** The mail's own date, unless it lies after its arrival. */
export function timeOf(received: ReceivedMessage, { internalDate }: FolderMessage): IsoInstant {
  const own = received.date ? Date.parse(received.date) : Number.NaN;
  const arrived = internalDate.getTime();
  return toIso(Math.min(Number.isNaN(own) ? arrived : own, arrived, now()));
}
