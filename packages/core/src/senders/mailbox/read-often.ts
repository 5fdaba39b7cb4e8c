import { concurrently } from "@thaw/data/concurrently";
import { writeIfExpected } from "@thaw/data/condition";
import { now, toEpochMs, toIso } from "../../clock.ts";
import { DAY_MS } from "../../duration.ts";
import type { MailboxKey } from "../send-slot/send-slot.ts";
import { MailboxEntity } from "./mailbox.entity.ts";
import { isRare, pollMinuteOf, rareMinuteOf } from "./mailbox-poll.ts";
import { findMailboxes, type MailboxRecord } from "./mailbox-record.ts";

/** MBX-20 as amended: as long after a campaign's last email, or after the mailbox was connected. */
const OFTEN_MS = 14 * DAY_MS;
/** It is asked for once a day. */
const ASKED_EVERY_MS = DAY_MS;
const WIDTH = 16;

/** Fields of a mailbox that is read every five minutes from now on. */
export const readOften = (key: MailboxKey) => ({
  pollMinute: pollMinuteOf(key),
  readOftenUntil: toIso(now() + OFTEN_MS + ASKED_EVERY_MS),
});

/**
 * A campaign sends from these mailboxes: they are read every five minutes. To be called when it starts and once a day while it
 * runs; a mailbox is written at most once a day, however many campaigns it has.
 */
export async function readSendersOften(
  accountId: number,
  mailboxIds: readonly number[],
): Promise<void> {
  const until = toIso(now() + OFTEN_MS);
  const mailboxes = await findMailboxes(accountId, mailboxIds);
  const due = mailboxes.filter(
    ({ pollMinute, readOftenUntil = "" }) => pollMinute !== undefined && readOftenUntil < until,
  );
  await concurrently(due, WIDTH, ({ mailboxId }) => {
    const key = { accountId, mailboxId };
    return writeIfExpected(
      MailboxEntity.patch(key)
        .set(readOften(key))
        .where((row, op) => op.exists(row.pollMinute)),
    );
  });
}

/** Reads a mailbox every half hour where no campaign has sent from it for two weeks. */
export async function readRarelyWhereUnused(mailbox: MailboxRecord): Promise<void> {
  const { accountId, mailboxId, pollMinute, createdAt } = mailbox;
  const { readOftenUntil = toIso(Date.parse(createdAt) + OFTEN_MS) } = mailbox;
  if (pollMinute === undefined || isRare(pollMinute) || now() < toEpochMs(readOftenUntil)) return;
  const key = { accountId, mailboxId };
  await writeIfExpected(
    MailboxEntity.patch(key)
      .set({ pollMinute: rareMinuteOf(key) })
      .where((row, op) => {
        const isSame =
          mailbox.readOftenUntil === undefined
            ? op.notExists(row.readOftenUntil)
            : op.eq(row.readOftenUntil, mailbox.readOftenUntil);
        return `${op.eq(row.pollMinute, pollMinute)} AND ${isSame}`;
      }),
  );
}
