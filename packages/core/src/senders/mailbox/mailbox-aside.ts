import { setTimeout as sleep } from "node:timers/promises";
import { writeIfExpected } from "@thaw/data/condition";
import { now, realSeconds, spanOf, toEpochMs, toIso } from "../../clock.ts";
import { MINUTE_MS } from "../../duration.ts";
import { AppError } from "../../error.ts";
import type { DurationMs, EpochMs, IsoInstant } from "../../instant.schema.ts";
import { readSlots } from "../send-slot/send-slot.ts";
import { patchSlot } from "../send-slot/send-slot-record.ts";
import type { MailboxRecord } from "./mailbox-record.ts";

/** A send worker is ended after 120 seconds, and its connection with it: nobody else connects so long after its last send. */
const SENDER_MS = 120_000;
/** Of the gap between two sends, which is 180 seconds or more: elsewhere than in a world whose clock runs fast it is the longer. */
const SHARE_OF_GAP = 2 / 3;
const HOLD_MS = 30_000;
/** A large message is given longer, by what the slowest line carries that people still work with. */
const BYTES_A_MS = 512;
const MOST_HOLD_MS = 120_000;
/** A connection that holds the mailbox is cut off before the hold ends, with time left to say QUIT. */
const CUT_OFF_BEFORE_MS = 5_000;
/** Holds mostly end early, so another try is worth it this soon. */
const SOON_MS = 2_000;
/** A user waits at the screen: after this time an error is returned instead. */
const MOST_WAIT_MS = 5_000;

export type AsideMailbox = Pick<MailboxRecord, "accountId" | "mailboxId" | "minGapMinutes">;
/** `withinMs`: real milliseconds until the connection must be closed. */
export type Aside = { until: IsoInstant; withinMs: DurationMs };

/**
 * Takes the right to connect as the mailbox outside its campaigns: for a reply or a test email. One conditional write. The
 * count of the day, the gap and the plans stay as they are, so that no campaign email is lost by it or moved by more than
 * the hold.
 *
 * @param bytes how much is to be delivered
 * @returns `againMs` where a campaign, or someone else, may be connected as the mailbox now
 */
export async function takeAside(
  mailbox: AsideMailbox,
  bytes = 0,
): Promise<Aside | { againMs: DurationMs }> {
  const { accountId, mailboxId, minGapMinutes } = mailbox;
  const key = { accountId, mailboxId };
  const at = now();
  const senderMs = Math.min(spanOf(SENDER_MS), minGapMinutes * MINUTE_MS * SHARE_OF_GAP);
  const holdMs = Math.min(HOLD_MS + Math.ceil(bytes / BYTES_A_MS), MOST_HOLD_MS);
  const until = toIso(at + spanOf(holdMs));
  const isTaken = await writeIfExpected(
    patchSlot(key)
      .set({ asideUntil: until })
      .where((row, op) =>
        [
          `(${op.notExists(row.asideUntil)} OR ${op.lte(row.asideUntil, toIso(at))})`,
          op.lte(row.lastSendAt, toIso(at - senderMs)),
        ].join(" AND "),
      ),
  );
  if (isTaken) return { until, withinMs: holdMs - CUT_OFF_BEFORE_MS };
  const [slot] = await readSlots(accountId, [mailboxId]);
  const freeAt = slot ? toEpochMs(slot.lastSendAt) + senderMs : at;
  return { againMs: Math.max(freeAt - at + 50, msOfHold(slot?.asideUntil, at)) };
}

/**
 * Holds the mailbox for a user who waits at the screen.
 *
 * @throws AppError conflict where the mailbox is not free within seconds: it says when it will be
 */
export async function takeAsideSoon(
  mailbox: AsideMailbox & { email: string },
  bytes = 0,
): Promise<Aside> {
  let waitedMs = 0;
  for (;;) {
    const aside = await takeAside(mailbox, bytes);
    if (!("againMs" in aside)) return aside;
    const waitMs = Math.ceil(realSeconds(aside.againMs) * 1000);
    waitedMs += waitMs;
    if (waitedMs > MOST_WAIT_MS) {
      const seconds = Math.ceil(waitMs / 1000);
      throw new AppError("conflict", "mailbox.isSending", { email: mailbox.email, seconds });
    }
    await sleep(waitMs);
  }
}

/**
 * Releases the mailbox as soon as its connection is closed. Changes nothing where the hold has expired and someone else
 * has the mailbox.
 */
export async function returnAside(
  { accountId, mailboxId }: AsideMailbox,
  { until }: Pick<Aside, "until">,
): Promise<void> {
  await writeIfExpected(
    patchSlot({ accountId, mailboxId })
      .remove(["asideUntil"])
      .where((row, op) => op.eq(row.asideUntil, until)),
  );
}

/** When to ask again for a mailbox that someone holds: most holds are given back long before they end. */
export const msOfHold = (asideUntil: IsoInstant | undefined, at: EpochMs): number =>
  Math.min(Math.max(0, Date.parse(asideUntil ?? toIso(at)) - at + 50), spanOf(SOON_MS));
