import { setTimeout as sleep } from "node:timers/promises";
import {
  DeleteMessageBatchCommand,
  type Message,
  ReceiveMessageCommand,
  type SQSClient,
} from "@aws-sdk/client-sqs";
import type { FunctionName } from "@thaw/core/manifest";
import type { QueueSpec } from "@thaw/core/manifest-spec";
import type { Disk } from "./disk.ts";
import { sqsEvent } from "./events.ts";
import type { Invoke } from "./runtime.ts";

/** One machine does no more at once; Lambda begins with five, too. */
const MOST_AT_ONCE = 5;
/** The most that one receive gives. */
const RECEIVE_MAX = 10;
const LONG_POLL_SECONDS = 20;
/** Waiting for more saves invocations, which cost nothing here. */
const MOST_WINDOW_SECONDS = 1;

export type PolledQueue = {
  name: string;
  url: string;
  spec: QueueSpec<FunctionName>;
  /** While it is full no job is begun: what became of it could not be noted, and its receives would count. */
  disk: Disk;
};

/**
 * Hands a queue's messages to its consumer until `signal` aborts, then waits for the invocations under way.
 *
 * As on AWS: a message is deleted when the consumer succeeds and did not name it in `batchItemFailures`; otherwise it
 * comes back when its visibility ends, and SQS moves it to the dead-letter queue after `maxReceives`.
 */
export async function pollQueue(
  client: SQSClient,
  queue: PolledQueue,
  invoke: Invoke,
  signal: AbortSignal,
): Promise<void> {
  const running = new Set<Promise<void>>();
  while (!signal.aborted) {
    if (running.size >= Math.min(queue.spec.concurrency, MOST_AT_ONCE)) {
      await Promise.race(running);
      continue;
    }
    await queue.disk.room(signal);
    try {
      const messages = await receiveBatch(client, queue, signal);
      if (messages.length === 0) continue;
      const run = consume(client, queue, messages, invoke).finally(() => running.delete(run));
      running.add(run);
    } catch (error) {
      if (signal.aborted) break;
      queue.disk.report(`Queue ${queue.name} cannot be read`, error);
      await sleep(1000, undefined, { signal }).catch(() => undefined);
    }
  }
  await Promise.all(running);
}

/** Waits for a message, then up to the batching window for more. */
async function receiveBatch(
  client: SQSClient,
  { url, spec }: PolledQueue,
  signal: AbortSignal,
): Promise<Message[]> {
  const batch: Message[] = [];
  let until: number | undefined;
  while (batch.length < spec.batchSize) {
    const left =
      until === undefined ? LONG_POLL_SECONDS : Math.ceil((until - performance.now()) / 1000);
    if (left <= 0) break;
    const { Messages = [] } = await client.send(
      new ReceiveMessageCommand({
        QueueUrl: url,
        MaxNumberOfMessages: Math.min(RECEIVE_MAX, spec.batchSize - batch.length),
        WaitTimeSeconds: left,
        MessageSystemAttributeNames: ["All"],
        MessageAttributeNames: ["All"],
      }),
      // Once a message is here, stopping must not forget it.
      batch.length === 0 ? { abortSignal: signal } : {},
    );
    batch.push(...Messages);
    if (batch.length === 0 || spec.windowSeconds === 0 || signal.aborted) break;
    // Not the machine's clock: set back meanwhile, it would keep the messages for as long.
    until ??= performance.now() + Math.min(spec.windowSeconds, MOST_WINDOW_SECONDS) * 1000;
  }
  return batch;
}

async function consume(
  client: SQSClient,
  queue: PolledQueue,
  messages: readonly Message[],
  invoke: Invoke,
): Promise<void> {
  try {
    const result = await invoke(queue.spec.consumer, sqsEvent(queue.name, messages));
    const failed = failedIds(result);
    const done = failed ? messages.filter(({ MessageId }) => !failed.has(MessageId ?? "")) : [];
    for (let start = 0; start < done.length; start += RECEIVE_MAX) {
      await client.send(
        new DeleteMessageBatchCommand({
          QueueUrl: queue.url,
          Entries: done.slice(start, start + RECEIVE_MAX).map(({ ReceiptHandle }, index) => ({
            Id: String(index),
            ReceiptHandle: ReceiptHandle ?? "",
          })),
        }),
      );
    }
  } catch (error) {
    queue.disk.report(`${queue.spec.consumer} failed on ${messages.length} messages`, error);
  }
}

type BatchResult = { batchItemFailures?: { itemIdentifier?: string }[] | null };

/** The messages that the consumer gave back; undefined when Lambda takes the whole batch for failed. */
export function failedIds(result: unknown): Set<string> | undefined {
  if (typeof result !== "object" || result === null) return new Set();
  const ids = ((result as BatchResult).batchItemFailures ?? []).map((item) => item.itemIdentifier);
  const named = ids.filter((id) => id !== undefined && id !== "");
  return named.length === ids.length ? new Set(named as string[]) : undefined;
}
