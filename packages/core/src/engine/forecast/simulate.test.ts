import fc from "fast-check";
import { expect, test } from "vitest";
import { DAY_MS, HOUR_MS, MINUTE_MS } from "../../duration.ts";
import { windowIn } from "../../kernel/schedule/lead-window.ts";
import { dueAfter, isOpen } from "../../kernel/schedule/window.ts";
import { dayOfDate, localDate, localDay } from "../../kernel/schedule/zone.ts";
import { domainRateLimitKey } from "../planner/domain-room.ts";
import type { PlanMailbox } from "../planner/plan-input.ts";
import type { Assignment } from "../planner/plan-output.ts";
import { estimate } from "./estimate.ts";
import { type SimulationInput, simulate } from "./simulate.ts";

const YEARS = 40 * 366 * DAY_MS;
const MONDAY = Date.parse("2026-03-02T09:00:00Z");

/** Days off in the weeks that are played. */
const closed = fc
  .array(
    fc.tuple(
      fc.constantFrom("2026-03-06", "2026-10-23", "2026-06-10"),
      fc.integer({ min: 0, max: 20 }),
    ),
    { maxLength: 6 },
  )
  .map((days) => new Map(days.map(([date, offset]) => [dayOfDate(date) + offset, ""])));
const schedule = fc.record({
  closed,
  timezone: fc.constantFrom("America/New_York", "Europe/Berlin", "Asia/Kolkata", "UTC"),
  weekdays: fc.subarray([1, 2, 3, 4, 5, 6, 7], { minLength: 1 }),
  hours: fc.constantFrom(
    { start: "09:00", end: "17:00" },
    { start: "00:00", end: "23:59" },
    { start: "01:30", end: "03:30" },
  ),
  minGapMinutes: fc.integer({ min: 3, max: 40 }),
  maxNewLeadsPerDay: fc.integer({ min: 1, max: 60 }),
});

/** Around the days on which clocks change, and in between. */
const instant = fc
  .tuple(fc.constantFrom("2026-03-06", "2026-10-23", "2026-06-10"), fc.integer({ min: 0, max: 72 }))
  .map(([date, hours]) => Date.parse(`${date}T00:00Z`) + hours * HOUR_MS);

const mailbox = fc.record({
  state: fc.constantFrom("CONNECTED", "CONNECTED", "CONNECTED", "DISCONNECTED"),
  sentToday: fc.nat(12),
  dailyLimit: fc.integer({ min: 1, max: 15 }),
  minGapMs: fc.integer({ min: 0, max: 90 * MINUTE_MS }),
});

const situation = fc
  .record({
    now: instant,
    schedule,
    mailboxes: fc.array(mailbox, { minLength: 1, maxLength: 4 }),
    delays: fc.array(fc.integer({ min: 1, max: 9 }), { maxLength: 3 }),
    leads: fc.nat(80),
    waiting: fc.array(
      fc.record({ dueIn: fc.integer({ min: -3 * DAY_MS, max: 9 * DAY_MS }), mailbox: fc.nat(3) }),
      { maxLength: 20 },
    ),
    seed: fc.nat(),
  })
  .map(({ now, schedule: { hours, ...times }, mailboxes, delays, leads, waiting, seed }) => ({
    now,
    input: {
      campaign: {
        id: 5,
        schedule: { ...times, ...hours },
        sequence: [0, ...delays].map((delayDays, index) => ({
          step: index + 1,
          delayDays,
          automatic: true,
          variants: [{ letter: "A", share: 100, assigned: 0 }],
        })),
      },
      newToday: 0,
      monthlyLeft: Number.MAX_SAFE_INTEGER,
      followUps: waiting.slice(0, delays.length * 20).map(({ dueIn, mailbox: at }, index) => ({
        leadId: 1_000 + index,
        step: 2,
        dueAt: now + dueIn,
        mailboxId: (at % mailboxes.length) + 1,
      })),
      newLeads: { count: leads, idAt: (index: number) => index + 1 },
      mailboxes: mailboxes.map(
        (each, index): PlanMailbox => ({
          ...each,
          id: index + 1,
          nextFreeAt: null,
          lastSlotAt: null,
          day: localDate("Europe/London", now),
          accountTimezone: "Europe/London",
        }),
      ),
      seed,
    } satisfies SimulationInput,
  }));

function play(input: SimulationInput, now: number, until = now + YEARS) {
  const mails: Assignment[] = [];
  const end = simulate(input, now, { until, onMail: (mail) => void mails.push(mail) });
  return { mails, ...end };
}

function check(
  rule: (input: SimulationInput, played: ReturnType<typeof play>, now: number) => void,
  seed?: number,
) {
  fc.assert(
    fc.property(situation, ({ now, input }) => rule(input, play(input, now), now)),
    { numRuns: 150, ...(seed === undefined ? {} : { seed }) },
  );
}

const groupBy = <Key>(mails: readonly Assignment[], key: (mail: Assignment) => Key) => {
  const groups = new Map<Key, Assignment[]>();
  for (const mail of mails) groups.set(key(mail), [...(groups.get(key(mail)) ?? []), mail]);
  return groups;
};

const sends = ({ state, dailyLimit }: PlanMailbox) => state === "CONNECTED" && dailyLimit > 0;

test("a plan played to its end gives every lead each of its steps once, in order, from one mailbox, and none before it is due", () => {
  check((input, { mails, waiting }) => {
    const { sequence, schedule: window } = input.campaign;
    const open = new Set(input.mailboxes.filter(sends).map(({ id }) => id));
    const held = input.followUps.filter(({ mailboxId }) => !open.has(mailboxId)).length;
    const news = open.size > 0 ? input.newLeads.count : 0;
    const rest = (input.followUps.length - held) * (sequence.length - 1);
    expect(waiting).toBe(held + input.newLeads.count - news);
    expect(mails).toHaveLength(news * sequence.length + rest);
    const dueAts = new Map(input.followUps.map(({ leadId, dueAt }) => [leadId, dueAt]));
    for (const [leadId, own] of groupBy(mails, (mail) => mail.leadId)) {
      let dueAt = dueAts.get(leadId) ?? 0;
      const firstStep = leadId >= 1_000 ? 2 : 1;
      expect(own.map(({ step }) => step)).toEqual(
        sequence.slice(firstStep - 1).map(({ step }) => step),
      );
      expect(new Set(own.map(({ mailboxId }) => mailboxId)).size).toBe(1);
      for (const { step, scheduledAt } of own) {
        expect(scheduledAt).toBeGreaterThanOrEqual(dueAt);
        dueAt = dueAfter(scheduledAt, sequence[step]?.delayDays ?? 0, window);
      }
    }
  });
});

test("a played plan keeps windows, gaps, daily limits and the maximum of new leads, over clock changes and weeks", () => {
  check((input, { mails }, now) => {
    const { schedule: window } = input.campaign;
    for (const { scheduledAt } of mails) {
      expect(isOpen(window, scheduledAt)).toBe(true);
      expect(window.closed?.has(localDay(window.timezone, scheduledAt))).toBe(false);
      expect(scheduledAt).toBeGreaterThanOrEqual(now);
    }
    for (const [id, own] of groupBy(mails, ({ mailboxId }) => mailboxId)) {
      const box = input.mailboxes[id - 1] as PlanMailbox;
      const gap = Math.max(box.minGapMs, window.minGapMinutes * MINUTE_MS);
      const times = own.map(({ scheduledAt }) => scheduledAt);
      times.slice(1).forEach((at, index) => {
        expect(at - (times[index] ?? 0)).toBeGreaterThanOrEqual(gap);
      });
      for (const [day, ofDay] of groupBy(own, (mail) =>
        localDate("Europe/London", mail.scheduledAt),
      )) {
        const before = day === box.day ? box.sentToday : 0;
        expect(ofDay.length).toBeLessThanOrEqual(Math.max(0, box.dailyLimit - before));
      }
    }
    const first = mails.filter(({ step }) => step === 1);
    for (const ofDay of groupBy(first, (mail) =>
      localDate(window.timezone, mail.scheduledAt),
    ).values()) {
      expect(ofDay.length).toBeLessThanOrEqual(window.maxNewLeadsPerDay);
    }
  });
});

test("an estimate counts the same mails of each step as a played plan, and ends within days of it", () => {
  check((input, { mails, waiting }, now) => {
    const { timezone, weekdays, closed: daysOff } = input.campaign.schedule;
    const open = new Set(input.mailboxes.filter(sends).map(({ id }) => id));
    const estimated = estimate(
      {
        ...input,
        newLeads: input.newLeads.count,
        waiting: input.followUps
          .filter(({ mailboxId }) => open.has(mailboxId))
          .map(({ step, dueAt, mailboxId }) => ({ step, dueAt, mailboxId, count: 1 })),
      },
      now,
      { days: 40 * 366 },
    );
    expect(estimated.plan.mails).toBe(mails.length);
    expect(estimated.waiting).toBeLessThanOrEqual(waiting);
    if (mails.length === 0) return;
    const last = Math.max(...mails.map(({ scheduledAt }) => localDay(timezone, scheduledAt)));
    const estimatedLast = Math.max(...estimated.plan.days.keys());
    const first = localDay(timezone, now);
    // A day's mistake may cost a whole wait for the next open weekday, once a step; follow-ups that fall due late in the day some more.
    const off = 7 * (daysOff?.size ?? 0);
    const wait = (8 - weekdays.length) * (input.campaign.sequence.length + 1) + off;
    // How near is a measure and no rule: the seed makes the situations the same each time.
    expect(Math.abs(last - estimatedLast)).toBeLessThanOrEqual(wait + 0.25 * (last - first));
  }, 7_391);
});

const simple = (change: Partial<SimulationInput> = {}): SimulationInput => ({
  campaign: {
    id: 1,
    schedule: {
      timezone: "Europe/Berlin",
      weekdays: [1, 2, 3, 4, 5],
      start: "09:00",
      end: "17:00",
      minGapMinutes: 3,
      maxNewLeadsPerDay: 20,
    },
    sequence: [0, 3].map((delayDays, index) => ({
      step: index + 1,
      delayDays,
      automatic: true,
      variants: [{ letter: "A", share: 100, assigned: 0 }],
    })),
  },
  newToday: 0,
  monthlyLeft: Number.MAX_SAFE_INTEGER,
  followUps: [],
  newLeads: { count: 50, idAt: (index) => 100 + index },
  mailboxes: [1, 2].map((id) => ({
    id,
    state: "CONNECTED",
    nextFreeAt: null,
    lastSlotAt: null,
    day: null,
    sentToday: 0,
    dailyLimit: 50,
    minGapMs: 10 * MINUTE_MS,
    accountTimezone: "Europe/Berlin",
  })),
  seed: "1|1",
  ...change,
});

test("fifty leads at twenty a day are contacted on three days, each followed up three days after its own mail", () => {
  const { mails, waiting } = play(simple(), MONDAY);
  const days = groupBy(
    mails,
    (mail) => `${localDate("Europe/Berlin", mail.scheduledAt)} ${mail.step}`,
  );
  expect(waiting).toBe(0);
  const counts = [...days].map(([day, ofDay]) => [day, ofDay.length] as const);
  expect(Object.fromEntries(counts)).toEqual({
    "2026-03-02 1": 20,
    "2026-03-03 1": 20,
    "2026-03-04 1": 10,
    "2026-03-05 2": 20,
    "2026-03-06 2": 20,
    "2026-03-09 2": 10,
  });
});

test("a follow-up that is due much later holds up no earlier one of its step", () => {
  const followUps = [{ leadId: 1, step: 2, dueAt: MONDAY + 60 * DAY_MS, mailboxId: 1 }];
  const { mails } = play(simple({ followUps, newLeads: { count: 1, idAt: () => 2 } }), MONDAY);
  const dates = mails.map((mail) => [mail.leadId, localDate("Europe/Berlin", mail.scheduledAt)]);
  expect(dates).toEqual([
    [2, "2026-03-02"],
    [2, "2026-03-05"],
    [1, "2026-05-01"],
  ]);
});

test("nothing is delivered from the end that was asked for on, nor after the caller has heard enough", () => {
  const until = MONDAY + 12 * HOUR_MS;
  const { mails, waiting } = play(simple(), MONDAY, until);
  expect(mails).toHaveLength(20);
  expect(waiting).toBe(50);
  let heard = 0;
  const onMail = () => ++heard < 7;
  expect(simulate(simple(), MONDAY, { until: MONDAY + YEARS, onMail }).isStopped).toBe(true);
  expect(heard).toBe(7);
});

test("leads of a mailbox that does not send wait, and the month's quota ends the plan", () => {
  const [first, second] = simple().mailboxes;
  const mailboxes = [first, second].flatMap((box, index) =>
    box ? [{ ...box, state: index === 0 ? ("PAUSED" as const) : ("CONNECTED" as const) }] : [],
  );
  const followUps = [{ leadId: 1, step: 2, dueAt: MONDAY, mailboxId: 1 }];
  const held = play(simple({ mailboxes, followUps }), MONDAY);
  expect(held.waiting).toBe(1);
  expect(new Set(held.mails.map(({ mailboxId }) => mailboxId))).toEqual(new Set([2]));
  expect(play(simple({ monthlyLeft: 30 }), MONDAY).mails).toHaveLength(30);
});

test("a step by hand, and one without a text, is not sent, and its leads wait", () => {
  const [first, second] = simple().campaign.sequence;
  if (!first || !second) throw new Error("A plan of two steps is wanted");
  const followUps = [{ leadId: 1_000, step: 2, dueAt: MONDAY, mailboxId: 1 }];
  for (const unsent of [
    { ...second, automatic: false },
    { ...second, variants: [] },
  ]) {
    const campaign = { ...simple().campaign, sequence: [first, unsent] };
    const { mails, waiting } = play(simple({ campaign, followUps }), MONDAY);
    expect(mails.map(({ step }) => step)).toEqual(Array.from({ length: 50 }, () => 1));
    expect(waiting).toBe(1);
  }
});

test("follow-ups whose own hours are shut leave their mailbox to those whose hours are open", () => {
  const leadIds = Array.from({ length: 12 }, (_, index) => index + 1);
  const followUps = leadIds.map((leadId) => ({
    leadId,
    step: 2,
    dueAt: MONDAY - (leadId === 12 ? 0 : DAY_MS),
    mailboxId: 1,
  }));
  const constraints = new Map(
    leadIds.map((leadId) => [leadId, leadId === 12 ? {} : { timezone: "America/New_York" }]),
  );
  const newLeads = { count: 0, idAt: () => 0 };
  const { mails } = play(simple({ followUps, constraints, newLeads }), MONDAY);
  const [first] = mails;
  expect(first?.leadId).toBe(12);
  expect(first?.scheduledAt).toBeLessThan(MONDAY + HOUR_MS);
  expect(mails).toHaveLength(12);
});

test("played with clocks, a domain's limit and providers every lead still gets each step once, by its own clock, and no domain too many in an hour", () => {
  const zones = ["Asia/Kolkata", undefined, "America/New_York"];
  fc.assert(
    fc.property(situation, fc.integer({ min: 1, max: 5 }), ({ now, input }, limit) => {
      const ids = [
        ...Array.from({ length: input.newLeads.count }, (_, index) => index + 1),
        ...input.followUps.map(({ leadId }) => leadId),
      ];
      const constraintsOf = (leadId: number) => ({
        timezone: zones[leadId % 3],
        domain: leadId % 4 === 0 ? "small.example" : "big.example",
        family: leadId % 2 === 0 ? "google" : undefined,
      });
      const constraints = new Map(ids.map((leadId) => [leadId, constraintsOf(leadId)]));
      const used = new Map([[domainRateLimitKey("big.example", now), limit]]);
      const asked = { ...input, constraints, domainRateLimit: { limit, used } };
      const plain = play(input, now);
      const played = play(asked, now);
      expect(played.waiting).toBe(plain.waiting);
      expect(played.mails).toHaveLength(plain.mails.length);
      const { schedule: window, sequence } = input.campaign;
      for (const { leadId, scheduledAt } of played.mails) {
        expect(isOpen(windowIn(window, constraintsOf(leadId).timezone), scheduledAt)).toBe(true);
      }
      for (const [leadId, own] of groupBy(played.mails, (mail) => mail.leadId)) {
        const wanted = sequence.slice(leadId >= 1_000 ? 1 : 0).map(({ step }) => step);
        expect(own.map(({ step }) => step)).toEqual(wanted);
      }
      const hours = groupBy(played.mails, ({ leadId, scheduledAt }) =>
        domainRateLimitKey(constraintsOf(leadId).domain, scheduledAt),
      );
      for (const [key, mails] of hours) {
        expect(mails.length + (used.get(key) ?? 0)).toBeLessThanOrEqual(limit);
      }
    }),
    { numRuns: 60 },
  );
});
