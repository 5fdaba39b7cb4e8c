import { DAY_MS, HOUR_MS } from "../../duration.ts";
import {
  type AddOns,
  type BillingInterval,
  type EnterpriseDetails,
  GRACE_DAYS,
  NO_ADD_ONS,
  SUBSCRIPTION_PLANS,
  type SubscriptionPlanFlags,
  type SubscriptionPlanName,
  type SubscriptionPlanTerms,
  TRIAL_DAYS,
  TRIAL_OFFER,
  type TrialHolder,
} from "./subscription-plan.schema.ts";

/** What an account's record says of its plan. Instants are ISO 8601. */
export type SubscriptionPlanState = {
  planType: SubscriptionPlanName;
  /** The subscription goes on by itself (is_sub). */
  isSubscribed: boolean;
  /** Until when it is paid (end_date). */
  endsAt?: string | undefined;
  /** Absent until the owner's address is verified. */
  trialStartedAt?: string | undefined;
  /** Who has had the trial already, in another account. */
  trialHadBy?: TrialHolder | undefined;
  interval?: BillingInterval | undefined;
  details?: EnterpriseDetails | undefined;
  addOns?: AddOns | undefined;
  /** When the offer at the end of the trial was shown. */
  offeredAt?: string | undefined;
  /** When the discount of an upgrade was used. */
  upgradedAt?: string | undefined;
};

export function trialEndsAt({ trialStartedAt }: SubscriptionPlanState): number | undefined {
  return trialStartedAt === undefined
    ? undefined
    : Date.parse(trialStartedAt) + TRIAL_DAYS * DAY_MS;
}

/** On the trial's clock; where a plan is paid too it runs on. */
export function isTrialActive(state: SubscriptionPlanState, at: number): boolean {
  return (trialEndsAt(state) ?? Number.NEGATIVE_INFINITY) > at;
}

/** Subscribed: it goes on by itself, or what is paid has not ended. */
export function isSubscriber({ isSubscribed, endsAt }: SubscriptionPlanState, at: number): boolean {
  return isSubscribed || (endsAt !== undefined && Date.parse(endsAt) > at);
}

/** Pays by a card that is charged again and again. */
export function isCardSubscriber({ planType, isSubscribed }: SubscriptionPlanState): boolean {
  return planType !== "TRIAL" && isSubscribed;
}

/** D16.1. The hosts of agencies always have access. */
export function hasAccess(
  state: SubscriptionPlanState,
  at: number,
  { isProviderHost = true } = {},
): boolean {
  if (!isProviderHost) return true;
  const { endsAt } = state;
  const end = endsAt === undefined ? undefined : Date.parse(endsAt);
  if (isSubscriber(state, at)) {
    if (end === undefined) return true;
    if (at <= end + GRACE_DAYS * DAY_MS) return true;
  }
  return (end !== undefined && end > at) || isTrialActive(state, at);
}

/** The first millisecond without access, if nothing is paid; Infinity for a plan that goes on, undefined before any began. */
export function accessEndsAt(state: SubscriptionPlanState): number | undefined {
  const { endsAt, isSubscribed } = state;
  if (isSubscribed && endsAt === undefined) return Number.POSITIVE_INFINITY;
  const grace = isSubscribed ? GRACE_DAYS * DAY_MS + 1 : 0;
  const ends = [
    ...(endsAt === undefined ? [] : [Date.parse(endsAt) + grace]),
    trialEndsAt(state) ?? [],
  ].flat();
  return ends.length > 0 ? Math.max(...ends) : undefined;
}

/** There was access, and it is over: what never began has not ended. */
export function isPlanEnded(state: SubscriptionPlanState, at: number): boolean {
  return accessEndsAt(state) !== undefined && !hasAccess(state, at);
}

/** Whole days and hours until the end of the trial; zeros once it is over. */
export function trialLeft(
  state: SubscriptionPlanState,
  at: number,
): { days: number; hours: number } {
  const left = Math.max(0, (trialEndsAt(state) ?? at) - at);
  return { days: Math.floor(left / DAY_MS), hours: Math.floor((left % DAY_MS) / HOUR_MS) };
}

/** Full days since the trial began; undefined before. */
export function trialDay(
  { trialStartedAt }: SubscriptionPlanState,
  at: number,
): number | undefined {
  return trialStartedAt === undefined
    ? undefined
    : Math.floor((at - Date.parse(trialStartedAt)) / DAY_MS);
}

/** The offer at the end of the trial: `new` until it is first shown, then open until `endsAt`; made once. */
export function trialOffer(
  state: SubscriptionPlanState,
  at: number,
): { state: "new" | "open"; endsAt: number } | undefined {
  const isPaid = state.planType !== "TRIAL" || isSubscriber(state, at);
  const day = trialDay(state, at);
  if (isPaid || day === undefined || day < TRIAL_OFFER.fromDay) return undefined;
  const length = TRIAL_OFFER.days * DAY_MS;
  if (state.offeredAt === undefined) return { state: "new", endsAt: at + length };
  const endsAt = Date.parse(state.offeredAt) + length;
  return endsAt > at ? { state: "open", endsAt } : undefined;
}

/** Something was agreed on with this very account. */
export const isEnterprise = (details: EnterpriseDetails | null | undefined): boolean =>
  Object.keys(details ?? {}).length > 0;

/** Limits, prices and flags; an add-on opens what it is for. */
export function termsOf(state: SubscriptionPlanState): SubscriptionPlanTerms {
  const terms = termsOfSubscriptionPlan(state);
  const { linkedin_seats, deliverability_plan } = state.addOns ?? NO_ADD_ONS;
  return {
    ...terms,
    flags: {
      ...terms.flags,
      linkedinAccessAllowed: terms.flags.linkedinAccessAllowed || linkedin_seats > 0,
      smart_delivery: terms.flags.smart_delivery || deliverability_plan !== null,
    },
  };
}

/** Those of the plan, and of ENTERPRISE what was agreed on, else PRO's. */
function termsOfSubscriptionPlan({
  planType,
  details = {},
}: SubscriptionPlanState): SubscriptionPlanTerms {
  if (planType !== "ENTERPRISE") return SUBSCRIPTION_PLANS[planType];
  const pro = SUBSCRIPTION_PLANS.PRO;
  const {
    monthly_cents = pro.monthlyCents,
    yearly_per_month_cents = pro.yearlyPerMonthCents,
    leads = pro.leads,
    emails_per_month = pro.emailsPerMonth,
    support_minutes = pro.supportMinutes,
    ...flags
  } = details;
  return {
    monthlyCents: monthly_cents,
    yearlyPerMonthCents: yearly_per_month_cents,
    leads: leads ?? Number.POSITIVE_INFINITY,
    emailsPerMonth: emails_per_month ?? Number.POSITIVE_INFINITY,
    supportMinutes: support_minutes,
    flags: { ...pro.flags, ...(flags as Partial<SubscriptionPlanFlags>) },
  };
}
