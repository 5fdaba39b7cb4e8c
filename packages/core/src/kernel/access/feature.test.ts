import { expect, test } from "vitest";
import {
  SUBSCRIPTION_PLAN_NAMES,
  SUBSCRIPTION_PLANS,
} from "../../accounts/subscription-plan/subscription-plan.schema.ts";
import { isEnterprise } from "../../accounts/subscription-plan/subscription-plan-state.ts";
import type { ActorKind } from "./actor-kind.ts";
import { FEATURES, type Feature } from "./feature.schema.ts";
import { type AccountPlan, accountPlanOf, featuresOf, hasFeature } from "./feature.ts";

const KINDS = ["owner", "member", "client"] as const satisfies ActorKind[];
const EVERY = SUBSCRIPTION_PLANS.TRIAL.flags;
const NONE = SUBSCRIPTION_PLANS.BASE.flags;

/** A plan with every flag, and changes to it. */
const plan = (change: Partial<AccountPlan> = {}): AccountPlan => ({
  planType: "PRO",
  flags: EVERY,
  isEnterprise: false,
  ...change,
});
/** Whether owner, member and client have it. */
const had = (feature: Feature, change?: Partial<AccountPlan>) =>
  KINDS.map((kind) => hasFeature(feature, kind, plan(change)));

test.each(SUBSCRIPTION_PLAN_NAMES)("on %s servers are for everyone but clients", (planType) => {
  expect(had("smart_servers", { planType, flags: NONE })).toEqual([true, true, false]);
});

test.each(SUBSCRIPTION_PLAN_NAMES)(
  "on %s servers are ordered by who is neither a client nor a member of the team",
  (planType) => {
    expect(had("smart_server_owner", { planType, flags: NONE })).toEqual([true, false, false]);
  },
);

test("mailboxes are ordered with any plan but the trial, by no client", () => {
  for (const planType of SUBSCRIPTION_PLAN_NAMES) {
    const isPaid = planType !== "TRIAL";
    expect(had("smart_senders", { planType, flags: NONE })).toEqual([isPaid, isPaid, false]);
  }
});

test.each([
  { feature: "global_analytics", flag: "global_analytics_access" },
  { feature: "server_comparison", flag: "server_comparison_access" },
] as const)("$feature needs the plan's flag $flag and no client", ({ feature, flag }) => {
  expect(had(feature, { flags: { ...NONE, [flag]: true } })).toEqual([true, true, false]);
  expect(had(feature, { flags: { ...EVERY, [flag]: false } })).toEqual([false, false, false]);
});

test.each([
  { feature: "linkedin", flag: "linkedinAccessAllowed" },
  { feature: "smart_delivery", flag: "smart_delivery" },
] as const)("$feature follows the plan's flag $flag alone [PERM-10]", ({ feature, flag }) => {
  expect(had(feature, { flags: { ...NONE, [flag]: true } })).toEqual([true, true, true]);
  expect(had(feature, { flags: { ...EVERY, [flag]: false } })).toEqual([false, false, false]);
});

test("only the trial is made a plan of [PERM-11]", () => {
  const augmented = SUBSCRIPTION_PLAN_NAMES.filter((planType) =>
    hasFeature("augment_plan", "owner", plan({ planType })),
  );
  expect(augmented).toEqual(["TRIAL"]);
});

test("an account counts as enterprise by details that are not empty [PERM-12]", () => {
  const counts = (details: unknown) =>
    hasFeature("enterprise", "owner", plan({ isEnterprise: isEnterprise(details as object) }));
  expect([undefined, null, {}].map(counts)).toEqual([false, false, false]);
  expect(counts({ leads: 500_000 })).toBe(true);
  const state = { planType: "ENTERPRISE", isSubscribed: true } as const;
  expect(accountPlanOf({ ...state, details: { leads: 1 } }).isEnterprise).toBe(true);
  expect(accountPlanOf(state).isEnterprise).toBe(false);
});

test("an owner on PRO has everything but the trial's and the agreed, its client LinkedIn and deliverability", () => {
  const rest = new Set<Feature>(["augment_plan", "enterprise"]);
  expect(featuresOf("owner", plan())).toEqual(FEATURES.filter((each) => !rest.has(each)));
  expect(featuresOf("client", plan())).toEqual(["linkedin", "smart_delivery"]);
});
