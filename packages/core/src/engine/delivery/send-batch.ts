import { setTimeout as sleep } from "node:timers/promises";
import type { MessageRecord } from "../../campaigns/message/message-state.ts";
import { plannedMessage, presentMessage } from "../../campaigns/message/planned-message.ts";
import { realSeconds } from "../../clock.ts";
import { inLogContext } from "../../log-context.ts";
import type { Jobs } from "../../queue.schema.ts";
import { enqueue, type QueuedJob } from "../../queue.ts";
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
  const lanes = await lanesOf(jobs, session);
  const again: QueuedJob<"send">[] = [];
  const results = await Promise.all(
    lanes.map(async ({ jobs: own }) => {
      const ended: BatchResult = [];
      for (const { job, message } of own) {
        try {
          const { accountId } = job;
          const { againMs, isBegun = message.existingRow === undefined } = await inLogContext(
            { accountId },
            () => sendSoon(message, session),
          );
          if (againMs !== undefined) again.push({ job: { ...job, isBegun }, delayMs: againMs });
          ended.push({ job });
        } catch (error) {
          ended.push({ job, error });
        }
      }
      // A slow mailbox of the batch does not keep the others' connections open.
      const [first] = own;
      if (first) await session.close(first.message);
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

async function lanesOf(jobs: readonly Jobs["send"][], session: SendSession): Promise<Lane[]> {
  const messages = await Promise.all(jobs.map((job) => messageOf(job, session)));
  const lanes = new Map<string, Lane>();
  for (const [index, job] of jobs.entries()) {
    const message = messages[index];
    if (!message) continue;
    const mailbox = `${message.accountId}|${message.mailboxId}`;
    const lane = lanes.get(mailbox) ?? { mailbox, jobs: [] };
    lane.jobs.push({ job, message });
    lanes.set(mailbox, lane);
  }
  return [...lanes.values()];
}

/** Most jobs are of a mail that its lead waits for and that nothing else is known of yet; of the others the row is read, too. */
async function messageOf(
  { plan, isBegun, accountId, campaignId, leadId, step }: Jobs["send"],
  session: SendSession,
): Promise<MessageRecord | undefined> {
  const key = { accountId, campaignId, leadId, step };
  const enrolment = isBegun ? undefined : await session.enrolment(key);
  const planned = enrolment?.scheduledAt && plannedMessage(enrolment);
  const isAwaited =
    planned && planned.step === step && planned.scheduledAt === enrolment.scheduledAt;
  return isAwaited ? planned : presentMessage(key, plan);
}
