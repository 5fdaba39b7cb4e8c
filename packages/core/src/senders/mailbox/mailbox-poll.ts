import { now, spanOf } from "../../clock.ts";
import { MINUTE_MS } from "../../duration.ts";
import type { EpochMs } from "../../instant.schema.ts";
import type { MailboxKey } from "../send-slot/send-slot.ts";
import { MailboxEntity } from "./mailbox.entity.ts";

/** MBX-20: every mailbox is read every five minutes, each in its own minute of the five. */
export const POLL_MINUTES = 5;
const CYCLE = POLL_MINUTES * MINUTE_MS;
/** Keys of an index query; a page of them is far below a megabyte. */
const PAGE = 1_000;

/** In which minute of the five a mailbox is read: fixed, and spread over accounts with one mailbox each. */
export const pollMinuteOf = ({ accountId, mailboxId }: MailboxKey): number =>
  (accountId + mailboxId) % POLL_MINUTES;

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
