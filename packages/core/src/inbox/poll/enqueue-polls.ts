import { batchesOf } from "@thaw/data/batches";
import type { Jobs } from "../../queue.schema.ts";
import { enqueue } from "../../queue.ts";
import type { MailboxKey } from "../../senders/send-slot/send-slot.ts";

/** A worker reads so many mailboxes at once: most of the time it waits for their servers. */
export const MAILBOXES_A_JOB = 100;

type Turn = Omit<Jobs["poll"], "mailboxes">;

/** Queues mailboxes to be read, many a job. */
export const enqueuePolls = (keys: readonly MailboxKey[], turn: Turn = {}): Promise<void> =>
  enqueueJobs(batchesOf(keys, MAILBOXES_A_JOB), turn);

/** Queues mailboxes to be read, each in a job of its own. */
export const enqueuePollsAlone = (keys: readonly MailboxKey[], turn: Turn = {}): Promise<void> =>
  enqueueJobs(batchesOf(keys, 1), turn);

const enqueueJobs = (batches: MailboxKey[][], turn: Turn) =>
  enqueue(
    "poll",
    batches.map((mailboxes) => ({ job: { mailboxes, ...turn } })),
  );
