import { type QueuedMessage, sendToQueue } from "@thaw/data/queue";
import { realSeconds } from "./clock.ts";
import { config } from "./config.ts";
import type { DurationMs } from "./instant.schema.ts";
import type { QueueName } from "./manifest.ts";
import type { Jobs } from "./queue.schema.ts";

/** A queue of the manifest that has no schema for its jobs does not compile. */
export type QueuedJob<Name extends QueueName> = {
  job: Jobs[Name];
  /** Milliseconds of the product's clock; a queue holds back for at most 15 real minutes. */
  delayMs?: DurationMs;
};

export async function enqueue<Name extends QueueName>(
  name: Name,
  jobs: readonly QueuedJob<Name>[],
): Promise<void> {
  if (jobs.length === 0) return;
  const messages: QueuedMessage[] = jobs.map(({ job, delayMs }) => ({
    body: job,
    ...(delayMs === undefined ? {} : { delaySeconds: realSeconds(delayMs) }),
  }));
  await sendToQueue(config.queueUrl(name), messages);
}
