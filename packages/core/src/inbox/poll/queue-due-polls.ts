import { writeIfExpected } from "@thaw/data/condition";
import { now } from "../../clock.ts";
import {
  cycleAt,
  duePollMinutes,
  isRare,
  listByPollMinute,
  minuteAt,
} from "../../senders/mailbox/mailbox-poll.ts";
import { enqueuePolls } from "./enqueue-polls.ts";
import { PollTickEntity } from "./poll-tick.entity.ts";

const TICK = { name: "poll" } as const;

/**
 * Queues poll jobs for all mailboxes whose minute it is, and for those of minutes that no tick has seen. A tick that comes
 * twice queues nothing more; one that dies is made up for by the next. 20,000 mailboxes of a minute are 200 jobs, which the
 * queue takes in 20 requests.
 */
export async function queueDuePolls(): Promise<void> {
  const at = now();
  const minute = minuteAt(at);
  const { data: last } = await PollTickEntity.get(TICK).go({ consistent: true });
  for (const pollMinute of duePollMinutes(last?.minute, minute)) {
    const turn = { cycle: cycleAt(at), ...(isRare(pollMinute) ? { isRare: true } : {}) };
    for await (const page of listByPollMinute(pollMinute)) await enqueuePolls(page, turn);
  }
  // After the jobs: reading a mailbox twice changes nothing, reading it late may lose an answer's hour.
  if (last?.minute === minute) return;
  await writeIfExpected(
    PollTickEntity.put({ ...TICK, minute }).where((row, op) =>
      last ? op.eq(row.minute, last.minute) : op.notExists(row.minute),
    ),
  );
}
