/**
 * The embedded queues on a clock that is moved: a message says itself when it may be seen, since the queue's own delays pass
 * in real time. Visibility, batches and the number of tries are the manifest's.
 */
import {
  DeleteMessageBatchCommand,
  type Message,
  ReceiveMessageCommand,
  type SendMessageBatchRequestEntry,
} from "@aws-sdk/client-sqs";
import { config } from "@thaw/core/config";
import { app } from "@thaw/core/manifest";
import { sqs } from "@thaw/data/sqs";
import { handler as onPlan } from "@thaw/functions/queue/plan";
import { handler as onPoll } from "@thaw/functions/queue/poll";
import { handler as onSend } from "@thaw/functions/queue/send";
import { sqsEvent } from "@thaw/local/events";
import { failedIds } from "@thaw/local/queue-poller";
import type { Context, SQSHandler } from "aws-lambda";
import type { Clockwork } from "./clockwork.ts";
import { runMortal } from "./death.ts";

const SEEN_AT = "seenAt";
/** Longer than the whole run takes. */
const HOURS_12 = 43_200;
const DELETE_MOST = 10;
const WORKERS = 8;
const HANDLERS = { plan: onPlan, send: onSend, poll: onPoll };

export type Name = keyof typeof HANDLERS;
export type Job = { mailboxes?: readonly { mailboxId: number }[]; cycle?: number };
type Held = { name: Name; message: Message; job: Job; receives: number; seenAt: number };

/** How a worker fares: after how many requests it dies, if it does, and whether its messages come to another one as well. */
export type Fate = { diesAfter: number | undefined; isDone: boolean; isDoubled: boolean };

export type Tally = { delivered: number; doubled: number; died: number; dead: string[] };

/** A consumer that gets a message again is told so, as by the queue: another may have died with the mail in hand. */
const asReceived = ({ message, receives }: Held): Message => ({
  ...message,
  Attributes: { ...message.Attributes, ApproximateReceiveCount: String(receives) },
});

export class Queues {
  readonly tally: Tally = { delivered: 0, doubled: 0, died: 0, dead: [] };
  private readonly depth = new Map<string, number>();
  private readonly clock: Clockwork;
  private readonly fate: (name: Name) => Fate;
  private held: Held[] = [];

  constructor(clock: Clockwork, fate: (name: Name) => Fate) {
    this.clock = clock;
    this.fate = fate;
    sqs().middlewareStack.add(
      (next) => (args) => {
        const { QueueUrl = "", Entries } = args.input as {
          QueueUrl?: string;
          Entries?: SendMessageBatchRequestEntry[];
        };
        const isSending = Entries?.[0]?.MessageBody !== undefined;
        return next(isSending ? { ...args, input: this.dated(QueueUrl, Entries) } : args);
      },
      { step: "initialize" },
    );
  }

  /** When the next message may be seen. */
  nextAt(): number {
    return this.held.reduce(
      (least, { seenAt }) => Math.min(least, seenAt),
      Number.POSITIVE_INFINITY,
    );
  }

  isDue(name: Name): boolean {
    return this.held.some((held) => held.name === name && held.seenAt <= this.clock.now());
  }

  /** Takes what was queued out of the embedded queue; it is hidden there until it is deleted. */
  async receive(name: Name): Promise<void> {
    const QueueUrl = config.queueUrl(name);
    while ((this.depth.get(QueueUrl) ?? 0) > 0) {
      const { Messages = [] } = await sqs().send(
        new ReceiveMessageCommand({
          QueueUrl,
          MaxNumberOfMessages: 10,
          VisibilityTimeout: HOURS_12,
          MessageAttributeNames: ["All"],
        }),
      );
      if (Messages.length === 0) throw new Error(`${name} has lost messages`);
      this.depth.set(QueueUrl, (this.depth.get(QueueUrl) ?? 0) - Messages.length);
      this.held.push(...Messages.map((message) => toHeld(name, message)));
    }
  }

  /** Deletes received messages unread, as if their consumer had found that there is nothing to do. */
  async dismiss(name: Name, isUseless: (job: Job) => boolean): Promise<void> {
    const useless = this.held.filter((held) => held.name === name && isUseless(held.job));
    this.held = this.held.filter((held) => !useless.includes(held));
    await this.remove(name, useless);
  }

  /** Hands what may be seen by now to the consumers, and again what these queue for now. Gives the jobs that were done. */
  async work(name: Name): Promise<Job[]> {
    const { batchSize } = app.queues[name];
    const done: Job[] = [];
    await this.receive(name);
    const due = this.takeDue(name);
    const batches = Array.from({ length: Math.ceil(due.length / batchSize) }, (_, index) =>
      due.slice(index * batchSize, (index + 1) * batchSize),
    );
    const waiting = batches.values();
    const worker = async () => {
      for (const batch of waiting) done.push(...(await this.deliver(name, batch)));
    };
    await Promise.all(Array.from({ length: WORKERS }, worker));
    await this.receive(name);
    return done;
  }

  private takeDue(name: Name): Held[] {
    const isDue = (held: Held) => held.name === name && held.seenAt <= this.clock.now();
    const due = this.held.filter(isDue);
    this.held = this.held.filter((held) => !isDue(held));
    return due;
  }

  private async deliver(name: Name, batch: Held[]): Promise<Job[]> {
    const { isDoubled, ...fate } = this.fate(name);
    this.tally.delivered += batch.length;
    const invoke = (mortal: Omit<Fate, "isDoubled">) => this.invoke(name, batch, mortal);
    const runs = [invoke(fate)];
    if (isDoubled) {
      this.tally.doubled += batch.length;
      runs.push(invoke({ diesAfter: undefined, isDone: true }));
    }
    const failed = new Set((await Promise.all(runs)).flatMap((ids) => [...ids]));
    const done = batch.filter(({ message }) => !failed.has(message.MessageId ?? ""));
    for (const held of batch) if (!done.includes(held)) this.hideAgain(name, held);
    await this.remove(name, done);
    return done.map(({ job }) => job);
  }

  private async remove(name: Name, done: Held[]): Promise<void> {
    for (let start = 0; start < done.length; start += DELETE_MOST) {
      const some = done.slice(start, start + DELETE_MOST);
      await sqs().send(
        new DeleteMessageBatchCommand({
          QueueUrl: config.queueUrl(name),
          Entries: some.map(({ message: { ReceiptHandle } }, index) => ({
            Id: String(index),
            ReceiptHandle,
          })),
        }),
      );
    }
  }

  /** Gives the ids of the messages that the consumer is not done with. */
  private async invoke(
    name: Name,
    batch: Held[],
    { diesAfter = Number.POSITIVE_INFINITY, isDone }: Omit<Fate, "isDoubled">,
  ): Promise<Set<string>> {
    const event = sqsEvent(name, batch.map(asReceived));
    const handler: SQSHandler = HANDLERS[name];
    const { died, result } = await runMortal({ left: diesAfter, isDone }, async () =>
      handler(event, {} as Context, () => undefined),
    );
    if (died) this.tally.died += 1;
    const failed = died ? undefined : failedIds(result);
    return failed ?? new Set(batch.map(({ message }) => message.MessageId ?? ""));
  }

  private hideAgain(name: Name, held: Held): void {
    const { visibilitySeconds, maxReceives } = app.queues[name];
    if (held.receives >= maxReceives) {
      this.tally.dead.push(`${name} ${held.message.Body}`);
      return;
    }
    const seenAt = this.clock.now() + visibilitySeconds * 1000;
    this.held.push({ ...held, seenAt, receives: held.receives + 1 });
  }

  private dated(QueueUrl: string, entries: SendMessageBatchRequestEntry[] = []) {
    this.depth.set(QueueUrl, (this.depth.get(QueueUrl) ?? 0) + entries.length);
    return {
      QueueUrl,
      Entries: entries.map(({ DelaySeconds = 0, ...entry }) => ({
        ...entry,
        MessageAttributes: {
          [SEEN_AT]: {
            DataType: "String",
            StringValue: String(this.clock.now() + DelaySeconds * 1000),
          },
        },
      })),
    };
  }
}

function toHeld(name: Name, message: Message): Held {
  const seenAt = Number(message.MessageAttributes?.[SEEN_AT]?.StringValue);
  return { name, message, job: JSON.parse(message.Body ?? "") as Job, receives: 1, seenAt };
}
