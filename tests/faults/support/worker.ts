/**
 * A send worker in a process of its own, as a Lambda behind the queue: receives, sends, deletes what was dealt with.
 *
 * THAW_FAULT_DELIVERIES: how often each batch is delivered, shuffled: an at-least-once queue at its worst.
 * THAW_FAULT_LOOPS: how many workers this one process is: each receives and sends by itself.
 * THAW_FAULT_VISIBILITY: seconds until a message that was not deleted comes again.
 */
import { subscribe } from "node:diagnostics_channel";
import type { Socket } from "node:net";
import {
  DeleteMessageBatchCommand,
  type Message,
  ReceiveMessageCommand,
  SQSClient,
} from "@aws-sdk/client-sqs";
import { config } from "@thaw/core/config";
import { handler } from "@thaw/functions/queue/send";
import type { Context, SQSBatchResponse, SQSEvent } from "aws-lambda";
import { chance } from "./chance.ts";
import { followClock } from "./scaled-clock.ts";

followClock();
const draw = chance(`worker ${process.env.THAW_FAULT_WORKER}`);
const deliveries = Number(process.env.THAW_FAULT_DELIVERIES ?? 1);
const loops = Number(process.env.THAW_FAULT_LOOPS ?? 1);
const visibility = Number(process.env.THAW_FAULT_VISIBILITY ?? 10);
const sqs = new SQSClient({});
const QueueUrl = config.queueUrl("send");
// So that the parent can tell whose connection it sees.
subscribe("net.client.socket", (message) => {
  const { socket } = message as { socket: Socket };
  socket.once("connect", () => process.send?.(socket.localPort));
});
process.send?.("ready");
await Promise.all(Array.from({ length: loops }, receive));

async function receive(): Promise<never> {
  for (;;) await turn();
}

async function turn(): Promise<void> {
  const { Messages = [] } = await sqs.send(
    new ReceiveMessageCommand({
      QueueUrl,
      MaxNumberOfMessages: 10,
      VisibilityTimeout: visibility,
      WaitTimeSeconds: 1,
      MessageSystemAttributeNames: ["All"],
    }),
  );
  if (Messages.length === 0) return;
  const results = await Promise.all(
    Array.from({ length: deliveries }, () => deliver(shuffled(Messages))),
  );
  const failed = new Set(results.flatMap((ids) => ids));
  const done = Messages.filter(({ MessageId = "" }) => !failed.has(MessageId));
  if (done.length === 0) return;
  await sqs.send(
    new DeleteMessageBatchCommand({
      QueueUrl,
      Entries: done.map(({ ReceiptHandle }, index) => ({ Id: String(index), ReceiptHandle })),
    }),
  );
}

async function deliver(messages: readonly Message[]): Promise<string[]> {
  const response = (await handler(toEvent(messages), {} as Context, () => undefined)) as
    | SQSBatchResponse
    | undefined;
  return response?.batchItemFailures.map(({ itemIdentifier }) => itemIdentifier) ?? [];
}

function shuffled(messages: readonly Message[]): Message[] {
  return messages
    .map((message) => ({ message, order: draw() }))
    .sort((a, b) => a.order - b.order)
    .map(({ message }) => message);
}

function toEvent(messages: readonly Message[]): SQSEvent {
  return {
    Records: messages.map(({ MessageId = "", ReceiptHandle = "", Body = "", Attributes = {} }) => ({
      messageId: MessageId,
      receiptHandle: ReceiptHandle,
      body: Body,
      attributes: {
        ApproximateReceiveCount: Attributes.ApproximateReceiveCount ?? "1",
        SentTimestamp: "0",
        SenderId: "",
        ApproximateFirstReceiveTimestamp: "0",
      },
      messageAttributes: {},
      md5OfBody: "",
      eventSource: "aws:sqs",
      eventSourceARN: "arn:aws:sqs:us-east-1:000000000000:send",
      awsRegion: "us-east-1",
    })),
  };
}
