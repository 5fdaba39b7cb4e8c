import { isDeepStrictEqual } from "node:util";
import { batchGet, type PendingRead } from "@thaw/data/batch-get";
import { writeIfExpected } from "@thaw/data/condition";
import { recordsOf } from "@thaw/data/records";
import type { FolderCursor } from "@thaw/mail/imap/poll-folder";
import type { EntityItem } from "electrodb";
import { now, nowIso, spanOf, toIso } from "../../clock.ts";
import { MINUTE_MS } from "../../duration.ts";
import type { MailboxKey } from "../send-slot/send-slot.ts";
import { MailboxCursorEntity } from "./mailbox-cursor.entity.ts";

/** Providers count logins: nobody needs a mailbox read at once more often than this. */
const BETWEEN_LOOKS_MS = 5_000;

/**
 * A poll that found nothing notes its instant so seldom: every second one of five minutes, a moment early or late. One more
 * write unit for each would cost half a cent a mailbox and month, this costs half of that.
 */
const NOTED_AFTER_MS = 9 * 60_000;
/** After the first, second and every later failure in a row. The first costs no turn: a moment's trouble is over by then. */
const BACK_OFF_MS = [0, 9, 19, 39, 59].map((minutes) => minutes * MINUTE_MS);
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

/** `isWhole`: every folder was read to its end. `isUnanswered`: the server could not be reached, or the connection broke. */
type HowFar = {
  cursors: Cursors;
  keepsSent: boolean | undefined;
  isWhole: boolean;
  isUnanswered?: boolean;
};

/**
 * Notes how far a poll has read. One that found nothing is noted only after a while, so that most of them write nothing. A
 * server that did not answer is left alone for a while, longer each time: dead servers then cost the others little.
 *
 * @returns false when another poll, or another login, has moved it meanwhile
 */
export async function moveCursor(
  { accountId, mailboxId }: MailboxKey,
  seen: MailboxCursor | undefined,
  read: HowFar,
): Promise<boolean> {
  const change = changeOf(seen ?? {}, read);
  if (!change) return true;
  const { hasMoved, set, remove } = change;
  const revision = seen?.revision;
  const isHere = await writeIfExpected(
    MailboxCursorEntity.update({ accountId, mailboxId })
      .set(set)
      .remove(remove)
      .where((row, op) =>
        revision === undefined ? op.notExists(row.revision) : op.eq(row.revision, revision),
      ),
  );
  return isHere || !hasMoved;
}

/** What a poll changes of a cursor; undefined where it found nothing that is worth a write. */
function changeOf(seen: Partial<MailboxCursor>, read: HowFar) {
  const hasMoved = !isDeepStrictEqual(positionOf(read), positionOf(seen));
  const hasRecovered = read.isWhole && seen.failures !== undefined;
  const isNoted = read.isWhole && (hasMoved || hasRecovered || isNotedLongAgo(seen));
  if (!hasMoved && !isNoted && !read.isUnanswered) return undefined;
  const set = {
    ...(read.isWhole ? { readAt: nowIso() } : {}),
    ...(hasMoved ? cursorFields(read, seen.revision) : {}),
    ...(read.isUnanswered ? backOffAfter(seen) : {}),
  };
  const remove: ("failures" | "retryAt")[] = hasRecovered ? ["failures", "retryAt"] : [];
  return { hasMoved, set, remove };
}

const positionOf = ({
  cursors = {},
  keepsSent,
}: Pick<Partial<HowFar>, "cursors" | "keepsSent">) => ({
  cursors,
  keepsSent,
});

const cursorFields = ({ cursors, keepsSent }: HowFar, revision = 0) => ({
  cursors,
  revision: revision + 1,
  ...(keepsSent === undefined ? {} : { keepsSent }),
});

function backOffAfter(seen: Partial<MailboxCursor>) {
  const failures = (seen.failures ?? 0) + 1;
  const waitMs = BACK_OFF_MS[Math.min(failures, BACK_OFF_MS.length) - 1] ?? 0;
  return { failures, retryAt: toIso(now() + waitMs) };
}

const isNotedLongAgo = ({ readAt = NEVER }: Partial<MailboxCursor>) =>
  now() - Date.parse(readAt) >= NOTED_AFTER_MS;

/** Whether its server did not answer lately and is left alone yet. */
export const isLeftAlone = (seen: MailboxCursor | undefined): boolean =>
  seen?.retryAt !== undefined && now() < Date.parse(seen.retryAt);

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
