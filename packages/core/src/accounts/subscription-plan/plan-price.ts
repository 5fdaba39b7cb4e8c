import {
  type BillingInterval,
  SUBSCRIPTION_PLANS,
  type SubscriptionPlanName,
  TRIAL_OFFER,
  UPGRADE_OFFER,
} from "./subscription-plan.schema.ts";
import { isSubscriber, type SubscriptionPlanState, trialOffer } from "./subscription-plan-state.ts";

const RANK: Record<SubscriptionPlanName, number> = {
  TRIAL: 0,
  BASE: 1,
  POPULAR: 2,
  PRO: 3,
  ENTERPRISE: 4,
};
const MONTHS = 12;

export type Choice = {
  planType: Exclude<SubscriptionPlanName, "TRIAL" | "ENTERPRISE">;
  interval: BillingInterval;
};

/** What an interval costs, in cents: a year is charged at once, twelve times its price of a month. */
export function chargeOf({ planType, interval }: Choice): number {
  const { monthlyCents, yearlyPerMonthCents } = SUBSCRIPTION_PLANS[planType];
  return (interval === "yearly" ? (yearlyPerMonthCents ?? 0) * MONTHS : monthlyCents) ?? 0;
}

/** What twelve months cost one by one, in cents: shown beside the year's price (D16.5). */
export function yearOfMonths(planType: Choice["planType"]): number {
  return (SUBSCRIPTION_PLANS[planType].monthlyCents ?? 0) * MONTHS;
}

/** By which the first invoice is multiplied. Discounts do not stack: the lowest counts. */
export function discountFactor(state: SubscriptionPlanState, choice: Choice, at: number): number {
  const factors = [1];
  if (trialOffer(state, at)) factors.push(TRIAL_OFFER.factor);
  if (isDiscountedUpgrade(state, choice, at)) factors.push(UPGRADE_OFFER.factor);
  return Math.min(...factors);
}

/** Whether a choice is an upgrade whose first invoice is lower: an account's first one alone. */
export function isDiscountedUpgrade(
  state: SubscriptionPlanState,
  { planType, interval }: { planType: SubscriptionPlanName; interval: BillingInterval },
  at: number,
): boolean {
  if (state.upgradedAt !== undefined) return false;
  if (!isSubscriber(state, at) || state.interval === "yearly") return false;
  if (!UPGRADE_OFFER.plans.includes(state.planType)) return false;
  return interval === "yearly" || RANK[planType] > RANK[state.planType];
}

/** The first invoice of a choice, in cents. */
export function firstInvoice(state: SubscriptionPlanState, choice: Choice, at: number): number {
  return Math.round(chargeOf(choice) * discountFactor(state, choice, at));
}
