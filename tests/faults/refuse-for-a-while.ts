/** Bars 4 and 10. The mail server is gone for ten minutes, then answers 421, 450 and 451 for a while, then is well. */
import { setTimeout as sleep } from "node:timers/promises";
import { findMailbox } from "@thaw/core/mailbox/mailbox";
import { startSink } from "../support/sink.ts";
import { makeWorld } from "../support/world.ts";
import { runToEnd, startFleet } from "./support/fleet.ts";
import { sendsOf } from "./support/gaps.ts";
import { scaleClock } from "./support/scaled-clock.ts";
import { show, tell } from "./support/verdict.ts";

const START = "2026-03-02T06:00:00.000Z";
const RATE = 120;
const MAILS = 40;
const STORM = ["421 4.7.0 Too busy", "450 4.2.2 Mailbox busy", "451 4.3.0 Try later"];
let isStorm = false;
let refusals = 0;
const options = {
  refuse: () => (isStorm ? STORM[refusals++ % STORM.length] : undefined),
};
const first = await startSink(options);
const { port } = first;
scaleClock(START, RATE);
const world = await makeWorld({
  smtpPort: port,
  mailboxes: 5,
  leads: MAILS,
  steps: [{ delayInDays: 0, subject: "Hello", body: "<p>Hi</p>" }],
});
const fleet = await startFleet(2);
const run = runToEnd([world], { seconds: 240 });
await sleep(4_000);
await first[Symbol.asyncDispose]();
await sleep((10 * 60_000) / RATE);
isStorm = true;
const second = await startSink({ ...options, port });
await sleep((10 * 60_000) / RATE);
isStorm = false;
const done = await run;
await fleet.stop();
const { sent, twice, bounced, smallestGapMinutes } = await sendsOf(world, START);
const states = await Promise.all(
  world.mailboxIds.map((id) => findMailbox(world.actor.accountId, id)),
);
tell("refusals of the storm", refusals);
show("every message came to an end", String(done), done);
show("sent", sent, sent === MAILS);
show("on the wire", first.mails.length + second.mails.length, true);
show("bounced or doubled", bounced + twice, bounced + twice === 0);
show("smallest gap", `${smallestGapMinutes.toFixed(2)} min`, smallestGapMinutes >= 3);
const connected = states.filter((state) => state?.connectionState === "CONNECTED").length;
show("mailboxes still connected", connected, connected === world.mailboxIds.length);
show("connections of a mailbox at once", second.mostAtOnce(), second.mostAtOnce() <= 5);
process.exit();
