import { now } from "../../packages/core/src/clock.ts";
import { MINUTE_MS } from "../../packages/core/src/duration.ts";
import { queueDuePolls } from "../../packages/core/src/inbox/poll/queue-due-polls.ts";
import type { Jobs } from "../../packages/core/src/queue.schema.ts";
import { minuteAt } from "../../packages/core/src/senders/mailbox/mailbox-poll.ts";
import type { TestCloud } from "./cloud.ts";
import { takeJobs } from "./queued-jobs.ts";

/** Takes the poll jobs of an account out of the queue. */
export const takePolls = (cloud: TestCloud, accountId: number) =>
  takeJobs(cloud, "poll", accountId);

/** Lets the clock tick once a minute; gives the account's poll jobs and in which minute each was queued. */
export async function tickMinutes(
  cloud: TestCloud,
  { accountId, clock }: { accountId: number; clock: { move: (ms: number) => void } },
  minutes: number,
): Promise<(Jobs["poll"] & { minute: number })[]> {
  const queued = [];
  for (let passed = 0; passed < minutes; passed++) {
    clock.move(MINUTE_MS);
    await queueDuePolls();
    const jobs = await takePolls(cloud, accountId);
    queued.push(...jobs.map((job) => ({ ...job, minute: minuteAt(now()) })));
  }
  return queued;
}
