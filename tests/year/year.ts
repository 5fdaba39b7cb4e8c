/**
 * A year of two campaigns on a clock that jumps from one happening to the next, through the real operations and queue
 * consumers, on the embedded table and queues, to real SMTP and IMAP servers. Workers die and messages come twice. A checker
 * that knows only the rules in plain words looks at the mails that arrived.
 *
 *   npm run year -- [--seed N] [--leads 10000] [--mailboxes 40] [--days 365] [--minutes 60]
 *
 * After so many real minutes it stops wherever it is in the year, and checks that. The same seed gives the same people, deaths and
 * instants; in which order requests of the same instant reach the table is the machine's.
 */

import { randomInt } from "node:crypto";
import { parseArgs } from "node:util";
import { DAY_MS, HOUR_MS, MINUTE_MS } from "@thaw/core/duration";
import { queueDueRuns } from "@thaw/core/engine/trigger-run/queue-due-runs";
import { seededFraction } from "@thaw/core/random";
import { handler as onTick } from "@thaw/functions/schedule/tick";
import type { Context } from "aws-lambda";
import { printFigure, show } from "../faults/support/verdict.ts";
import { checkBooks } from "./books.ts";
import { check, type World } from "./checker.ts";
import { Clockwork } from "./clockwork.ts";
import { runMortal } from "./death.ts";
import { employOwner } from "./owner.ts";
import { openWorld } from "./people.ts";
import { type Fate, Queues } from "./queues.ts";
import { openOffice } from "./set-up.ts";
import { readChanges } from "./stream.ts";
import { ACCOUNT_TIMEZONE, FROM, mailboxTerms, type Terms, termsFor } from "./terms.ts";
import { instantOf, wallOf } from "./wall.ts";

/** A queue hands a message over so much later than it may be seen, at most. */
const LATE_MS = 4 * MINUTE_MS;
/** Of what comes in so many are read within the five minutes in which a mailbox has its turn; the rest by a later tick. */
const READ_SOON = 0.25;
/** Of a hundred invocations so many die, and so many messages come to two workers at once. */
const DIE = 3;
const DOUBLED = 2;
/** An idle mailbox is read at one tick in so many. */
const IDLE_READ = 60;
/** In fewer days not everyone's mails can have left. */
const WHOLE_FROM_DAYS = 200;
/** Ticks within a campaign's hours, besides those about their ends: so many an hour. */
const TICKS_AN_HOUR = 0.4;

const { values: given } = parseArgs({
  options: {
    seed: { type: "string" },
    leads: { type: "string", default: "10000" },
    days: { type: "string", default: "365" },
    mailboxes: { type: "string", default: "40" },
    minutes: { type: "string", default: "60" },
  },
});
const seed = given.seed ?? String(randomInt(1_000_000));
const started = performance.now();
printFigure("seed", seed);

const days = Number(given.days);
const clock = new Clockwork(FROM);
const world: World = {
  campaigns: termsFor(Number(given.leads), days),
  mailboxes: mailboxTerms(Number(given.mailboxes)),
  days,
  accountTimezone: ACCOUNT_TIMEZONE,
  mails: [],
  ends: [],
  silences: [],
  pauses: [],
  returned: [],
  unknown: [],
};
const draws = { fate: chance("fate"), ticks: chance("ticks"), lateness: chance("lateness") };
const queues = new Queues(clock, () => drawFate(40));
const people = await openWorld(clock, world, {
  seed,
  onNews: () => draws.ticks() < READ_SOON && tickSoon(),
});
const office = await openOffice(world, people);
const deeds = employOwner(clock, world, { office, draw: chance("owner") });
const stream = await readChanges();
let soonAt = 0;
const counts = { ticks: 0, ticksDied: 0, polls: 0, slowestReadMs: 0 };
for (let day = 0; day < days; day++)
  clock.plan(FROM + day * DAY_MS, () => planDay(FROM + day * DAY_MS));
printFigure("set up", seconds());

for (let month = 1; ; ) {
  const next = Math.min(queues.nextAt(), clock.nextAt());
  if (next >= FROM + days * DAY_MS || isOver()) break;
  if (next >= FROM + month * 30 * DAY_MS) {
    printFigure(`${month++} months, mails`, `${world.mails.length} ${seconds()}`);
  }
  if (queues.nextAt() > clock.nextAt()) await clock.step();
  else await work();
  await queues.receive("plan");
  await queues.receive("send");
}
const lost = await stream.stop();
show("changes of the table that were given up", lost, lost === 0);

printFigure("ticks, of them died", `${counts.ticks} ${counts.ticksDied}`);
printFigure("workers that died", queues.tally.died + counts.ticksDied);
printFigure(
  "messages delivered, of them twice",
  `${queues.tally.delivered} ${queues.tally.doubled}`,
);
printFigure("what people did", JSON.stringify(people.counts));
printFigure("what the owner did", JSON.stringify(deeds));
printFigure("mailboxes read", counts.polls);
printFigure("longest until news were read", `${(counts.slowestReadMs / HOUR_MS).toFixed(1)} h`);
show(
  "messages that nobody could deal with",
  queues.tally.dead.length,
  queues.tally.dead.length === 0,
);
show("links that did not answer with 200", people.strange(), people.strange() === 0);
printFigure("days played", Math.floor((clock.now() - FROM) / DAY_MS));
await checkBooks(world, office, { isWhole: !isOver() && days >= WHOLE_FROM_DAYS });
for (const { rule, checked, broken } of check(world)) {
  show(rule, `${broken.length} of ${checked} broken`, broken.length === 0 && checked > 0);
  for (const line of broken.slice(0, 5)) printFigure("", line);
}
printFigure(
  "time taken",
  `${seconds()}, ${(process.cpuUsage().user / 6e7).toFixed(1)} min of CPU here`,
);
process.exit();

function chance(name: string): () => number {
  let drawn = 0;
  return () => seededFraction(seed, name, drawn++);
}

function drawFate(mostRequests: number): Fate {
  const diesAfter = 1 + Math.floor(draws.fate() * mostRequests);
  const dies = 100 * draws.fate() < DIE;
  return {
    diesAfter: dies ? diesAfter : undefined,
    isDone: draws.fate() < 0.5,
    isDoubled: 100 * draws.fate() < DOUBLED,
  };
}

function isOver(): boolean {
  return performance.now() - started > Number(given.minutes) * MINUTE_MS;
}

function seconds(): string {
  return `${((performance.now() - started) / 1000).toFixed(0)} s`;
}

/** Hands over what may be seen, a moment late, as several messages at once. */
async function work(): Promise<void> {
  const at = queues.nextAt() + draws.lateness() * LATE_MS;
  clock.moveTo(Math.min(at, clock.nextAt()));
  await queues.work("plan");
  await queues.work("send");
  await readMail();
}

/** Some instants of each campaign's day, most of them about the ends of its hours; on closed days, too. */
function planDay(at: number): void {
  for (const terms of world.campaigns)
    for (const instant of ticksOf(terms, at)) clock.plan(instant, tick);
}

function ticksOf(terms: Terms, at: number): number[] {
  const { timezone, start, end, weekdays, holidays } = terms;
  const { date, weekday } = wallOf(timezone, at + DAY_MS / 2);
  const opens = instantOf(timezone, date, `${start}:00`);
  const closes = instantOf(timezone, date, `${end}:00`);
  const between = (from: number, until: number) => from + draws.ticks() * (until - from);
  if (!weekdays.includes(weekday) || holidays.includes(date)) return [between(opens, closes)];
  const count = Math.ceil((TICKS_AN_HOUR * (closes - opens)) / HOUR_MS);
  return [
    between(opens - 10 * MINUTE_MS, opens + 2 * MINUTE_MS),
    ...Array.from({ length: count }, () => between(opens, closes)),
    between(closes - 16 * MINUTE_MS, closes),
    between(closes - 4 * MINUTE_MS, closes + 10 * MINUTE_MS),
  ];
}

function tickSoon(): void {
  if (soonAt > clock.now()) return;
  soonAt = clock.now() + Math.ceil(MINUTE_MS * (1 + 4 * draws.ticks()));
  clock.plan(soonAt, tick);
}

/**
 * The schedule's minute. Where nothing came in and it is not the turn of idle mailboxes, only campaigns are looked at: forty
 * mailboxes that have nothing new would be read a hundred thousand times a year each.
 */
async function tick(): Promise<void> {
  counts.ticks += 1;
  const isIdleTurn = draws.ticks() < 1 / IDLE_READ;
  const readsMail = isIdleTurn || people.mailboxesWithNews().size > 0;
  const { diesAfter = Number.POSITIVE_INFINITY, isDone } = drawFate(15);
  const { died } = await runMortal({ left: diesAfter, isDone }, async () => {
    if (!readsMail) return queueDueRuns();
    await onTick({} as Parameters<typeof onTick>[0], {} as Context, () => undefined);
  });
  if (died) counts.ticksDied += 1;
  await queues.receive("poll");
  if (!isIdleTurn) {
    await queues.dismiss(
      "poll",
      ({ mailboxes = [] }) => !mailboxes.some(({ mailboxId }) => hasNews(mailboxId)),
    );
  }
  await readMail();
}

function hasNews(mailboxId: number): boolean {
  return people.mailboxesWithNews().has(office.emailOf.get(mailboxId) ?? "");
}

async function readMail(): Promise<void> {
  if (!queues.isDue("poll")) return;
  for (const { mailboxes = [], cycle } of await queues.work("poll")) {
    // One that is older than two cycles may have been passed over.
    if (cycle === undefined || clock.now() - cycle * 5 * MINUTE_MS > 10 * MINUTE_MS) continue;
    for (const { mailboxId } of mailboxes) {
      counts.polls += 1;
      const waited = people.hasRead(office.emailOf.get(mailboxId) ?? "");
      counts.slowestReadMs = Math.max(counts.slowestReadMs, waited);
    }
  }
}
