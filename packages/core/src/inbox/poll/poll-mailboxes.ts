import { batchGet } from "@thaw/data/batch-get";
import { concurrently } from "@thaw/data/concurrently";
import { measure } from "../../kernel/mail-flow/mail-flow.ts";
import { log } from "../../log.ts";
import { inLogContext } from "../../log-context.ts";
import type { Jobs } from "../../queue.schema.ts";
import {
  cursorRead,
  isLeftAlone,
  type MailboxCursor,
} from "../../senders/mailbox/mailbox-cursor.ts";
import { isOvertaken } from "../../senders/mailbox/mailbox-poll.ts";
import { type MailboxRecord, mailboxRead } from "../../senders/mailbox/mailbox-record.ts";
import type { MailboxKey } from "../../senders/send-slot/send-slot.ts";
import { enqueuePollsAlone } from "./enqueue-polls.ts";
import { POLL_DEADLINE_MS, readMailbox } from "./read-mailbox.ts";

/** Connections of one worker at once: all mailboxes of a job. */
const WIDTH = 100;

/**
 * Reads what is new in the mailboxes of a job, all at once. Each has a deadline of its own, so that a dead or slow server delays
 * no other mailbox: what is not read by then goes on in a job of its own, and a server that does not answer is left alone for a
 * while. Safe to run twice.
 *
 * @param signal aborts when the worker's time is nearly over: what is left is the next job's
 * @throws what the one mailbox of a job failed with; of several, those that fail get a job each
 */
export async function pollMailboxes(
  { mailboxes, cycle, isRare = false }: Jobs["poll"],
  signal: AbortSignal,
): Promise<void> {
  // Where jobs pile up there is a later one for the same mailboxes.
  if (cycle !== undefined && !isRare && isOvertaken(cycle)) {
    measure("OvertakenPolls", mailboxes.length);
    return;
  }
  const isAlone = mailboxes.length === 1;
  const loaded = await loadAll(mailboxes, cycle);
  const left: MailboxKey[] = [];
  const failed: MailboxKey[] = [];
  const read = async ({ key, mailbox, seen }: (typeof loaded)[number]): Promise<void> => {
    const own = isAlone ? signal : AbortSignal.any([signal, AbortSignal.timeout(POLL_DEADLINE_MS)]);
    try {
      const isWhole = await readMailbox({ mailbox, seen }, { signal: own, isAlone });
      if (!isWhole) left.push(key);
    } catch (error) {
      if (isAlone) throw error;
      log.error("A mailbox could not be read beside others", { ...key, error });
      failed.push(key);
    }
  };
  await concurrently(loaded, WIDTH, (one) =>
    inLogContext({ accountId: one.key.accountId }, () => read(one)),
  );
  await enqueuePollsAlone(left);
  await enqueuePollsAlone(failed, cycle === undefined ? {} : { cycle });
}

/** Those of the mailboxes that are to be read now, with where reading of them stands. A request for fifty of them. */
async function loadAll(keys: readonly MailboxKey[], cycle: number | undefined) {
  const options = {
    // Where reading goes on at once the cursor was moved a moment ago.
    consistent: cycle === undefined,
  };
  const rows = await batchGet(
    [
      ...keys.map(({ accountId, mailboxId }) => mailboxRead(accountId, mailboxId)),
      ...keys.map(cursorRead),
    ],
    options,
  );
  const mailboxes = rows.slice(0, keys.length) as (MailboxRecord | undefined)[];
  const cursors = rows.slice(keys.length) as (MailboxCursor | undefined)[];
  return keys.flatMap((key, index) => {
    const mailbox = mailboxes[index];
    const seen = cursors[index];
    // A login that was refused stays refused until someone changes it; asking again gets people locked out.
    if (!mailbox || mailbox.connectionState === "DISCONNECTED") return [];
    return cycle !== undefined && isLeftAlone(seen) ? [] : [{ key, mailbox, seen }];
  });
}
