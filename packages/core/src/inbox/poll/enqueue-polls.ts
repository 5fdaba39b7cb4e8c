import type { Jobs } from "../../queue.schema.ts";
import { enqueue } from "../../queue.ts";
import type { MailboxKey } from "../../senders/send-slot/send-slot.ts";

/** A worker reads so many mailboxes at once: most of the time it waits for their servers. */
const MAILBOXES_A_JOB = 50;

/** Queues mailboxes to be read, many a job. */
export async function enqueuePolls(
  keys: readonly MailboxKey[],
  turn: Omit<Jobs["poll"], "mailboxes"> = {},
): Promise<void> {
  const parts = Array.from({ length: Math.ceil(keys.length / MAILBOXES_A_JOB) }, (_, part) =>
    keys.slice(part * MAILBOXES_A_JOB, (part + 1) * MAILBOXES_A_JOB),
  );
  await enqueue(
    "poll",
    parts.map((mailboxes) => ({ job: { mailboxes: [...mailboxes], ...turn } })),
  );
}
