import { now, spanOf } from "../../clock.ts";
import { MINUTE_MS } from "../../duration.ts";
import type { EpochMs } from "../../instant.schema.ts";
import type { MailboxKey } from "../send-slot/send-slot.ts";
import { MailboxEntity } from "./mailbox.entity.ts";

/** MBX-20: a mailbox that campaigns send from is read every five minutes, each in its own minute of the five, */
const OFTEN_MINUTES = 5;
/** and another one every half hour, in its own minute of the thirty. */
const RARE_MINUTES = 30;
/** Poll minutes from here on are those of the half hour. */
const RARE_FROM = 100;
const CYCLE = OFTEN_MINUTES * MINUTE_MS;
/** Keys of an index query; a page of them is far below a megabyte. */
const PAGE = 1_000;

/** So many mailboxes of an account are read in one minute, since a worker opens the secrets of one account with one key. */
export const READ_TOGETHER = 25;

/** In which minute of the five a mailbox is read: fixed, and spread over accounts. */
export const pollMinuteOf = (key: MailboxKey): number => groupOf(key) % OFTEN_MINUTES;

/** The same of one that is read every half hour. */
export const rareMinuteOf = (key: MailboxKey): number => RARE_FROM + (groupOf(key) % RARE_MINUTES);

const groupOf = ({ accountId, mailboxId }: MailboxKey) =>
  accountId + Math.floor(mailboxId / READ_TOGETHER);

export const isRare = (pollMinute: number): boolean => pollMinute >= RARE_FROM;

/** Minutes from one poll to the next. */
export const pollIntervalOf = (pollMinute = 0): number =>
  isRare(pollMinute) ? RARE_MINUTES : OFTEN_MINUTES;

/**
 * The poll minutes that are due at a minute, where `last` was the last minute that was seen to: all of them after a long
 * silence or where the clock was set back.
 */
export function duePollMinutes(last: number | undefined, minute: number): number[] {
  const passed = minute - (last ?? Number.NEGATIVE_INFINITY);
  const minutesOf = (period: number, from: number) =>
    Array.from(
      { length: passed < 0 ? period : Math.min(passed, period) },
      (_, index) => from + ((minute - index) % period),
    );
  return [...minutesOf(OFTEN_MINUTES, 0), ...minutesOf(RARE_MINUTES, RARE_FROM)];
}

/** Minutes since 1970. */
export const minuteAt = (epochMs: EpochMs): number => Math.floor(epochMs / MINUTE_MS);

/** The five minutes that an instant lies in, counted since 1970. */
export const cycleAt = (epochMs: EpochMs): number => Math.floor(epochMs / CYCLE);

/** Whether a job of this cycle waited so long that the next cycle's job for the same mailbox is there. */
export const isOvertaken = (cycle: number): boolean =>
  now() - cycle * CYCLE > 2 * CYCLE + spanOf(CYCLE);

const LISTED = /#accountid_(\d+)#mailboxid_(\d+)$/;

/** The mailboxes of one minute, a page at a time. One index query a page reads keys alone. */
export async function* listByPollMinute(pollMinute: number): AsyncGenerator<MailboxKey[]> {
  let cursor: string | null = null;
  do {
    const page: { data: unknown; cursor: string | null } = await MailboxEntity.query
      .byPollMinute({ pollMinute })
      .go({ limit: PAGE, cursor, data: "raw", ignoreOwnership: true });
    const { Items = [] } = page.data as { Items?: { gsi1sk: string }[] };
    yield Items.flatMap(({ gsi1sk }) => {
      const [, accountId, mailboxId] = LISTED.exec(gsi1sk) ?? [];
      return mailboxId ? [{ accountId: Number(accountId), mailboxId: Number(mailboxId) }] : [];
    });
    cursor = page.cursor;
  } while (cursor !== null);
}
