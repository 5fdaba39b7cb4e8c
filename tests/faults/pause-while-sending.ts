/** Bar 9. A campaign is paused while twenty workers send; nothing leaves later than five seconds after; resuming sends the rest once. */
import { setTimeout as sleep } from "node:timers/promises";
import { pauseCampaign, startCampaign } from "@thaw/core/campaign/campaign-launch";
import { now } from "@thaw/core/clock";
import { startSink } from "../support/sink.ts";
import { makeWorld } from "../support/world.ts";
import { runToEnd, startFleet } from "./support/fleet.ts";
import { sendsOf } from "./support/gaps.ts";
import { scaleClock } from "./support/scaled-clock.ts";
import { show, tell } from "./support/verdict.ts";

const START = "2026-03-02T06:00:00.000Z";
const MAILS = 200;
// A server that takes its time, so that the pause comes in the middle.
const sink = await startSink({ beforeAccept: () => sleep(200) });
// Twice as fast: slots that were reserved before the pause are free again only after their gap.
scaleClock(START, 2);
const world = await makeWorld({
  smtpPort: sink.port,
  mailboxes: MAILS,
  leads: MAILS,
  steps: [{ delayInDays: 0, subject: "Hello", body: "<p>Hi</p>" }],
});
const fleet = await startFleet(4, { THAW_FAULT_DELIVERIES: "5" });
const started = runToEnd([world], { seconds: 4 });
while (sink.mails.length < MAILS / 10) await sleep(20);
await pauseCampaign(world.actor, { campaign_id: world.campaignId });
const pausedAt = now();
await started;
await sleep(10_000);
const paused = await sendsOf(world, START);
const late = paused.times.filter((at) => at > pausedAt + 5_000).length;
tell("sent when the pause came to rest", paused.sent);
show("sent later than 5 s after the pause", late, late === 0);
show("the pause came in the middle", paused.sent, paused.sent < MAILS);

await startCampaign(world.actor, { campaign_id: world.campaignId });
const done = await runToEnd([world], { seconds: 240, every: 2 });
await fleet.stop();
const { sent, twice } = await sendsOf(world, START);
const recipients = sink.mails.map(({ to }) => to[0]);
show("every message came to an end", String(done), done);
show("sent in all", sent, sent === MAILS);
show("duplicates", twice + recipients.length - new Set(recipients).size, twice === 0);
process.exit();
