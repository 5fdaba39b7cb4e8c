import { now } from "../../packages/core/src/clock.ts";
import { MINUTE_MS } from "../../packages/core/src/duration.ts";
import { queueDuePolls } from "../../packages/core/src/inbox/poll/queue-due-polls.ts";
import { minuteAt } from "../../packages/core/src/senders/mailbox/mailbox-poll.ts";
import type { MailboxKey } from "../../packages/core/src/senders/send-slot/send-slot.ts";
import type { TestCloud } from "./cloud.ts";
import { takeEveryJob } from "./queued-jobs.ts";

export type QueuedPoll = MailboxKey & { cycle?: number | undefined };

/** Takes the poll jobs out of the queue; gives the account's mailboxes that are to be read. */
export async function takePolls(cloud: TestCloud, accountId: number): Promise<QueuedPoll[]> {
  const jobs = await takeEveryJob(cloud, "poll");
  return jobs.flatMap(({ mailboxes, cycle }) =>
    mailboxes
      .filter((key) => key.accountId === accountId)
      .map((key) => ({ ...key, ...(cycle === undefined ? {} : { cycle }) })),
  );
}

/** Lets the clock tick once a minute; gives the account's poll jobs and in which minute each was queued. */
export async function tickMinutes(
  cloud: TestCloud,
  { accountId, clock }: { accountId: number; clock: { move: (ms: number) => void } },
  minutes: number,
): Promise<(QueuedPoll & { minute: number })[]> {
  const queued = [];
  for (let passed = 0; passed < minutes; passed++) {
    clock.move(MINUTE_MS);
    await queueDuePolls();
    const jobs = await takePolls(cloud, accountId);
    queued.push(...jobs.map((job) => ({ ...job, minute: minuteAt(now()) })));
  }
  return queued;
}
