/** Bar 9. A campaign is paused while twenty workers send; nothing leaves later than five seconds after; resuming sends the rest once. */
import { setTimeout as sleep } from "node:timers/promises";
import { pauseCampaign, startCampaign } from "@thaw/core/campaigns/campaign/campaign-launch";
import { now, toIso } from "@thaw/core/clock";
import { startSink } from "../support/sink.ts";
import { makeWorld } from "../support/world.ts";
import { runToEnd, startFleet } from "./support/fleet.ts";
import { sendsOf } from "./support/gaps.ts";
import { scaleClock } from "./support/scaled-clock.ts";
import { printFigure, show } from "./support/verdict.ts";
import { waitUntil } from "./support/wait.ts";

const START = "2026-03-02T06:00:00.000Z";
const MAILS = 200;
/** Four processes that hand every message over five times at once. */
const TWENTY = [4, { THAW_FAULT_DELIVERIES: "5" }] as const;

// A server that takes its time, so that the pause comes in the middle.
const sink = await startSink({ beforeAccept: () => sleep(200) });
scaleClock(START, 1);
const world = await makeWorld({
  smtpPort: sink.port,
  mailboxes: MAILS,
  leads: MAILS,
  steps: [{ delayInDays: 0, subject: "Hello", body: "<p>Hi</p>" }],
});
const fleet = await startFleet(...TWENTY);
const started = runToEnd([world], { seconds: 4 });
await waitUntil(60, () => sink.mails.length >= MAILS / 10);
await pauseCampaign(world.actor, { campaign_id: world.campaignId });
const pausedAt = now();
await started;
await sleep(12_000);
const paused = await sendsOf(world, START);
const late = paused.times.filter((at) => at > pausedAt + 5_000).length;
const last = Math.max(...paused.times) - pausedAt;
printFigure("sent when the pause came to rest", paused.sent);
printFigure("last SENDING after the pause returned", `${(last / 1000).toFixed(1)} s`);
show("sent later than 5 s after the pause", late, late === 0);
show("the pause came in the middle", paused.sent, paused.sent > 0 && paused.sent < MAILS);
await fleet.stop();

// Faster from here: slots that were reserved before the pause are free again only after their gap.
scaleClock(toIso(now()), 60);
const next = await startFleet(...TWENTY);
await startCampaign(world.actor, { campaign_id: world.campaignId });
const done = await runToEnd([world], { seconds: 180 });
await next.stop();
const { sent, twice } = await sendsOf(world, START);
const recipients = sink.mails.map(({ to }) => to[0]);
const duplicates = twice + recipients.length - new Set(recipients).size;
show("every message came to an end", String(done), done);
show("sent in all", sent, sent === MAILS && sink.mails.length === MAILS);
show("duplicates", duplicates, duplicates === 0);
process.exit();
