import { expect, test } from "vitest";
import { chargeOf, yearOfMonths } from "./plan-price.ts";
import {
  SUBSCRIPTION_PLAN_NAMES,
  SUBSCRIPTION_PLANS,
  SubscriptionPlanFlags,
  TRIAL_OFFER,
  UPGRADE_OFFER,
} from "./subscription-plan.schema.ts";

const limits = ({ leads, emailsPerMonth }: (typeof SUBSCRIPTION_PLANS)["TRIAL"]) => [
  leads,
  emailsPerMonth,
];
const prices = (planType: "BASE" | "POPULAR" | "PRO") => {
  const { monthlyCents, yearlyPerMonthCents } = SUBSCRIPTION_PLANS[planType];
  return [monthlyCents, yearlyPerMonthCents, yearOfMonths(planType)];
};

test("there are five types of plan [PLAN-01]", () => {
  expect([...SUBSCRIPTION_PLAN_NAMES].sort()).toEqual([
    "BASE",
    "ENTERPRISE",
    "POPULAR",
    "PRO",
    "TRIAL",
  ]);
});

test("a plan opens four things or not [PLAN-03]", () => {
  expect(Object.keys(SubscriptionPlanFlags.entries)).toEqual([
    "linkedinAccessAllowed",
    "smart_delivery",
    "global_analytics_access",
    "server_comparison_access",
  ]);
  const opened = (name: keyof typeof SUBSCRIPTION_PLANS) =>
    Object.values(SUBSCRIPTION_PLANS[name].flags).map(Number).join("");
  expect([opened("TRIAL"), opened("BASE"), opened("POPULAR"), opened("PRO")]).toEqual([
    "1111",
    "0000",
    "1000",
    "1011",
  ]);
});

test("the trial is for 1250 leads and 2500 mails a month and has no price [PLAN-11]", () => {
  expect(limits(SUBSCRIPTION_PLANS.TRIAL)).toEqual([1250, 2500]);
  expect([
    SUBSCRIPTION_PLANS.TRIAL.monthlyCents,
    SUBSCRIPTION_PLANS.TRIAL.yearlyPerMonthCents,
  ]).toEqual([null, null]);
});

test("BASE costs 39 a month or 33 in a year, and holds 2000 leads and 6000 mails a month [PLAN-12]", () => {
  expect(limits(SUBSCRIPTION_PLANS.BASE)).toEqual([2000, 6000]);
  expect(prices("BASE")).toEqual([39_00, 33_00, 468_00]);
});

test("POPULAR costs 79 a month or 65 in a year, and holds 10,000 leads and 40,000 mails a month [PLAN-13]", () => {
  expect(limits(SUBSCRIPTION_PLANS.POPULAR)).toEqual([10_000, 40_000]);
  expect(prices("POPULAR")).toEqual([79_00, 65_00, 948_00]);
});

test("PRO costs 94 a month or 78 in a year, and holds 30,000 leads and 150,000 mails a month [PLAN-14]", () => {
  expect(limits(SUBSCRIPTION_PLANS.PRO)).toEqual([30_000, 150_000]);
  expect(prices("PRO")).toEqual([94_00, 78_00, 1128_00]);
});

test("a year is charged at once, twelve times its price of a month", () => {
  const year = (planType: "BASE" | "POPULAR" | "PRO") => chargeOf({ planType, interval: "yearly" });
  expect([year("BASE"), year("POPULAR"), year("PRO")]).toEqual([396_00, 780_00, 936_00]);
});

test("support answers in 420, 480, 480 and 300 minutes", () => {
  const { TRIAL, BASE, POPULAR, PRO } = SUBSCRIPTION_PLANS;
  expect([TRIAL, BASE, POPULAR, PRO].map((plan) => plan.supportMinutes)).toEqual([
    420, 480, 480, 300,
  ]);
});

test("discounts are 0.8 after the trial and 0.85 for BASE and POPULAR [PLAN-10]", () => {
  expect(TRIAL_OFFER.factor).toBe(0.8);
  expect(UPGRADE_OFFER).toEqual({ plans: ["BASE", "POPULAR"], factor: 0.85 });
});
