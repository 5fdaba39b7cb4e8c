/**
 * The switch that stops all sending is thrown while eight workers send, with the real tick, planner and sender. Nothing leaves
 * later than sixty seconds after; released, it lets the rest leave once.
 */
import { setTimeout as sleep } from "node:timers/promises";
import { DeleteMessageBatchCommand, ReceiveMessageCommand, SQSClient } from "@aws-sdk/client-sqs";
import {
  startSendingAsOperator,
  stopSendingAsOperator,
} from "@thaw/core/accounts/sending-stop/sending-stop";
import { EVERY_ACCOUNT } from "@thaw/core/accounts/sending-stop/sending-stop-record";
import { systemActor } from "@thaw/core/actor";
import { now } from "@thaw/core/clock";
import { config } from "@thaw/core/config";
import { queueDueRuns } from "@thaw/core/engine/trigger-run/queue-due-runs";
import { handler as plan } from "@thaw/functions/queue/plan";
import { sqsEvent } from "@thaw/local/events";
import type { Context } from "aws-lambda";
import { startSink } from "../support/sink.ts";
import { makeWorld } from "../support/world.ts";
import { startFleet, statuses } from "./support/fleet.ts";
import { sendsOf } from "./support/gaps.ts";
import { scaleClock } from "./support/scaled-clock.ts";
import { printFigure, show } from "./support/verdict.ts";

const START = "2026-03-02T06:00:00.000Z";
/** Of the product's clock. */
const RATE = 60;
const MAILBOXES = 20;
const MAILS = 400;
const OPERATOR = systemActor(EVERY_ACCOUNT);
const sqs = new SQSClient({});
const QueueUrl = config.queueUrl("plan");

/** What the clock and the plan workers do in a minute. */
async function tick(): Promise<void> {
  await queueDueRuns();
  for (;;) {
    const asked = { QueueUrl, MaxNumberOfMessages: 10, MessageSystemAttributeNames: ["All"] };
    const { Messages = [] } = await sqs.send(new ReceiveMessageCommand(asked as never));
    if (Messages.length === 0) return;
    await plan(sqsEvent("plan", Messages), {} as Context, () => undefined);
    const Entries = Messages.map(({ ReceiptHandle }, index) => ({
      Id: String(index),
      ReceiptHandle,
    }));
    await sqs.send(new DeleteMessageBatchCommand({ QueueUrl, Entries }));
  }
}

/** Ticks every so many real milliseconds until something holds, or the time is over. */
async function tickUntil(
  { seconds, everyMs }: { seconds: number; everyMs: number },
  holds: () => boolean | Promise<boolean>,
): Promise<boolean> {
  for (const end = Date.now() + seconds * 1000; Date.now() < end; await sleep(everyMs)) {
    await tick();
    if (await holds()) return true;
  }
  return false;
}

const sink = await startSink();
// An hour a minute: each mailbox sends about every three seconds, so that the switch comes in the middle.
scaleClock(START, RATE);
const world = await makeWorld({
  smtpPort: sink.port,
  mailboxes: MAILBOXES,
  leads: MAILS,
  steps: [{ delayInDays: 0, subject: "Hello", body: "<p>Hi</p>" }],
});
const fleet = await startFleet(8);
await tickUntil({ seconds: 60, everyMs: 1_000 }, () => sink.mails.length >= MAILS / 10);
await stopSendingAsOperator(OPERATOR, { who: "fault program", reason: "Links lead nowhere" });
const stoppedAt = now();
await tickUntil({ seconds: 75, everyMs: 1_000 }, () => false);
const stopped = await sendsOf(world, START);
const after = stopped.times.map((at) => (at - stoppedAt) / RATE / 1000);
printFigure("sent when it came to rest", stopped.sent);
printFigure("last email after the switch was thrown", `${Math.max(...after).toFixed(1)} s`);
const late = after.filter((seconds) => seconds > 60).length;
show("sent later than 60 s after the switch", late, late === 0);
show("the switch came in the middle", stopped.sent, stopped.sent > 0 && stopped.sent < MAILS);

await startSendingAsOperator(OPERATOR, { who: "fault program", reason: "Mended" });
const releasedAt = Date.now();
const before = sink.mails.length;
let firstAfter = Number.NaN;
const done = await tickUntil({ seconds: 240, everyMs: 1_000 }, async () => {
  if (sink.mails.length > before) firstAfter ||= (Date.now() - releasedAt) / 1000;
  const { SENT = 0 } = await statuses(world);
  return SENT === MAILS;
});
await fleet.stop();
show("seconds from the release to an email", firstAfter.toFixed(1), firstAfter <= 60);
const recipients = sink.mails.map(({ to }) => to[0]);
const duplicates = recipients.length - new Set(recipients).size;
show("every email left after the release", String(done), done);
show("sent in all", recipients.length, recipients.length === MAILS);
show("duplicates", duplicates, duplicates === 0);
process.exit();
