/** Bar 3. The database is killed three times while a campaign runs. */
import { setTimeout as sleep } from "node:timers/promises";
import { startSink } from "../support/sink.ts";
import { makeWorld } from "../support/world.ts";
import { runToEnd, startFleet } from "./support/fleet.ts";
import { sendsOf } from "./support/gaps.ts";
import { scaleClock } from "./support/scaled-clock.ts";
import { printFigure, show } from "./support/verdict.ts";

const START = "2026-03-02T06:00:00.000Z";
const MAILS = 60;
const CRASHES = 3;
const LONGEST_MS = 60_000;
const sink = await startSink();
scaleClock(START, 60);
const world = await makeWorld({
  smtpPort: sink.port,
  mailboxes: 10,
  leads: MAILS,
  steps: [{ delayInDays: 0, subject: "Hello", body: "<p>Hi</p>" }],
});
const fleet = await startFleet(2);
let longestMs = 0;
let caught = 0;
const crashes = (async () => {
  for (let crash = 0; crash < CRASHES; crash++) {
    const until = sink.mails.length + 5;
    while (sink.mails.length < until) await sleep(50);
    const before = sink.mails.length;
    const crashedAt = Date.now();
    process.send?.("crash-table");
    while (sink.mails.length === before && Date.now() - crashedAt < LONGEST_MS) await sleep(50);
    longestMs = Math.max(longestMs, Date.now() - crashedAt);
  }
})();
let done = false;
const end = Date.now() + 180_000;
while (!done && Date.now() < end) {
  // The planner runs in this process and meets the dead database as well; the next tick comes all the same.
  done = await runToEnd([world], { seconds: 120 }).catch(async () => {
    caught += 1;
    await sleep(1_000);
    return false;
  });
}
await Promise.race([crashes, sleep(LONGEST_MS)]);
await fleet.stop();
const { sent, twice, bounced } = await sendsOf(world, START);
printFigure("planning runs that met the dead database", caught);
show(
  "goes on after a crash within",
  `${(longestMs / 1000).toFixed(1)} s`,
  longestMs > 0 && longestMs < LONGEST_MS,
);
show("every message came to an end", String(done), done);
show("sent", sent, sent === MAILS && sink.mails.length === MAILS);
show("duplicates and bounces", twice + bounced, twice + bounced === 0);
process.exit();
