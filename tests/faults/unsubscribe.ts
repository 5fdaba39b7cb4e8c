/**
 * Bar 23. Links to unsubscribe are looked at by scanners, posted to twice, and posted to at every moment of a mail's way out.
 * Looking does nothing, twice is once, and no mail is SENDING later than its reader was told to be off the list.
 */

import { toIso } from "@thaw/core/clock";
import { DAY_MS } from "@thaw/core/duration";
import { sendBatch } from "@thaw/core/engine/delivery/send-batch";
import { signTracking } from "@thaw/core/engine/tracking/tracking-token";
import { runTrigger } from "@thaw/core/engine/trigger-run/run-trigger";
import { listSuppressions } from "@thaw/core/leads/suppression/list-entries";
import { client } from "@thaw/data/table";
import { tracking } from "@thaw/functions/api/tracking";
import { jobIn, messageIn, sendIdIn } from "../support/campaign-run.ts";
import { stoppedClock } from "../support/clock.ts";
import { eventsOfToday } from "../support/records.ts";
import { startSink } from "../support/sink.ts";
import { makeWorld } from "../support/world.ts";
import { printFigure, show } from "./support/verdict.ts";

/** More than a mail needs from its job to its server. */
const MOMENTS = 30;
const SCANNED = MOMENTS;
const TWICE = MOMENTS + 1;
const ON_ITS_WAY = MOMENTS + 2;
const LEADS = MOMENTS + 3;
const SCANNERS = [
  "Mozilla/5.0 (compatible; Barracuda)",
  "python-requests/2.32",
  "BingPreview/1.0b",
];

/** Runs while the server has the mail and has not yet answered. */
let whileOnWire: ((to: string) => Promise<void>) | undefined;
const sink = await startSink({ beforeAccept: ({ to }) => whileOnWire?.(to[0] ?? "") });
using clock = stoppedClock("2026-03-02T06:00:00.000Z");
const world = await makeWorld({
  smtpPort: sink.port,
  mailboxes: LEADS,
  leads: LEADS,
  steps: [0, 1, 1].map((delayInDays, index) => ({
    delayInDays,
    subject: index === 0 ? "Hello" : "",
    body: "<p>Hi</p>",
  })),
});
const { accountId } = world.actor;
const addressOf = (index: number) => `lead${index}@prospect.example`;

await sendEach(1);
show("first mails that arrived", sink.mails.length, sink.mails.length === LEADS);

for (const agent of SCANNERS) {
  for (const method of ["GET", "HEAD"]) {
    await tracking.request(linkOf(SCANNED), { method, headers: { "user-agent": agent } });
  }
}
show("people off the list by a look", await offTheList(), (await offTheList()) === 0);

const [one, other] = await Promise.all([post(TWICE), post(TWICE)]);
const third = await post(TWICE);
show("answers to posting three times", [one, other, third].join(" "), one + other + third === 600);
show("entries of it", await offTheList(), (await offTheList()) === 1);
const events = await eventsOfToday(accountId, world.campaignId);
const noted = events.filter(({ kind }) => kind === "unsubscribed").length;
show("events of it", noted, noted === 1);

clock.move(DAY_MS);
await runTrigger({ accountId, campaignId: world.campaignId }, "Etc/GMT");
clock.move(20 * 60_000);
let late = 0;
let left = 0;
for (let moment = 0; moment < MOMENTS; moment++) {
  const { order, arrived } = await sendWhilePosting(moment);
  if (arrived) left += 1;
  // Where it became SENDING first it was on its way already.
  if (arrived && order.indexOf("SENDING") > order.indexOf("posted")) late += 1;
}
printFigure(`of ${MOMENTS} moments, the mail was on its way already`, left);
show("moments that were early enough and late enough", left, left > 0 && left < MOMENTS);
show("mails SENDING later than the answer to the post", late, late === 0);

whileOnWire = async (to) => {
  if (to === addressOf(ON_ITS_WAY)) await post(ON_ITS_WAY);
};
await sendEach(2, [SCANNED, TWICE, ON_ITS_WAY]);
const { status } = (await messageIn(world, ON_ITS_WAY, 2)) ?? {};
show("a mail that is on the wire while its reader posts", status ?? "", status === "SENT");
show("second mail after a scanner's look", mailsTo(SCANNED), mailsTo(SCANNED) === 2);
show("second mail after two posts", mailsTo(TWICE) - 1, mailsTo(TWICE) === 1);

clock.move(DAY_MS);
await sendEach(3);
const third3 = world.leadIds.filter((_, index) => mailsTo(index) === 3).length;
show("third mails, of the one who is on the list", third3, third3 === 1 && mailsTo(SCANNED) === 3);
process.exit();

function linkOf(index: number): string {
  return `/u/${signTracking({ kind: "unsubscribe", accountId, sendId: sendIdIn(world, index) })}`;
}

async function post(index: number): Promise<number> {
  const body = "List-Unsubscribe=One-Click";
  const headers = { "content-type": "application/x-www-form-urlencoded" };
  return (await tracking.request(linkOf(index), { method: "POST", body, headers })).status;
}

async function offTheList(): Promise<number> {
  const { items } = await listSuppressions(world.actor, { source: "unsubscribe", limit: 100 });
  return items.length;
}

function mailsTo(index: number): number {
  return sink.mails.filter(({ to }) => to[0] === addressOf(index)).length;
}

/** Plans, and sends a step's mails to these leads once their time has come. */
async function sendEach(step: number, indexes = world.leadIds.map((_, index) => index)) {
  await runTrigger({ accountId, campaignId: world.campaignId }, "Etc/GMT");
  clock.move(16 * 60_000);
  const jobs = indexes.map((index) => jobIn(world, index, step));
  const failed = (await sendBatch(jobs)).filter(({ error }) => error !== undefined);
  if (failed.length > 0)
    throw new Error(`Sending failed at ${toIso(Date.now())}`, { cause: failed });
}

/** Sends the second mail to a lead who unsubscribes right before the worker's so-manieth request to the table. */
async function sendWhilePosting(moment: number) {
  const order: string[] = [];
  const before = sink.mails.length;
  let requests = 0;
  let isPosting = false;
  const stop = client.intercept(async (_action, input, next) => {
    // The post's own requests pass.
    if (isPosting) return next(input);
    if (requests++ === moment) {
      isPosting = true;
      await post(moment);
      isPosting = false;
      order.push("posted");
    }
    const output = await next(input);
    if (JSON.stringify(input).includes('"SENDING"')) order.push("SENDING");
    return output;
  });
  await sendBatch([jobIn(world, moment, 2)]);
  stop();
  if (!order.includes("posted")) await post(moment);
  return { order: [...order, "posted"], arrived: sink.mails.length > before };
}
