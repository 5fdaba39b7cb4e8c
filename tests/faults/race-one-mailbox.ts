/**
 * Bar 11. Twenty workers race for one mailbox with a limit of forty mails a day: sixty mails are due at the same moment,
 * more than a planner would ever hand out.
 */
import { markPlanned } from "@thaw/core/campaigns/campaign-lead/campaign-lead";
import { now, toIso } from "@thaw/core/clock";
import { enqueue } from "@thaw/core/queue";
import { startSink } from "../support/sink.ts";
import { makeWorld } from "../support/world.ts";
import { runUntil, startFleet } from "./support/fleet.ts";
import { sendsOf } from "./support/gaps.ts";
import { scaleClock } from "./support/scaled-clock.ts";
import { show } from "./support/verdict.ts";
import { waitUntil } from "./support/wait.ts";

const START = "2026-03-02T06:00:00.000Z";
const LIMIT = 40;
const sink = await startSink();
scaleClock(START, 150);
const world = await makeWorld({
  smtpPort: sink.port,
  leads: 60,
  dailyLimit: LIMIT,
  steps: [{ delayInDays: 0, subject: "Hello", body: "<p>Hi</p>" }],
});
const { campaignId, mailboxIds, leadIds } = world;
const { accountId } = world.actor;
const mail = {
  step: 1,
  variant: "A",
  sequenceVersion: 1,
  mailboxId: mailboxIds[0] ?? 0,
  month: toIso(now()),
};
const jobs = leadIds.map((leadId) => {
  const at = toIso(now());
  const plan = { ...mail, scheduledAt: at, dueAt: at };
  return { job: { accountId, campaignId, leadId, step: 1, plan } };
});
await enqueue("send", jobs);
for (const { job } of jobs) await markPlanned(job, job.plan);
const fleet = await startFleet(4, { THAW_FAULT_LOOPS: "5" });
// Well before midnight of the scaled clock, when the next forty may leave.
await waitUntil(240, () => sink.mails.length >= LIMIT);
// One more would leave within the next gap, were it let; the planner tries as well.
await runUntil([world], { seconds: 10 }, () => false);
await fleet.stop();

const { sent, twice, smallestGapMinutes } = await sendsOf(world, START);
const recipients = sink.mails.map(({ to }) => to[0]);
const duplicates = twice + recipients.length - new Set(recipients).size;
show("sent on the day", sent, sent === LIMIT && sink.mails.length === LIMIT);
show("duplicates", duplicates, duplicates === 0);
show("smallest gap", `${smallestGapMinutes.toFixed(2)} min`, smallestGapMinutes >= 3);
process.exit();
