import { expect, test } from "vitest";
import { DAY_MS, HOUR_MS, MINUTE_MS } from "../../duration.ts";
import { plan } from "./plan.ts";
import type { PlanInput, PlanMailbox } from "./plan-input.ts";
import type { Plan } from "./plan-output.ts";

/** A Monday, 10:00 in Berlin. */
const NOW = Date.parse("2026-01-05T09:00:00Z");

const SCHEDULE = {
  timezone: "Europe/Berlin",
  weekdays: [1, 2, 3, 4, 5],
  start: "09:00",
  end: "17:00",
  minGapMinutes: 3,
  maxNewLeadsPerDay: 100,
};

const STEPS = [1, 2].map((step) => ({
  step,
  delayDays: step === 1 ? 0 : 3,
  automatic: true,
  variants: [{ letter: "A", share: 100, assigned: 0 }],
}));

function mailbox(id: number, change: Partial<PlanMailbox> = {}): PlanMailbox {
  return {
    id,
    state: "CONNECTED",
    nextFreeAt: null,
    lastSlotAt: null,
    day: "2026-01-05",
    sentToday: 0,
    dailyLimit: 50,
    minGapMs: 3 * MINUTE_MS,
    accountTimezone: "Europe/Berlin",
    ...change,
  };
}

function input(change: Partial<PlanInput> = {}): PlanInput {
  return {
    campaign: { id: 1, schedule: SCHEDULE, sequence: STEPS },
    newToday: 0,
    monthlyLeft: 1_000_000,
    followUps: [],
    newLeads: [],
    mailboxes: [mailbox(1)],
    seed: "run",
    ...change,
  };
}

function withSchedule(change: Partial<typeof SCHEDULE>): PlanInput["campaign"] {
  return { id: 1, schedule: { ...SCHEDULE, ...change }, sequence: STEPS };
}

const leads = (count: number, from = 1) =>
  Array.from({ length: count }, (_, index) => ({ leadId: from + index }));
const followUp = (leadId: number, dueAt = NOW, mailboxId = 1) => ({
  leadId,
  step: 2,
  dueAt,
  mailboxId,
});
const who = ({ assignments }: Plan) => assignments.map(({ leadId }) => leadId);
const where = ({ assignments }: Plan) => assignments.map(({ mailboxId }) => mailboxId);
const reasonsOf = ({ waiting }: Plan) => waiting.map(({ leadId, reason }) => [leadId, reason]);

test("when slots are short, due follow-ups go first, oldest due time first, then new leads in order [CAMP-41]", () => {
  const followUps = [followUp(11, NOW - HOUR_MS), followUp(10, NOW - 2 * HOUR_MS)];
  const newLeads = [{ leadId: 3 }, { leadId: 1 }, { leadId: 2 }];
  // Eight minutes hold three mails, 3 to 3.75 minutes apart.
  const planned = plan(input({ followUps, newLeads, horizonMs: 8 * MINUTE_MS }), NOW);
  expect(who(planned)).toEqual([10, 11, 3]);
  expect(reasonsOf(planned)).toEqual([
    [1, "no_free_slot"],
    [2, "no_free_slot"],
  ]);
  const tight = plan(input({ followUps, newLeads, horizonMs: 3 * MINUTE_MS }), NOW);
  expect(who(tight)).toEqual([10]);
});

test("an assignment names lead, step, mailbox, instant and variant; the reservation sums it up", () => {
  const { assignments, reservations, waiting, checkpoints } = plan(
    input({ newLeads: leads(1), mailboxes: [mailbox(1, { sentToday: 4 })] }),
    NOW,
  );
  expect(assignments).toEqual([
    { leadId: 1, step: 1, mailboxId: 1, scheduledAt: NOW, variant: "A" },
  ]);
  expect(reservations).toEqual([
    {
      mailboxId: 1,
      count: 1,
      firstAt: NOW,
      lastAt: NOW,
      nextFreeAt: expect.closeTo(NOW + 3.375 * MINUTE_MS, -5),
      day: "2026-01-05",
      sentThatDay: 5,
    },
  ]);
  expect([waiting, checkpoints]).toEqual([[], ["no_follow_up_due"]]);
});

test("new leads go to the connected mailbox with the fewest mails that day, then the lowest id", () => {
  const mailboxes = [
    mailbox(1, { sentToday: 4 }),
    mailbox(3, { sentToday: 2 }),
    mailbox(2, { sentToday: 2 }),
    mailbox(4, { state: "DISCONNECTED" }),
    mailbox(5, { state: "PAUSED" }),
    // What it sent yesterday does not count today.
    mailbox(6, { sentToday: 9, day: "2026-01-04" }),
  ];
  const planned = plan(input({ mailboxes, newLeads: leads(12), horizonMs: HOUR_MS }), NOW);
  expect(where(planned)).toEqual([6, 6, 2, 3, 6, 2, 3, 6, 1, 2, 3, 6]);
});

test("a mailbox that is free again only tomorrow comes after one with room today, however little it has sent", () => {
  const mailboxes = [mailbox(1, { sentToday: 1, dailyLimit: 1 }), mailbox(2, { sentToday: 40 })];
  const planned = plan(input({ mailboxes, newLeads: leads(13), horizonMs: DAY_MS }), NOW);
  // Ten more today for mailbox 2; tomorrow both start at nothing.
  expect(where(planned)).toEqual([...Array(10).fill(2), 1, 2, 2]);
});

test("a follow-up stays with its mailbox and waits while that is away", () => {
  const mailboxes = [mailbox(1, { state: "DISCONNECTED" }), mailbox(2)];
  const followUps = [followUp(1), followUp(2, NOW, 2), followUp(3, NOW, 9)];
  const planned = plan(input({ mailboxes, followUps }), NOW);
  expect(planned.assignments).toMatchObject([{ leadId: 2, mailboxId: 2 }]);
  expect(reasonsOf(planned)).toEqual([
    [1, "mailbox_unavailable"],
    [3, "mailbox_missing"],
  ]);
});

test("a follow-up is never sent before it is due", () => {
  const followUps = [followUp(1, NOW + 10 * MINUTE_MS), followUp(2, NOW + 15 * MINUTE_MS)];
  const planned = plan(input({ followUps }), NOW);
  expect(planned.assignments).toMatchObject([{ leadId: 1, scheduledAt: NOW + 10 * MINUTE_MS }]);
  expect(reasonsOf(planned)).toEqual([[2, "not_due"]]);
});

test("two campaigns on one mailbox keep the wider gap between their mails, in either order [CAMP-38]", () => {
  const wide = withSchedule({ minGapMinutes: 10 });
  const [first] = plan(input({ newLeads: leads(1) }), NOW).reservations;
  const after = { nextFreeAt: first?.nextFreeAt ?? 0, lastSlotAt: first?.lastAt ?? 0 };
  const mailboxes = [mailbox(1, after)];
  const second = plan(input({ campaign: wide, mailboxes, newLeads: leads(1) }), NOW);
  const at = second.assignments[0]?.scheduledAt ?? 0;
  expect(at - NOW).toBeGreaterThanOrEqual(10 * MINUTE_MS);
  expect(at - NOW).toBeLessThanOrEqual(12.5 * MINUTE_MS);
  const own = plan(
    input({ mailboxes: [mailbox(1, { minGapMs: 20 * MINUTE_MS })], newLeads: leads(2) }),
    NOW,
  );
  expect(own.assignments).toHaveLength(1);
  expect((own.reservations[0]?.nextFreeAt ?? 0) - NOW).toBeGreaterThanOrEqual(20 * MINUTE_MS);
});

test("the gap is drawn between 1.00 and 1.25 times the minimum, all over that range [CAMP-38]", () => {
  const wholeDay = withSchedule({ start: "00:00", end: "23:59" });
  const mailboxes = [mailbox(1, { dailyLimit: 10_000 })];
  const change = { campaign: wholeDay, mailboxes, newLeads: leads(90), horizonMs: 8 * HOUR_MS };
  const times = plan(input(change), NOW).assignments.map(({ scheduledAt }) => scheduledAt);
  const gaps = times.slice(1).map((at, index) => (at - (times[index] ?? 0)) / (3 * MINUTE_MS));
  expect(Math.min(...gaps)).toBeGreaterThanOrEqual(1);
  expect(Math.min(...gaps)).toBeLessThan(1.02);
  expect(Math.max(...gaps)).toBeLessThanOrEqual(1.25);
  expect(Math.max(...gaps)).toBeGreaterThan(1.23);
});

test("the gap is three minutes even where campaign and mailbox ask for less [CAMP-38]", () => {
  const campaign = withSchedule({ minGapMinutes: 0 });
  const mailboxes = [mailbox(1, { minGapMs: 0 })];
  const { assignments } = plan(input({ campaign, mailboxes, newLeads: leads(99) }), NOW);
  expect(assignments.length).toBeLessThanOrEqual(5);
  expect(assignments.length).toBeGreaterThanOrEqual(4);
});

test("a mailbox takes no more than its daily limit, and starts again on the account's next date", () => {
  const mailboxes = [mailbox(1, { sentToday: 48, accountTimezone: "Asia/Tokyo" })];
  const planned = plan(input({ mailboxes, newLeads: leads(5), horizonMs: 7 * HOUR_MS }), NOW);
  const times = planned.assignments.map(({ scheduledAt }) => scheduledAt);
  // Tokyo's next date starts at 15:00Z.
  const midnight = Date.parse("2026-01-05T15:00:00Z");
  expect(times.filter((at) => at < midnight)).toHaveLength(2);
  expect(times[2]).toBe(midnight);
  expect(planned.reservations[0]).toMatchObject({ day: "2026-01-06", sentThatDay: 3, count: 5 });
  const today = plan(input({ mailboxes, newLeads: leads(4), horizonMs: HOUR_MS }), NOW);
  expect(reasonsOf(today)).toEqual([
    [3, "daily_limit"],
    [4, "daily_limit"],
  ]);
  const off = plan(
    input({ mailboxes: [mailbox(1, { dailyLimit: 0 })], followUps: [followUp(1)] }),
    NOW,
  );
  expect(reasonsOf(off)).toEqual([[1, "daily_limit"]]);
});

test("new leads stop at the day's maximum and go on next day; follow-ups do not count", () => {
  const mailboxes = [mailbox(1), mailbox(2)];
  const campaign = withSchedule({ maxNewLeadsPerDay: 3 });
  const change = {
    campaign,
    mailboxes,
    newToday: 1,
    newLeads: leads(9),
    followUps: [followUp(90)],
  };
  const today = plan(input(change), NOW);
  expect(who(today)).toEqual([90, 1, 2]);
  expect(reasonsOf(today)).toEqual(leads(7, 3).map(({ leadId }) => [leadId, "new_lead_limit"]));
  const twoDays = plan(input({ ...change, horizonMs: 36 * HOUR_MS }), NOW);
  expect(who(twoDays)).toEqual([90, 1, 2, 3, 4, 5]);
  expect(twoDays.assignments[3]?.scheduledAt).toBe(Date.parse("2026-01-06T08:00:00Z"));
});

test("the month's quota goes to follow-ups first", () => {
  const planned = plan(
    input({ monthlyLeft: 2, followUps: [followUp(9)], newLeads: leads(2) }),
    NOW,
  );
  expect(who(planned)).toEqual([9, 1]);
  expect(reasonsOf(planned)).toEqual([[2, "monthly_quota"]]);
});

test("nothing is planned outside the window; before it opens, slots start with it", () => {
  const closed = plan(input({ newLeads: leads(1), followUps: [followUp(9)] }), NOW + 8 * HOUR_MS);
  expect(reasonsOf(closed)).toEqual([
    [9, "window_closed"],
    [1, "window_closed"],
  ]);
  const early = plan(input({ newLeads: leads(1) }), Date.parse("2026-01-05T07:50:00Z"));
  expect(early.assignments[0]?.scheduledAt).toBe(Date.parse("2026-01-05T08:00:00Z"));
  const late = plan(input({ newLeads: leads(9) }), Date.parse("2026-01-05T15:56:00Z"));
  expect(late.assignments.length).toBe(2);
  expect(reasonsOf(late)[0]).toEqual([3, "window_closed"]);
});

test("without a connected mailbox new leads wait for one", () => {
  const mailboxes = [mailbox(1, { state: "ERROR" })];
  expect(reasonsOf(plan(input({ mailboxes, newLeads: leads(1) }), NOW))).toEqual([
    [1, "no_mailbox"],
  ]);
});

test("a run tells which of its three checkpoints found nothing", () => {
  const manual = STEPS.map((step) => ({ ...step, automatic: false }));
  const campaign = { id: 1, schedule: SCHEDULE, sequence: manual };
  const work = { newLeads: leads(1), followUps: [followUp(9)] };
  const none = plan(input({ campaign, ...work }), NOW);
  expect(none.checkpoints).toEqual(["no_automatic_step"]);
  expect(reasonsOf(none)).toEqual([
    [9, "no_automatic_step"],
    [1, "no_automatic_step"],
  ]);
  expect(plan(input(), NOW).checkpoints).toEqual(["no_follow_up_due", "no_new_lead"]);
  expect(plan(input(work), NOW).checkpoints).toEqual([]);
  const later = [followUp(9, NOW + HOUR_MS)];
  expect(plan(input({ followUps: later, newLeads: leads(1) }), NOW).checkpoints).toEqual([
    "no_follow_up_due",
  ]);
});

test("each lead gets the variant that is furthest behind its share, counting those before", () => {
  const variants = [
    { letter: "A", share: 50, assigned: 3 },
    { letter: "B", share: 25, assigned: 1 },
    { letter: "C", share: 25, assigned: 0 },
  ];
  const sequence = [{ step: 1, delayDays: 0, automatic: true, variants }];
  const campaign = { id: 1, schedule: SCHEDULE, sequence };
  const planned = plan(input({ campaign, newLeads: leads(8), horizonMs: HOUR_MS }), NOW);
  expect(planned.assignments.map(({ variant }) => variant).join("")).toBe("CBCAABCA");
});
