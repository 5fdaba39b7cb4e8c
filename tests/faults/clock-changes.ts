/**
 * Bar 7. The machine's clock is an hour fast, an hour slow and a day slow for a while; and the clocks of four countries go
 * forward and back. Nothing leaves outside the hours, no mailbox exceeds its day, and nobody gets a step twice.
 */

import { presentMessage } from "@thaw/core/campaigns/message/planned-message";
import { DAY_MS, HOUR_MS, MINUTE_MS } from "@thaw/core/duration";
import { sendBatch } from "@thaw/core/engine/delivery/send-batch";
import { runTrigger } from "@thaw/core/engine/trigger-run/run-trigger";
import { stoppedClock } from "../support/clock.ts";
import { storeAccount } from "../support/records.ts";
import { startSink } from "../support/sink.ts";
import { ALWAYS_OPEN, makeWorld, type World } from "../support/world.ts";
import { wallOf } from "../year/wall.ts";
import { show } from "./support/verdict.ts";

const STEP = 10 * MINUTE_MS;
const LIMIT = 4;
const MAILBOXES = 4;
const LEADS = 60;

type Sent = { to: string; step: string; from: string; shown: number; at: number };
type Hours = { timezone: string; start: string; end: string };
type Found = { mails: number; outside: number; overLimit: number; twice: number };

let trueNow = 0;
let fastBy = 0;
const sent: Sent[] = [];
using clock = stoppedClock("2026-01-01T00:00:00.000Z");
const sink = await startSink({
  beforeAccept({ to, from, raw }) {
    const step = /step-(\d)/.exec(raw)?.[1] ?? "";
    sent.push({ to: to[0] ?? "", step, from, shown: trueNow + fastBy, at: trueNow });
  },
});

/** Local midnights, half hours, and the usual hours of night; both ways. */
const CHANGES: [timezone: string, gap: string, fold: string][] = [
  ["America/New_York", "2026-03-08", "2026-11-01"],
  ["Europe/Berlin", "2026-03-29", "2026-10-25"],
  ["Australia/Lord_Howe", "2026-10-04", "2026-04-05"],
  ["America/Havana", "2026-03-08", "2026-11-01"],
];
for (const [timezone, gap, fold] of CHANGES) {
  for (const [name, date] of [
    ["gap", gap],
    ["fold", fold],
  ] as const) {
    const hours = { timezone, start: "00:30", end: "02:30" };
    const noon = Date.parse(`${date}T12:00:00Z`);
    const isNight = (at: number) =>
      wallOf(timezone, at).time < "04:00" || wallOf(timezone, at).time > "23:30";
    const found = await play(hours, {
      from: noon - 2 * DAY_MS,
      until: noon + DAY_MS,
      looks: isNight,
    });
    verdict(`${timezone}, ${name}`, found);
  }
}

const wrong = [0, HOUR_MS, 0, -HOUR_MS, 0, -DAY_MS, 0, HOUR_MS, -DAY_MS, 0];
const monday = Date.parse("2026-03-02T00:00:00Z");
const found = await play(
  { timezone: "Etc/GMT", start: "08:00", end: "16:00" },
  {
    from: monday + 7 * HOUR_MS,
    until: monday + 2 * DAY_MS + 17 * HOUR_MS,
    looks: (at) => at % DAY_MS > 6 * HOUR_MS && at % DAY_MS < 18 * HOUR_MS,
    // Every fifty minutes someone sets it.
    fastBy: (at) => wrong[Math.floor((at - monday) / (50 * MINUTE_MS)) % wrong.length] ?? 0,
  },
);
verdict("an hour fast, an hour slow, a day slow", found);
process.exit();

type Play = {
  from: number;
  until: number;
  looks: (at: number) => boolean;
  fastBy?: (at: number) => number;
};

/** A campaign of its own, looked after every ten minutes; returns what was broken. */
async function play(
  hours: Hours,
  { from, until, looks, fastBy: skew = () => 0 }: Play,
): Promise<Found> {
  sent.length = 0;
  setClock(from, 0);
  const world = await makeWorld({
    smtpPort: sink.port,
    mailboxes: MAILBOXES,
    leads: LEADS,
    dailyLimit: LIMIT,
    schedule: { ...ALWAYS_OPEN, ...hours },
    mailbox: { min_gap_minutes: 15 },
    steps: [0, 1].map((delayInDays, index) => ({
      delayInDays,
      subject: index === 0 ? "Hello" : "",
      body: `<p>Hi, step-${index + 1}</p>`,
    })),
  });
  await storeAccount(world.actor.accountId, hours.timezone);
  for (let at = from; at < until; at += STEP) {
    if (!looks(at)) continue;
    setClock(at, skew(at));
    await runTrigger(
      { accountId: world.actor.accountId, campaignId: world.campaignId },
      hours.timezone,
    );
    for (const later of [STEP / 3, (2 * STEP) / 3]) {
      setClock(at + later, skew(at));
      await sendDue(world);
    }
  }
  return judge(hours);
}

function setClock(at: number, fast: number): void {
  trueNow = at;
  fastBy = fast;
  clock.set(new Date(at + fast).toISOString());
}

/** What a queue would hand over now, twice. */
async function sendDue({ actor: { accountId }, campaignId, leadIds }: World): Promise<void> {
  const jobs = leadIds.flatMap((leadId) =>
    [1, 2].map((step) => ({ accountId, campaignId, leadId, step })),
  );
  const messages = await Promise.all(jobs.map((job) => presentMessage(job)));
  const shown = new Date(trueNow + fastBy).toISOString();
  const due = jobs.filter((_, index) => {
    const message = messages[index];
    return message?.status === "DRAFTED" && message.scheduledAt <= shown;
  });
  const results = await Promise.all([sendBatch(due), sendBatch(due.toReversed())]);
  const failed = results.flat().find(({ error }) => error !== undefined);
  if (failed) throw failed.error;
}

function judge({ timezone, start, end }: Hours): Found {
  const isOutside = ({ shown }: Sent) => {
    const { time } = wallOf(timezone, shown);
    return time < `${start}:00` || time >= `${end}:00`;
  };
  const most = (keyOf: (mail: Sent) => string) => {
    const counts = new Map<string, number>();
    for (const mail of sent) counts.set(keyOf(mail), (counts.get(keyOf(mail)) ?? 0) + 1);
    return [...counts.values()];
  };
  // By the true date as well as by the one that the machine shows.
  const days = [
    ...most(({ from, at }) => `${from} ${wallOf(timezone, at).date}`),
    ...most(({ from, shown }) => `${from} ${wallOf(timezone, shown).date}`),
  ];
  return {
    mails: sent.length,
    outside: sent.filter(isOutside).length,
    overLimit: days.filter((count) => count > LIMIT).length,
    twice: most(({ to, step }) => `${to} ${step}`).filter((count) => count > 1).length,
  };
}

function verdict(name: string, { mails, outside, overLimit, twice }: Found): void {
  const text = `${mails} mails, ${outside} outside, ${overLimit} days over the limit, ${twice} twice`;
  show(name, text, mails > MAILBOXES && outside + overLimit + twice === 0);
}
