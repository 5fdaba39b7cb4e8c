import { now, toIso } from "../clock.ts";
import { listDuePolls, POLL_SHARDS } from "../mailbox/mailbox-poll.ts";
import { enqueue } from "../queue.ts";

const MOST_A_TICK = 500;

/** Queues a poll job for every mailbox that is due to be read. A job too many is refused by the poll's claim. */
export async function queueDuePolls(): Promise<void> {
  const until = toIso(now());
  await Promise.all(
    Array.from({ length: POLL_SHARDS }, async (_, shard) => {
      const due = await listDuePolls(shard, until, MOST_A_TICK);
      await enqueue(
        "poll",
        due.map((job) => ({ job })),
      );
    }),
  );
}
