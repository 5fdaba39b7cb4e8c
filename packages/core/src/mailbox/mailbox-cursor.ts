import { isDeepStrictEqual } from "node:util";
import { writeIfExpected } from "@thaw/data/condition";
import type { PendingRead } from "@thaw/data/read-together";
import { recordsOf } from "@thaw/data/records";
import type { FolderCursor } from "@thaw/mail/imap/poll-folder";
import type { EntityItem } from "electrodb";
import { now, nowIso, spanOf, toIso } from "../clock.ts";
import { MailboxCursorEntity } from "./mailbox-cursor.entity.ts";
import type { MailboxKey } from "./mailbox-slot.ts";

/** Providers count logins: nobody needs a mailbox read at once more often than this. */
const BETWEEN_LOOKS_MS = 5_000;

/** Where reading of a folder stands (RFC 3501 2.3.1, RFC 7162). */
export type PathCursor = FolderCursor & { path: string };
export type FolderRole = "inbox" | "junk" | "sent";
export type Cursors = Partial<Record<FolderRole, PathCursor>>;

export type MailboxCursor = Omit<EntityItem<typeof MailboxCursorEntity>, "cursors"> & {
  cursors?: Cursors;
};

const known = recordsOf<EntityItem<typeof MailboxCursorEntity>, MailboxKey>(MailboxCursorEntity);

/** To be read together with records of other features. */
export const cursorRead = ({ accountId, mailboxId }: MailboxKey) =>
  known.read({ accountId, mailboxId }) as PendingRead<MailboxCursor>;

export async function findCursor({
  accountId,
  mailboxId,
}: MailboxKey): Promise<MailboxCursor | undefined> {
  const { data } = await MailboxCursorEntity.get({ accountId, mailboxId }).go({ consistent: true });
  return (data as MailboxCursor | null) ?? undefined;
}

/**
 * Notes how far a poll has read. Writes nothing where nothing has moved.
 *
 * @returns false when another poll, or another login, has moved it meanwhile
 */
export async function moveCursor(
  { accountId, mailboxId }: MailboxKey,
  seen: MailboxCursor | undefined,
  read: { cursors: Cursors; keepsSent: boolean | undefined },
): Promise<boolean> {
  const hasMoved =
    !isDeepStrictEqual(read.cursors, seen?.cursors ?? {}) || read.keepsSent !== seen?.keepsSent;
  if (!hasMoved) return true;
  const revision = seen?.revision;
  return writeIfExpected(
    MailboxCursorEntity.update({ accountId, mailboxId })
      .set({
        cursors: read.cursors,
        readAt: nowIso(),
        revision: (revision ?? 0) + 1,
        ...(read.keepsSent === undefined ? {} : { keepsSent: read.keepsSent }),
      })
      .where((row, op) =>
        revision === undefined ? op.notExists(row.revision) : op.eq(row.revision, revision),
      ),
  );
}

/** For a transaction: the mailbox is another one now, and a poll of the old one that still runs moves nothing. */
export function forgetCursor(key: MailboxKey) {
  return MailboxCursorEntity.update(key).add({ revision: 1 }).remove(["cursors", "keepsSent"]);
}

/** For a transaction: the mailbox is deleted. */
export const deleteCursor = (key: MailboxKey) => MailboxCursorEntity.delete(key);

/** Whether a person may have the mailbox read at once: not again within a few seconds. */
export function askForPoll(key: MailboxKey): Promise<boolean> {
  const before = toIso(now() - spanOf(BETWEEN_LOOKS_MS));
  return writeIfExpected(
    MailboxCursorEntity.update(key)
      .set({ askedAt: nowIso() })
      .where((row, op) => `${op.notExists(row.askedAt)} OR ${op.lte(row.askedAt, before)}`),
  );
}
