import {
  ChangeMessageVisibilityBatchCommand,
  DeleteMessageCommand,
  GetQueueAttributesCommand,
  GetQueueUrlCommand,
  type Message,
  ReceiveMessageCommand,
  SendMessageCommand,
} from "@aws-sdk/client-sqs";
import { sqs } from "./sqs.ts";

const BATCH = 10;
/** How long a message that is looked at or moved is hidden from others who do the same. */
const HIDDEN_SECONDS = 120;

export type DeadMessage = { id: string; body: string; sentAtMs: number };

/** The queue that SQS puts messages of another into when it gives them up. @throws when it has none */
export async function deadLettersOf(queueUrl: string): Promise<string> {
  const { Attributes = {} } = await sqs().send(
    new GetQueueAttributesCommand({ QueueUrl: queueUrl, AttributeNames: ["RedrivePolicy"] }),
  );
  const policy = JSON.parse(Attributes.RedrivePolicy ?? "{}") as { deadLetterTargetArn?: string };
  const name = policy.deadLetterTargetArn?.split(":").at(-1);
  if (!name) throw new Error(`${queueUrl} has no dead letters`);
  const { QueueUrl } = await sqs().send(new GetQueueUrlCommand({ QueueName: name }));
  if (!QueueUrl) throw new Error(`There is no queue ${name}`);
  return QueueUrl;
}

/** How many messages a queue holds, as SQS estimates it: those hidden for a moment included. */
export async function countMessages(url: string): Promise<number> {
  const { Attributes = {} } = await sqs().send(
    new GetQueueAttributesCommand({
      QueueUrl: url,
      AttributeNames: ["ApproximateNumberOfMessages", "ApproximateNumberOfMessagesNotVisible"],
    }),
  );
  return Object.values(Attributes).reduce((sum, count) => sum + Number(count), 0);
}

/** Looks at up to `most` messages and leaves them where they are. */
export async function peekMessages(url: string, most: number): Promise<DeadMessage[]> {
  const seen: Message[] = [];
  try {
    while (seen.length < most) {
      const messages = await receive(url, Math.min(BATCH, most - seen.length));
      if (messages.length === 0) break;
      seen.push(...messages);
    }
  } finally {
    await show(url, seen);
  }
  return seen.map(({ MessageId = "", Body = "", Attributes = {} }) => ({
    id: MessageId,
    body: Body,
    sentAtMs: Number(Attributes.SentTimestamp),
  }));
}

/**
 * Sends up to `most` messages of one queue to another and returns how many went. A message leaves its queue only after the
 * other has it: one that is interrupted is there twice, never nowhere.
 */
export async function moveMessages(from: string, to: string, most: number): Promise<number> {
  let moved = 0;
  while (moved < most) {
    const messages = await receive(from, Math.min(BATCH, most - moved));
    if (messages.length === 0) break;
    for (const { Body, ReceiptHandle } of messages) {
      await sqs().send(new SendMessageCommand({ QueueUrl: to, MessageBody: Body ?? "" }));
      await sqs().send(new DeleteMessageCommand({ QueueUrl: from, ReceiptHandle }));
      moved += 1;
    }
  }
  return moved;
}

async function receive(url: string, most: number): Promise<Message[]> {
  const { Messages = [] } = await sqs().send(
    new ReceiveMessageCommand({
      QueueUrl: url,
      MaxNumberOfMessages: most,
      VisibilityTimeout: HIDDEN_SECONDS,
      // Long polling asks every server of the queue: a short poll may find nothing in a queue that holds some.
      WaitTimeSeconds: 1,
      MessageSystemAttributeNames: ["SentTimestamp"],
    }),
  );
  return Messages;
}

async function show(url: string, messages: readonly Message[]): Promise<void> {
  for (let start = 0; start < messages.length; start += BATCH) {
    await sqs().send(
      new ChangeMessageVisibilityBatchCommand({
        QueueUrl: url,
        Entries: messages.slice(start, start + BATCH).map(({ ReceiptHandle }, index) => ({
          Id: String(index),
          ReceiptHandle,
          VisibilityTimeout: 0,
        })),
      }),
    );
  }
}
