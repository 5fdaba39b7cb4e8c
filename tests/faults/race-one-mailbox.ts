/** Bar 11. Twenty workers race for one mailbox with a limit of forty mails a day. */
import { startSink } from "../support/sink.ts";
import { makeWorld } from "../support/world.ts";
import { runToEnd, startFleet } from "./support/fleet.ts";
import { sendsOf } from "./support/gaps.ts";
import { scaleClock } from "./support/scaled-clock.ts";
import { show } from "./support/verdict.ts";

const START = "2026-03-02T06:00:00.000Z";
const sink = await startSink();
scaleClock(START, 150);
const world = await makeWorld({
  smtpPort: sink.port,
  leads: 60,
  dailyLimit: 40,
  steps: [{ delayInDays: 0, subject: "Hello", body: "<p>Hi</p>" }],
});
const fleet = await startFleet(4, { THAW_FAULT_DELIVERIES: "5" });
await runToEnd([world], { seconds: 150 });
await fleet.stop();

const { sent, twice, smallestGapMinutes } = await sendsOf(world, START);
show("sent on the day", sent, sent === 40 && sink.mails.length === 40);
show("duplicates", twice, twice === 0);
show("smallest gap", `${smallestGapMinutes.toFixed(2)} min`, smallestGapMinutes >= 3);
process.exit();
