/** Bar 2. Every queue message is delivered three times, out of order, to two workers; each mailbox may send eight mails. */
import { startSink } from "../support/sink.ts";
import { makeWorld } from "../support/world.ts";
import { runUntil, startFleet } from "./support/fleet.ts";
import { sendsOf } from "./support/gaps.ts";
import { scaleClock } from "./support/scaled-clock.ts";
import { printFigure, show } from "./support/verdict.ts";

const START = "2026-03-02T06:00:00.000Z";
const MAILBOXES = 10;
const LIMIT = 8;

const sink = await startSink();
scaleClock(START, 60);
const world = await makeWorld({
  smtpPort: sink.port,
  mailboxes: MAILBOXES,
  leads: 200,
  dailyLimit: LIMIT,
  steps: [{ delayInDays: 0, subject: "Hello", body: "<p>Hi</p>" }],
});
const fleet = await startFleet(2, { THAW_FAULT_DELIVERIES: "3" });
await runUntil([world], { seconds: 150 }, () => sink.mails.length >= MAILBOXES * LIMIT);
// One more would leave within the next gap.
await runUntil([world], { seconds: 8 }, () => false);
await fleet.stop();

const recipients = sink.mails.map(({ to }) => to[0]);
const { sent, twice, perMailbox, smallestGapMinutes } = await sendsOf(world, START);
printFigure("mails that arrived", sink.mails.length);
const duplicates = recipients.length - new Set(recipients).size;
show("duplicates on the wire", duplicates, duplicates === 0);
show("duplicates in the events", twice, twice === 0);
show(
  "sent by each mailbox",
  perMailbox.join(" "),
  perMailbox.every((count) => count === LIMIT),
);
show("limit of the day", sent, sent === MAILBOXES * LIMIT);
show("smallest gap", `${smallestGapMinutes.toFixed(2)} min`, smallestGapMinutes >= 3);
process.exit();
