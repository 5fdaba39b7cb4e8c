import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { DAY_MS, HOUR_MS } from "../../duration.ts";
import { firstInvoice } from "./plan-price.ts";
import { DELIVERABILITY_PLANS } from "./subscription-plan.schema.ts";
import {
  accessEndsAt,
  hasAccess,
  isCardSubscriber,
  isPlanEnded,
  isSubscriber,
  type SubscriptionPlanState,
  termsOf,
  trialEndsAt,
  trialLeft,
  trialOffer,
} from "./subscription-plan-state.ts";

const NOW = Date.parse("2026-03-10T12:00:00.000Z");
const iso = (ms: number) => new Date(ms).toISOString();
const inHours = (hours: number) => iso(NOW + hours * HOUR_MS);

const plan = (state: Partial<SubscriptionPlanState> = {}): SubscriptionPlanState => ({
  planType: "BASE",
  isSubscribed: false,
  ...state,
});
const trial = (startedAt: number, state: Partial<SubscriptionPlanState> = {}) =>
  plan({ planType: "TRIAL", trialStartedAt: iso(startedAt), ...state });

const anyInstant = fc.integer({ min: -40 * DAY_MS, max: 40 * DAY_MS }).map((ms) => NOW + ms);
const anyPlan = fc
  .record({
    planType: fc.constantFrom("TRIAL", "BASE", "POPULAR", "PRO", "ENTERPRISE"),
    isSubscribed: fc.boolean(),
    endsAt: fc.option(anyInstant.map(iso), { nil: undefined }),
    trialStartedAt: fc.option(anyInstant.map(iso), { nil: undefined }),
  })
  .map((state): SubscriptionPlanState => state as SubscriptionPlanState);

describe("who has access", () => {
  test("an account is subscribed whose plan renews by itself or is paid beyond now [PLAN-04]", () => {
    const cases = [
      [true, undefined, true],
      [true, inHours(-1), true],
      [true, inHours(1), true],
      [false, undefined, false],
      [false, inHours(-1), false],
      [false, inHours(0), false],
      [false, inHours(1), true],
    ] as const;
    for (const [isSubscribed, endsAt, expected] of cases) {
      expect(isSubscriber(plan({ isSubscribed, endsAt }), NOW)).toBe(expected);
    }
  });

  test("a card subscriber has a plan other than the trial that goes on by itself [PLAN-05]", () => {
    expect(isCardSubscriber(plan({ isSubscribed: true }))).toBe(true);
    expect(isCardSubscriber(plan({ isSubscribed: false, endsAt: inHours(1) }))).toBe(false);
    expect(isCardSubscriber(plan({ planType: "TRIAL", isSubscribed: true }))).toBe(false);
  });

  test("a subscriber keeps access for a day after the end of what is paid [PLAN-06]", () => {
    for (const [hours, expected] of [
      [1, true],
      [0, true],
      [-23, true],
      [-24, true],
      [-25, false],
    ] as const) {
      const state = plan({ isSubscribed: true, endsAt: inHours(hours) });
      expect(hasAccess(state, NOW), `${hours} hours`).toBe(expected);
    }
  });

  test("without a subscription only a future end of the paid time or of the trial gives access [PLAN-07]", () => {
    expect(hasAccess(plan(), NOW)).toBe(false);
    expect(hasAccess(plan({ endsAt: inHours(1) }), NOW)).toBe(true);
    expect(hasAccess(plan({ endsAt: inHours(-1) }), NOW)).toBe(false);
    expect(hasAccess(trial(NOW - 11 * DAY_MS), NOW)).toBe(true);
    expect(hasAccess(trial(NOW - 12 * DAY_MS), NOW)).toBe(false);
    expect(hasAccess(plan(), NOW, { isProviderHost: false })).toBe(true);
  });

  test("a subscription without an end has access; one that ended more than a day ago depends on the trial [PLAN-17]", () => {
    const over = inHours(-25);
    expect(hasAccess(plan({ isSubscribed: true }), NOW)).toBe(true);
    expect(hasAccess(plan({ isSubscribed: true, endsAt: over }), NOW)).toBe(false);
    const alsoTrial = { isSubscribed: true, endsAt: over, trialStartedAt: inHours(-24) };
    expect(hasAccess(plan(alsoTrial), NOW)).toBe(true);
  });

  test("access ends at the announced instant and never after it, whatever the plan", () => {
    fc.assert(
      fc.property(anyPlan, anyInstant, (state, at) => {
        const end = accessEndsAt(state);
        expect(hasAccess(state, at)).toBe(end !== undefined && at < end);
        expect(isPlanEnded(state, at)).toBe(end !== undefined && at >= end);
        if (end === undefined || !Number.isFinite(end)) return;
        expect([hasAccess(state, end - 1), hasAccess(state, end)]).toEqual([true, false]);
      }),
      { numRuns: 2000 },
    );
  });
});

describe("the trial", () => {
  test("lasts twelve days, over at day 12, with the offer from day 13 on [PLAN-09] [PLAN-18]", () => {
    const state = trial(NOW);
    expect(trialEndsAt(state)).toBe(Date.parse("2026-03-22T12:00:00.000Z"));
    const at = (day: number) => NOW + day * DAY_MS;
    expect(isPlanEnded(state, at(12) - 1)).toBe(false);
    expect(isPlanEnded(state, at(12))).toBe(true);
    expect(trialOffer(state, at(13) - 1)).toBeUndefined();
    expect(trialOffer(state, at(13))).toEqual({ state: "new", endsAt: at(20) });
  });

  test("the offer is open once, for seven days from when it was shown, and not for paying accounts [PLAN-19]", () => {
    const shown = NOW + 30 * DAY_MS;
    const state = trial(NOW, { offeredAt: iso(shown) });
    expect(trialOffer(state, shown + 7 * DAY_MS - 1)).toEqual({
      state: "open",
      endsAt: shown + 7 * DAY_MS,
    });
    expect(trialOffer(state, shown + 7 * DAY_MS)).toBeUndefined();
    const paying = trial(NOW, { planType: "BASE", isSubscribed: true });
    expect(trialOffer(paying, shown)).toBeUndefined();
  });

  test("the remaining time is given in whole days and hours [PLAN-08]", () => {
    const left = (ms: number) => trialLeft(trial(NOW), NOW + 12 * DAY_MS - ms);
    expect(left(12 * DAY_MS)).toEqual({ days: 12, hours: 0 });
    expect(left(DAY_MS + 5 * HOUR_MS + 59 * 60_000)).toEqual({ days: 1, hours: 5 });
    expect(left(HOUR_MS - 1)).toEqual({ days: 0, hours: 0 });
    expect(left(-DAY_MS)).toEqual({ days: 0, hours: 0 });
  });
});

test("LinkedIn, analytics of the account and the comparison of servers come with the plan, deliverability with the trial, and an add-on opens what it is for [PERM-19]", () => {
  const NAMES = ["TRIAL", "PRO", "ENTERPRISE", "POPULAR", "BASE"] as const;
  const FLAGS = [
    "linkedinAccessAllowed",
    "smart_delivery",
    "global_analytics_access",
    "server_comparison_access",
  ] as const;
  const flags = (addOns?: SubscriptionPlanState["addOns"]) =>
    Object.fromEntries(
      NAMES.map((planType) => {
        const opened = termsOf(plan({ planType, addOns })).flags;
        return [planType, FLAGS.map((flag) => Number(opened[flag])).join("")];
      }),
    );
  const bare = { TRIAL: "1111", PRO: "1011", ENTERPRISE: "1011", POPULAR: "1000", BASE: "0000" };
  expect(flags()).toEqual(bare);
  expect(flags({ linkedin_seats: 0, deliverability_plan: null })).toEqual(bare);
  const seat = { linkedin_seats: 1, deliverability_plan: null };
  expect(flags(seat)).toEqual({ ...bare, BASE: "1000" });
  const tested = { PRO: "1111", ENTERPRISE: "1111", POPULAR: "1100", BASE: "0100" };
  for (const deliverability_plan of DELIVERABILITY_PLANS) {
    const addOns = { linkedin_seats: 0, deliverability_plan };
    expect(flags(addOns)).toEqual({ ...bare, ...tested });
  }
});

test("an ENTERPRISE plan has what was agreed on, and PRO's terms in all else", () => {
  const pro = termsOf(plan({ planType: "PRO" }));
  expect(termsOf(plan({ planType: "ENTERPRISE" }))).toEqual(pro);
  const details = { leads: 500_000, emails_per_month: null, smart_delivery: true };
  expect(termsOf(plan({ planType: "ENTERPRISE", details }))).toEqual({
    ...pro,
    leads: 500_000,
    emailsPerMonth: Number.POSITIVE_INFINITY,
    flags: { ...pro.flags, smart_delivery: true },
  });
});

describe("the first invoice", () => {
  const monthly = (planType: SubscriptionPlanState["planType"]) =>
    plan({ planType, isSubscribed: true, interval: "monthly" });

  test("is 15 % lower for monthly subscribers of BASE and POPULAR who go yearly or higher", () => {
    const yearly = { planType: "BASE", interval: "yearly" } as const;
    expect(firstInvoice(monthly("BASE"), yearly, NOW)).toBe(396_00 * 0.85);
    const higher = { planType: "PRO", interval: "monthly" } as const;
    expect(firstInvoice(monthly("POPULAR"), higher, NOW)).toBe(79_90);
  });

  test("is the price itself for everyone else", () => {
    const yearly = { planType: "PRO", interval: "yearly" } as const;
    expect(firstInvoice(monthly("PRO"), yearly, NOW)).toBe(936_00);
    const onceYearly = { ...monthly("BASE"), interval: "yearly" } as const;
    expect(firstInvoice(onceYearly, yearly, NOW)).toBe(936_00);
    const lower = { planType: "BASE", interval: "monthly" } as const;
    expect(firstInvoice(monthly("POPULAR"), lower, NOW)).toBe(39_00);
    expect(firstInvoice(plan({ endsAt: inHours(-99) }), yearly, NOW)).toBe(936_00);
  });

  test("is 20 % lower while the offer at the end of the trial is open, and discounts do not add up [PLAN-19]", () => {
    const choice = { planType: "POPULAR", interval: "monthly" } as const;
    expect(firstInvoice(trial(NOW), choice, NOW + 14 * DAY_MS)).toBe(63_20);
    expect(firstInvoice(trial(NOW), choice, NOW + 3 * DAY_MS)).toBe(79_00);
  });
});
