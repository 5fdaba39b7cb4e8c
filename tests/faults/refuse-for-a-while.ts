/** Bars 4 and 10. The mail server is gone for ten minutes, then answers 421, 432, 450 and 451 for half an hour at least, then is well. */

import { setTimeout as sleep } from "node:timers/promises";
import { now } from "@thaw/core/clock";
import { MINUTE_MS } from "@thaw/core/duration";
import { findMailbox } from "@thaw/core/senders/mailbox/mailbox-record";
import { readSlots } from "@thaw/core/senders/send-slot/send-slot";
import { startSink } from "../support/sink.ts";
import { makeWorld } from "../support/world.ts";
import { runToEnd, startFleet } from "./support/fleet.ts";
import { sendsOf } from "./support/gaps.ts";
import { scaleClock } from "./support/scaled-clock.ts";
import { show } from "./support/verdict.ts";
import { waitUntil } from "./support/wait.ts";

const START = "2026-03-02T06:00:00.000Z";
const RATE = 120;
const WORKERS = 2;
const MAILBOXES = 20;
const MAILS = 100;
/** The first two are about the mailbox, the others about the mail. */
const STORM = [
  "421 4.7.0 Too busy",
  "432 4.7.12 Wait",
  "450 4.2.2 Mailbox busy",
  "451 4.3.0 Later",
];
const ABOUT_MAIL = /^45/;

let isStorm = false;
const tries = new Map<string, number[]>();
/** Each person has one kind of trouble, so that it can be told how the waits grow. */
const answerFor = (address: string) => STORM[Number(/\d+/.exec(address)?.[0] ?? 0) % STORM.length];
const options = {
  refuse(address: string) {
    if (!isStorm && !tries.has(address)) return undefined;
    if (ABOUT_MAIL.test(answerFor(address) ?? "")) {
      tries.set(address, [...(tries.get(address) ?? []), now()]);
    }
    return isStorm ? answerFor(address) : undefined;
  },
};
const first = await startSink(options);
const { port } = first;
scaleClock(START, RATE);
const world = await makeWorld({
  smtpPort: port,
  mailboxes: MAILBOXES,
  leads: MAILS,
  steps: [{ delayInDays: 0, subject: "Hello", body: "<p>Hi</p>" }],
});
const { accountId } = world.actor;
const fleet = await startFleet(WORKERS);
const run = runToEnd([world], { seconds: 300 });
await waitUntil(60, () => first.mails.length >= 5);
await first[Symbol.asyncDispose]();
await sleep((10 * MINUTE_MS) / RATE);
// A slow machine may not have tried often enough yet.
await waitUntil(20, async () => (await openBreakers()) >= MAILBOXES / 4);
const breakers = await openBreakers();
isStorm = true;
const second = await startSink({ ...options, port });
await sleep((30 * MINUTE_MS) / RATE);
const refusedAgain = () => [...tries.values()].filter(({ length }) => length > 1).length;
await waitUntil(30, () => refusedAgain() >= 3);
const refused = [...tries.values()].flat().length;
isStorm = false;
const done = await run;
await fleet.stop();

const { sent, twice, bounced, smallestGapMinutes } = await sendsOf(world, START);
const states = await Promise.all(world.mailboxIds.map((id) => findMailbox(accountId, id)));
const connected = states.filter((state) => state?.connectionState === "CONNECTED").length;
const waits = [...tries.values()].map((times) =>
  times.slice(1).map((at, index) => (at - (times[index] ?? 0)) / MINUTE_MS),
);
const grown = waits.filter(([one = 0, two]) => one >= 5 && two !== undefined && two >= 30).length;
const shrunk = waits.filter(([one = 5, two = 30]) => one < 5 || two < 30).length;
const recipients = [...first.mails, ...second.mails].map(({ to }) => to[0]);
const duplicates = recipients.length - new Set(recipients).size;
show("breakers that opened while it was gone", breakers, breakers > 0);
show("mails refused in the storm", refused, refused > 0);
show("every message came to an end", String(done), done);
show("sent", sent, sent === MAILS && recipients.length === MAILS);
show("bounced or doubled", bounced + twice + duplicates, bounced + twice + duplicates === 0);
show("smallest gap", `${smallestGapMinutes.toFixed(2)} min`, smallestGapMinutes >= 3);
show("mails that waited 5 and then 30 minutes", grown, grown > 0);
show("waits that did not grow", shrunk, shrunk === 0);
show("mailboxes still connected", connected, connected === MAILBOXES);
const most = second.mostOfOneUser();
show(`connections of a mailbox at once, of ${WORKERS} workers`, most, most <= WORKERS);
process.exit();

async function openBreakers(): Promise<number> {
  const slots = await readSlots(accountId, world.mailboxIds);
  return slots.filter(({ closures = 0 }) => closures > 0).length;
}
