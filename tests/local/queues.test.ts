import { ReceiveMessageCommand, SendMessageCommand, SQSClient } from "@aws-sdk/client-sqs";
import type { SQSEvent } from "aws-lambda";
import { expect, test, vi } from "vitest";
import { paced } from "../../scripts/pace.ts";
import { startTestLocal, temporaryFolder } from "./start.ts";

const send = (local: { cloud: { sqs: { endpoint: string } } }, url: string, body: string) =>
  new SQSClient({ endpoint: local.cloud.sqs.endpoint }).send(
    new SendMessageCommand({ QueueUrl: url, MessageBody: body }),
  );

test("a queue's consumer gets messages in Lambda's form", async () => {
  using folder = temporaryFolder();
  const events: SQSEvent[] = [];
  await using local = await startTestLocal(folder.path, {
    onPlan: (event: SQSEvent) => void events.push(event),
  });
  const url = process.env.QUEUE_PLAN_URL ?? "";
  await send(local, url, JSON.stringify({ campaignId: 7 }));
  await vi.waitUntil(() => events.length === 1, paced(5000));
  expect(events[0]?.Records).toEqual([
    {
      messageId: expect.stringMatching(/^[\da-f-]{36}$/),
      receiptHandle: expect.any(String),
      body: '{"campaignId":7}',
      attributes: {
        ApproximateReceiveCount: "1",
        SentTimestamp: expect.stringMatching(/^\d{13}$/),
        SenderId: "000000000000",
        ApproximateFirstReceiveTimestamp: expect.stringMatching(/^\d{13}$/),
      },
      messageAttributes: {},
      md5OfBody: expect.stringMatching(/^[\da-f]{32}$/),
      eventSource: "aws:sqs",
      eventSourceARN: "arn:aws:sqs:us-east-1:000000000000:plan",
      awsRegion: "us-east-1",
    },
  ]);
});

test("only the messages that a consumer gives back come again, and then lie in the dead-letter queue", async () => {
  using folder = temporaryFolder();
  const seen: string[] = [];
  await using local = await startTestLocal(folder.path, {
    onPlan: (event: SQSEvent) => {
      seen.push(...event.Records.map((record) => record.body));
      const bad = event.Records.filter((record) => record.body.startsWith("bad"));
      return { batchItemFailures: bad.map(({ messageId }) => ({ itemIdentifier: messageId })) };
    },
  });
  const url = local.cloud.sqs.queueUrl("plan");
  await Promise.all(["good 1", "bad", "good 2"].map((body) => send(local, url, body)));
  const dead = await takeDead(local.cloud.sqs);
  expect(dead).toBe("bad");
  expect(seen.sort()).toEqual(["bad", "bad", "good 1", "good 2"]);
});

test("a consumer that throws gets the whole batch again", async () => {
  using folder = temporaryFolder();
  const seen: string[] = [];
  await using local = await startTestLocal(folder.path, {
    onPlan: (event: SQSEvent) => {
      seen.push(...event.Records.map((record) => record.attributes.ApproximateReceiveCount));
      if (seen.length === 1) throw new Error("out of order");
    },
  });
  await send(local, local.cloud.sqs.queueUrl("plan"), "once more");
  await vi.waitUntil(() => seen.length === 2, paced(5000));
  expect(seen).toEqual(["1", "2"]);
});

async function takeDead(sqs: { endpoint: string; deadQueueUrl: (name: "plan") => string }) {
  const client = new SQSClient({ endpoint: sqs.endpoint });
  const { Messages } = await client.send(
    new ReceiveMessageCommand({ QueueUrl: sqs.deadQueueUrl("plan"), WaitTimeSeconds: 10 }),
  );
  return Messages?.[0]?.Body;
}
