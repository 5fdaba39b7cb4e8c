import type {
  SubscriptionPlanFlags,
  SubscriptionPlanName,
} from "../../accounts/subscription-plan/subscription-plan.schema.ts";
import {
  isEnterprise,
  type SubscriptionPlanState,
  termsOf,
} from "../../accounts/subscription-plan/subscription-plan-state.ts";
import type { ActorKind } from "./actor-kind.ts";
import { FEATURES, type Feature } from "./feature.schema.ts";

/** `team`: anyone who is no client of an agency. */
type Who = "everyone" | "team" | "owner";
/** What the plan has to be, or the flag that it has to have. */
type PlanNeed = "any" | "trial" | "no trial" | "details" | keyof SubscriptionPlanFlags;
type Row = { opens: string; who: Who; plan: PlanNeed };

/** What an account has by its plan. */
export type AccountPlan = {
  planType: SubscriptionPlanName;
  flags: SubscriptionPlanFlags;
  /** Something was agreed on with this very account (enterprise_plan_details). */
  isEnterprise: boolean;
};

/** Who has which feature: the one place that decides it. */
// biome-ignore format: a table is read by its columns
export const FEATURE_ACCESS: Record<Feature, Row> = {
  smart_servers:      { opens: "mail servers of one's own",              who: "team",      plan: "any" },
  smart_server_owner: { opens: "the order of a mail server",             who: "owner",     plan: "any" },
  smart_senders:      { opens: "the order of mailboxes and domains",     who: "team",      plan: "no trial" },
  global_analytics:   { opens: "analytics of the whole account",         who: "team",      plan: "global_analytics_access" },
  server_comparison:  { opens: "the comparison of mail servers",         who: "team",      plan: "server_comparison_access" },
  linkedin:           { opens: "LinkedIn accounts and steps",            who: "everyone", plan: "linkedinAccessAllowed" },
  smart_delivery:     { opens: "deliverability tests",                   who: "everyone", plan: "smart_delivery" },
  augment_plan:       { opens: "the choice of a first plan",             who: "everyone", plan: "trial" },
  enterprise:         { opens: "a plan by agreement, with its details",  who: "everyone", plan: "details" },
};

export const accountPlanOf = (state: SubscriptionPlanState): AccountPlan => ({
  planType: state.planType,
  flags: termsOf(state).flags,
  isEnterprise: isEnterprise(state.details),
});

const IS_ONE: Record<Who, (kind: ActorKind) => boolean> = {
  everyone: () => true,
  team: (kind) => kind !== "client",
  owner: (kind) => kind === "owner" || kind === "system",
};

/** Whether an account's plan has a feature at all. */
export function planHas(feature: Feature, account: AccountPlan): boolean {
  const { plan } = FEATURE_ACCESS[feature];
  if (plan === "any") return true;
  if (plan === "details") return account.isEnterprise;
  if (plan === "trial") return account.planType === "TRIAL";
  if (plan === "no trial") return account.planType !== "TRIAL";
  return account.flags[plan];
}

/** Whether someone of the account has it. */
export function hasFeature(feature: Feature, kind: ActorKind, account: AccountPlan): boolean {
  return IS_ONE[FEATURE_ACCESS[feature].who](kind) && planHas(feature, account);
}

export const featuresOf = (kind: ActorKind, account: AccountPlan): Feature[] =>
  FEATURES.filter((feature) => hasFeature(feature, kind, account));
