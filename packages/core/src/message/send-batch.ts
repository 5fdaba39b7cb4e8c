import { setTimeout as sleep } from "node:timers/promises";
import { realSeconds } from "../clock.ts";
import { enqueue, type Jobs, type QueuedJob } from "../queue.ts";
import { findMessage, findMessages, type MessageRecord } from "./message-state.ts";
import { sendMessage } from "./send-message.ts";
import { type SendResult, SendSession } from "./send-session.ts";

/** Several mailboxes are served at once, the mails of one in turn: it has one connection. */
type Lane = { mailbox: string; jobs: { job: Jobs["send"]; message: MessageRecord }[] };

const SHORT_WAIT_MS = 1_000;

/** How the jobs of a batch ended: those that threw go back to the queue. */
export type BatchResult = { job: Jobs["send"]; error?: unknown }[];

/** Sends what a batch of queue messages names. What has to wait is queued again with its delay before this returns. */
export async function sendBatch(jobs: readonly Jobs["send"][]): Promise<BatchResult> {
  await using session = new SendSession();
  const lanes = await lanesOf(jobs);
  const again: QueuedJob<"send">[] = [];
  const results = await Promise.all(
    lanes.map(async ({ jobs: own }) => {
      const ended: BatchResult = [];
      for (const { job, message } of own) {
        try {
          const { againMs } = await sendSoon(message, session);
          if (againMs !== undefined) again.push({ job, delayMs: againMs });
          ended.push({ job });
        } catch (error) {
          ended.push({ job, error });
        }
      }
      return ended;
    }),
  );
  await session.record();
  await enqueue("send", again);
  return results.flat();
}

/** A queue counts in whole seconds: where less is left, the message waits here instead of making another trip. */
async function sendSoon(message: MessageRecord, session: SendSession): Promise<SendResult> {
  const result = await sendMessage(message, session);
  const waitMs = realSeconds(result.againMs ?? Number.POSITIVE_INFINITY) * 1000;
  if (message.status !== "DRAFTED" || waitMs > SHORT_WAIT_MS) return result;
  await sleep(waitMs);
  return sendMessage(message, session);
}

async function lanesOf(jobs: readonly Jobs["send"][]): Promise<Lane[]> {
  const messages = await findMessages(jobs);
  const lanes = new Map<string, Lane>();
  for (const job of jobs) {
    // A read that lags behind may not show a message that was written a moment ago.
    const message = messages.get(job.sendId) ?? (await findMessage(job));
    if (!message) continue;
    const mailbox = `${message.accountId}|${message.mailboxId}`;
    const lane = lanes.get(mailbox) ?? { mailbox, jobs: [] };
    lane.jobs.push({ job, message });
    lanes.set(mailbox, lane);
  }
  return [...lanes.values()];
}
