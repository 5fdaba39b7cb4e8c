import { ReceiveMessageCommand, SendMessageCommand, SQSClient } from "@aws-sdk/client-sqs";
import { expect, test } from "vitest";
import { paced } from "../../../../../scripts/pace.ts";
import { startCloud, type TestCloud } from "../../../../../tests/support/cloud.ts";
import { listDeadLetters, redriveDeadLetters } from "./dead-letter.ts";

async function giveUp(cloud: TestCloud, bodies: readonly string[]): Promise<void> {
  const client = new SQSClient({});
  for (const MessageBody of bodies) {
    await client.send(
      new SendMessageCommand({ QueueUrl: cloud.deadQueueUrl("send"), MessageBody }),
    );
  }
}

async function receiveAll(url: string): Promise<string[]> {
  const client = new SQSClient({});
  const bodies: string[] = [];
  for (;;) {
    const { Messages = [] } = await client.send(
      new ReceiveMessageCommand({ QueueUrl: url, MaxNumberOfMessages: 10 }),
    );
    if (Messages.length === 0) return bodies;
    bodies.push(...Messages.map(({ Body = "" }) => Body));
  }
}

const jobs = Array.from({ length: 12 }, (_, id) =>
  JSON.stringify({ accountId: 7, sendId: `s${id}` }),
);

test("dead letters are counted and shown by their ids, and stay where they are", {
  timeout: paced(30_000),
}, async () => {
  await using cloud = await startCloud();
  const strange = JSON.stringify({ accountId: 7, sendId: "ada@example.com", note: { secret: 1 } });
  await giveUp(cloud, [...jobs, strange, "Dear Ada"]);
  for (let look = 0; look < 2; look++) {
    const { count, letters } = await listDeadLetters(cloud.queueUrl("send"));
    expect(count).toBe(14);
    const bodies = letters.map(({ body }) => body);
    expect(bodies.sort()).toEqual(
      [...jobs, '{"accountId":7,"sendId":"(hidden)","note":"(hidden)"}', "(8 characters)"].sort(),
    );
    expect(letters.every(({ ageSeconds }) => ageSeconds >= 0 && ageSeconds < 60)).toBe(true);
    expect(new Set(letters.map(({ kind }) => kind))).toEqual(
      new Set(["accountId, sendId", "accountId, sendId, note", "not a job"]),
    );
  }
});

test("dead letters go back into their queue as they were, once", {
  timeout: paced(30_000),
}, async () => {
  await using cloud = await startCloud();
  await giveUp(cloud, jobs);
  expect(await redriveDeadLetters(cloud.queueUrl("send"))).toBe(12);
  expect(await redriveDeadLetters(cloud.queueUrl("send"))).toBe(0);
  expect((await receiveAll(cloud.queueUrl("send"))).sort()).toEqual([...jobs].sort());
  expect((await listDeadLetters(cloud.queueUrl("send"))).count).toBe(0);
});
