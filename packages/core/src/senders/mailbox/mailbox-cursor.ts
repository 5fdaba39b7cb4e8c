import { isDeepStrictEqual } from "node:util";
import { batchGet, type PendingRead } from "@thaw/data/batch-get";
import { writeIfExpected } from "@thaw/data/condition";
import { recordsOf } from "@thaw/data/records";
import type { FolderCursor } from "@thaw/mail/imap/poll-folder";
import type { EntityItem } from "electrodb";
import { now, nowIso, spanOf, toIso } from "../../clock.ts";
import type { MailboxKey } from "../send-slot/send-slot.ts";
import { MailboxCursorEntity } from "./mailbox-cursor.entity.ts";

/** Providers count logins: nobody needs a mailbox read at once more often than this. */
const BETWEEN_LOOKS_MS = 5_000;

/**
 * A poll that found nothing notes its instant so seldom: every second one of five minutes, a moment early or late. One more
 * write unit for each would cost half a cent a mailbox and month, this costs half of that.
 */
const NOTED_AFTER_MS = 9 * 60_000;
const NEVER = "1970-01-01T00:00:00.000Z";

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

/** `isWhole`: every folder was read to its end. */
type HowFar = { cursors: Cursors; keepsSent: boolean | undefined; isWhole: boolean };

/**
 * Notes how far a poll has read. One that found nothing is noted only after a while, so that most of them write nothing.
 *
 * @returns false when another poll, or another login, has moved it meanwhile
 */
export async function moveCursor(
  { accountId, mailboxId }: MailboxKey,
  seen: MailboxCursor | undefined,
  read: HowFar,
): Promise<boolean> {
  const hasMoved =
    !isDeepStrictEqual(read.cursors, seen?.cursors ?? {}) || read.keepsSent !== seen?.keepsSent;
  if (!hasMoved && !(read.isWhole && isNotedLongAgo(seen))) return true;
  const revision = seen?.revision;
  const isHere = await writeIfExpected(
    MailboxCursorEntity.update({ accountId, mailboxId })
      .set({
        ...(read.isWhole ? { readAt: nowIso() } : {}),
        ...(hasMoved ? cursorFields(read, revision) : {}),
      })
      .where((row, op) =>
        revision === undefined ? op.notExists(row.revision) : op.eq(row.revision, revision),
      ),
  );
  return isHere || !hasMoved;
}

const cursorFields = ({ cursors, keepsSent }: HowFar, revision = 0) => ({
  cursors,
  revision: revision + 1,
  ...(keepsSent === undefined ? {} : { keepsSent }),
});

const isNotedLongAgo = (seen: MailboxCursor | undefined) =>
  now() - Date.parse(seen?.readAt ?? NEVER) >= NOTED_AFTER_MS;

/** Where reading of these mailboxes stands. A request for 100. */
export async function readCursors(
  accountId: number,
  mailboxIds: readonly number[],
): Promise<Map<number, MailboxCursor>> {
  const found = await batchGet(mailboxIds.map((mailboxId) => cursorRead({ accountId, mailboxId })));
  return new Map(found.flatMap((cursor) => (cursor ? [[cursor.mailboxId, cursor]] : [])));
}

/** For a transaction that replaces a mailbox's server: a poll of the old one that still runs moves nothing. */
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
