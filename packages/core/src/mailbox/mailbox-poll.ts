import { writeIfExpected } from "@thaw/data/condition";
import type { FolderCursor } from "@thaw/mail/imap/poll-folder";
import { now, spanOf, toIso } from "../clock.ts";
import { MailboxEntity } from "./mailbox.entity.ts";
import type { MailboxKey } from "./mailbox-slot.ts";

export const POLL_SHARDS = 4;
const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
/** MBX-20: at least every five minutes while answers are to be expected. */
const POLL_OFTEN = 4 * MINUTE;
const POLL_SELDOM = 30 * MINUTE;
const EXPECT_ANSWERS_FOR = 72 * HOUR;
/** Longer than a poll worker may run. */
const LOCK = 5 * MINUTE;

/** Where reading of a folder stands (RFC 3501 2.3.1, RFC 7162). */
export type PathCursor = FolderCursor & { path: string };
export type FolderRole = "inbox" | "junk" | "sent";
export type Cursors = Partial<Record<FolderRole, PathCursor>>;

export async function listDuePolls(
  pollShard: number,
  until: string,
  limit: number,
): Promise<MailboxKey[]> {
  const { data } = await MailboxEntity.query
    .byNextPoll({ pollShard })
    .lte({ nextPollAt: until })
    .go({ limit, hydrate: true });
  return data.map(({ accountId, mailboxId }) => ({ accountId, mailboxId }));
}

/** Takes the mailbox for one poll; false when it is not due or somebody has it. */
export async function claimPoll(key: MailboxKey): Promise<string | undefined> {
  const at = toIso(now());
  const lockedUntil = toIso(now() + spanOf(LOCK));
  const claimed = await writeIfExpected(
    MailboxEntity.patch(key)
      .set({ pollLockedUntil: lockedUntil })
      .where((row, op) =>
        [
          op.lte(row.nextPollAt, at),
          `(${op.notExists(row.pollLockedUntil)} OR ${op.lte(row.pollLockedUntil, at)})`,
        ].join(" AND "),
      ),
  );
  return claimed ? lockedUntil : undefined;
}

/** Ends a claimed poll: moves the cursors, and the next poll is soon where mail was sent in the last 72 hours. */
export async function finishPoll(
  key: MailboxKey,
  claim: string,
  read: {
    cursors: Cursors;
    lastSendAt: string | undefined;
    hasMore?: boolean;
    keepsSent?: boolean;
  },
): Promise<boolean> {
  const at = now();
  const isExpecting = read.lastSendAt && at - Date.parse(read.lastSendAt) < EXPECT_ANSWERS_FOR;
  const wait = read.hasMore ? 0 : isExpecting ? POLL_OFTEN : POLL_SELDOM;
  return writeIfExpected(
    MailboxEntity.patch(key)
      .set({
        cursors: read.cursors,
        polledAt: toIso(at),
        nextPollAt: toIso(at + wait),
        ...(read.keepsSent === undefined ? {} : { keepsSent: read.keepsSent }),
      })
      .remove(["pollLockedUntil"])
      .where((row, op) => op.eq(row.pollLockedUntil, claim)),
  );
}

/** A mail left: answers may come, so a mailbox that was read seldom is read often from now on. Writes only then. */
export async function expectAnswers(
  key: MailboxKey,
  { nextPollAt }: { nextPollAt?: string | undefined },
): Promise<void> {
  const soon = toIso(now() + POLL_OFTEN);
  if (nextPollAt === undefined || nextPollAt <= soon) return;
  await writeIfExpected(
    MailboxEntity.patch(key)
      .set({ nextPollAt: soon })
      .where((row, op) => op.gt(row.nextPollAt, soon)),
  );
}

/** Makes a mailbox due to be read now; a poll that runs keeps it. */
export async function pollNow(key: MailboxKey): Promise<void> {
  await writeIfExpected(
    MailboxEntity.patch(key)
      .set({ nextPollAt: toIso(now()) })
      .where((row, op) => op.notExists(row.pollLockedUntil)),
  );
}
