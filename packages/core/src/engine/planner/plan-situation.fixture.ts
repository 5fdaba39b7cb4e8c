import fc from "fast-check";
import { DAY_MS, HOUR_MS, MINUTE_MS } from "../../duration.ts";
import type { EpochMs } from "../../instant.schema.ts";
import { dayOfDate } from "../../kernel/schedule/zone.ts";
import { plan } from "./plan.ts";
import type { PlanInput, PlanMailbox } from "./plan-input.ts";
import type { Plan } from "./plan-output.ts";

export const EVERY_DAY = [1, 2, 3, 4, 5, 6, 7];

const dates = new Map<string, Intl.DateTimeFormat>();
/** The local date by the runtime's own calendar. */
export function dateIn(timeZone: string, epochMs: EpochMs): string {
  const format = dates.get(timeZone) ?? new Intl.DateTimeFormat("sv-SE", { timeZone });
  dates.set(timeZone, format);
  return format.format(epochMs);
}

const zone = fc.constantFrom("America/New_York", "Australia/Lord_Howe", "Asia/Kolkata", "UTC");
/** Nights and days around clock changes of New York and Lord Howe. */
const instant = fc
  .tuple(
    fc.constantFrom("2026-03-08", "2026-11-01", "2026-04-04", "2026-10-03", "2026-06-10"),
    fc.integer({ min: -DAY_MS, max: 48 * HOUR_MS }),
  )
  .map(([date, offset]) => Date.parse(`${date}T00:00Z`) + offset);
const hours = fc
  .uniqueArray(fc.integer({ min: 0, max: 1439 }), { minLength: 2, maxLength: 2 })
  .map((minutes) => {
    const [start = "", end = ""] = minutes
      .sort((one, other) => one - other)
      .map((minute) => new Date(minute * MINUTE_MS).toISOString().slice(11, 16));
    return { start, end };
  });
/** Days off in the weeks of the clock changes. */
const closed = fc
  .array(
    fc.tuple(
      fc.constantFrom("2026-03-08", "2026-11-01", "2026-04-04", "2026-10-03", "2026-06-10"),
      fc.integer({ min: -2, max: 3 }),
    ),
    { maxLength: 8 },
  )
  .map((days) => new Map(days.map(([date, offset]) => [dayOfDate(date) + offset, "Day off"])));
const schedule = fc
  .record({
    closed,
    timezone: zone,
    weekdays: fc.oneof(fc.constant(EVERY_DAY), fc.subarray(EVERY_DAY, { minLength: 1 })),
    hours: fc.oneof(fc.constant({ start: "00:00", end: "23:59" }), hours),
    minGapMinutes: fc.integer({ min: 3, max: 20 }),
    maxNewLeadsPerDay: fc.integer({ min: 1, max: 30 }),
  })
  .map(({ hours: times, ...rest }) => ({ ...rest, ...times }));

const mailboxAt = (now: EpochMs, accountTimezone: string) =>
  fc
    .record({
      state: fc.constantFrom("CONNECTED", "CONNECTED", "CONNECTED", "DISCONNECTED", "PAUSED"),
      freeIn: fc.option(fc.integer({ min: -HOUR_MS, max: HOUR_MS })),
      lastBefore: fc.option(fc.integer({ min: -30 * MINUTE_MS, max: HOUR_MS })),
      dayOffset: fc.constantFrom(-1, 0, 0, 0, 1, null),
      sentToday: fc.nat(12),
      dailyLimit: fc.nat(15),
      minGapMs: fc.integer({ min: 0, max: 15 * MINUTE_MS }),
    })
    .map(({ freeIn, lastBefore, dayOffset, ...rest }) => ({
      ...rest,
      accountTimezone,
      nextFreeAt: freeIn === null ? null : now + freeIn,
      lastSlotAt: lastBefore === null ? null : now - lastBefore,
      day: dayOffset === null ? null : dateIn(accountTimezone, now + dayOffset * DAY_MS),
    }));

export const situation = fc.tuple(instant, zone).chain(([now, accountTimezone]) =>
  fc
    .record({
      schedule,
      newToday: fc.nat(10),
      monthlyLeft: fc.oneof(fc.constant(1000), fc.nat(20)),
      mailboxes: fc.array(mailboxAt(now, accountTimezone), { maxLength: 5 }),
      followUps: fc.array(
        fc.record({
          leadId: fc.integer({ min: 1, max: 40 }),
          step: fc.constantFrom(2, 2, 2, 3, 9),
          dueAt: fc.integer({ min: now - 3 * HOUR_MS, max: now + HOUR_MS }),
          mailboxId: fc.integer({ min: 1, max: 6 }),
        }),
        { maxLength: 25 },
      ),
      newLeads: fc.uniqueArray(fc.integer({ min: 41, max: 99 }), { maxLength: 40 }),
      horizonMs: fc.constantFrom(15 * MINUTE_MS, 15 * MINUTE_MS, 2 * HOUR_MS, 30 * HOUR_MS),
      seed: fc.nat(),
    })
    .map(({ schedule: times, mailboxes, newLeads, ...rest }) => ({
      now,
      input: {
        ...rest,
        campaign: { id: 5, schedule: times, sequence: SEQUENCE },
        mailboxes: mailboxes.map((mailbox, index) => ({ ...mailbox, id: index + 1 })),
        newLeads: newLeads.map((leadId) => ({ leadId })),
      } satisfies PlanInput,
    })),
);

export const SEQUENCE = [1, 2, 3].map((step) => ({
  step,
  delayDays: step - 1,
  automatic: step < 3,
  variants: [{ letter: "A", share: 100, assigned: 0 }],
}));

export function check(rule: (input: PlanInput, planned: Plan, now: EpochMs) => void): void {
  fc.assert(
    fc.property(situation, ({ now, input }) => rule(input, plan(input, now), now)),
    { numRuns: 1000 },
  );
}

export function timesOf(planned: Plan, mailboxId: number): number[] {
  const own = planned.assignments.filter((assignment) => assignment.mailboxId === mailboxId);
  return own.map(({ scheduledAt }) => scheduledAt);
}

export function gapOf(input: PlanInput, mailbox: PlanMailbox): number {
  return Math.max(input.campaign.schedule.minGapMinutes * MINUTE_MS, mailbox.minGapMs);
}

export function countBy<Item>(
  items: readonly Item[],
  key: (item: Item) => string,
): Map<string, number> {
  const counts = new Map<string, number>();
  for (const item of items) counts.set(key(item), (counts.get(key(item)) ?? 0) + 1);
  return counts;
}
