import { writeIfExpected } from "@thaw/data/condition";
import { now } from "../../clock.ts";
import { enqueue } from "../../queue.ts";
import {
  cycleAt,
  listByPollMinute,
  minuteAt,
  POLL_MINUTES,
} from "../../senders/mailbox/mailbox-poll.ts";
import { PollTickEntity } from "./poll-tick.entity.ts";

const TICK = { name: "poll" } as const;

/**
 * Queues a poll job for every mailbox whose minute it is, and for those of minutes that no tick has seen. A tick that comes
 * twice queues nothing more; one that dies is made up for by the next.
 */
export async function queueDuePolls(): Promise<void> {
  const at = now();
  const minute = minuteAt(at);
  const { data: last } = await PollTickEntity.get(TICK).go({ consistent: true });
  for (const pollMinute of minutesSince(last?.minute, minute)) {
    for await (const page of listByPollMinute(pollMinute)) {
      await enqueue(
        "poll",
        page.map((key) => ({ job: { ...key, cycle: cycleAt(at) } })),
      );
    }
  }
  // After the jobs: reading a mailbox twice changes nothing, reading it late may lose an answer's hour.
  if (last?.minute === minute) return;
  await writeIfExpected(
    PollTickEntity.put({ ...TICK, minute }).where((row, op) =>
      last ? op.eq(row.minute, last.minute) : op.notExists(row.minute),
    ),
  );
}

/** Which minutes of the five are due; all of them after a long silence or where the clock was set back. */
function minutesSince(last: number | undefined, minute: number): number[] {
  const passed = minute - (last ?? Number.NEGATIVE_INFINITY);
  const count = passed < 0 ? POLL_MINUTES : Math.min(passed, POLL_MINUTES);
  return Array.from({ length: count }, (_, index) => (minute - index) % POLL_MINUTES);
}
