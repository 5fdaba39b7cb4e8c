/** Bar 8. Queue messages that cannot be read end in the dead-letter queue; the others do not wait for them; a redrive works. */

import { setTimeout as sleep } from "node:timers/promises";
import {
  DeleteMessageCommand,
  GetQueueAttributesCommand,
  ReceiveMessageCommand,
  SendMessageCommand,
  SQSClient,
} from "@aws-sdk/client-sqs";
import { config } from "@thaw/core/config";
import { app } from "@thaw/core/manifest";
import { startSink } from "../support/sink.ts";
import { makeWorld } from "../support/world.ts";
import { runToEnd, startFleet } from "./support/fleet.ts";
import { scaleClock } from "./support/scaled-clock.ts";
import { show } from "./support/verdict.ts";

const START = "2026-03-02T06:00:00.000Z";
const POISON = 5;
const sink = await startSink();
scaleClock(START, 1);
const world = await makeWorld({ smtpPort: sink.port, mailboxes: 20, leads: 20 });
const sqs = new SQSClient({});
const QueueUrl = config.queueUrl("send");
const deadUrl = QueueUrl.replace(/send$/, "send-dead");
for (let index = 0; index < POISON; index++) {
  await sqs.send(new SendMessageCommand({ QueueUrl, MessageBody: `{"poison": ${index}` }));
}
const startedAt = Date.now();
const fleet = await startFleet(2, { THAW_FAULT_VISIBILITY: "1" });
await runToEnd([world], { seconds: 60 });
const tookMs = Date.now() - startedAt;
const waiting = async (url: string) => {
  const { Attributes } = await sqs.send(
    new GetQueueAttributesCommand({
      QueueUrl: url,
      AttributeNames: ["ApproximateNumberOfMessages"],
    }),
  );
  return Number(Attributes?.ApproximateNumberOfMessages ?? 0);
};
const end = Date.now() + 60_000;
while ((await waiting(deadUrl)) < POISON && Date.now() < end) await sleep(500);
const dead = await waiting(deadUrl);
show("the others were sent", sink.mails.length, sink.mails.length === 20);
show("they waited", `${(tookMs / 1000).toFixed(1)} s`, tookMs < 60_000);
show("in the dead-letter queue", dead, dead === POISON);
const { Messages = [] } = await sqs.send(
  new ReceiveMessageCommand({
    QueueUrl: deadUrl,
    MaxNumberOfMessages: 1,
  }),
);
const tries = app.queues.send.maxReceives;
show("tries that the queue allows", tries, tries <= 5);
await sqs.send(new SendMessageCommand({ QueueUrl, MessageBody: Messages[0]?.Body ?? "" }));
await sqs.send(
  new DeleteMessageCommand({ QueueUrl: deadUrl, ReceiptHandle: Messages[0]?.ReceiptHandle }),
);
await sleep(15_000);
const again = await waiting(deadUrl);
show("moved back, it is tried again and comes back", again, again === POISON);
await fleet.stop();
process.exit();
