import { issueText } from "@thaw/text/issue-text";
import * as v from "valibot";
import { FEATURES } from "../../kernel/access/feature.schema.ts";
import { Instant, WholeNumber } from "../../page.schema.ts";

export const SUBSCRIPTION_PLAN_NAMES = ["TRIAL", "BASE", "PRO", "POPULAR", "ENTERPRISE"] as const;
export type SubscriptionPlanName = (typeof SUBSCRIPTION_PLAN_NAMES)[number];

/** What a plan opens (D16.3). Where it does not, an add-on or a plan for deliverability may. */
export const SubscriptionPlanFlags = v.object({
  linkedinAccessAllowed: v.boolean(),
  smart_delivery: v.boolean(),
  global_analytics_access: v.boolean(),
  server_comparison_access: v.boolean(),
});
export type SubscriptionPlanFlags = v.InferOutput<typeof SubscriptionPlanFlags>;

/** Prices are in cents of a US dollar, without tax; null: the plan is not sold, or by agreement alone. */
export type SubscriptionPlanTerms = {
  monthlyCents: number | null;
  yearlyPerMonthCents: number | null;
  /** Infinity: nothing is said to end it. */
  leads: number;
  emailsPerMonth: number;
  /** How soon the support chat answers. */
  supportMinutes: number;
  flags: SubscriptionPlanFlags;
};

const EVERYTHING: SubscriptionPlanFlags = {
  linkedinAccessAllowed: true,
  smart_delivery: true,
  global_analytics_access: true,
  server_comparison_access: true,
};
const NOTHING: SubscriptionPlanFlags = {
  linkedinAccessAllowed: false,
  smart_delivery: false,
  global_analytics_access: false,
  server_comparison_access: false,
};

/** Every figure of the plans but those of ENTERPRISE, which are agreed on with each account. */
export const SUBSCRIPTION_PLANS: Record<
  Exclude<SubscriptionPlanName, "ENTERPRISE">,
  SubscriptionPlanTerms
> = {
  TRIAL: {
    monthlyCents: null,
    yearlyPerMonthCents: null,
    leads: 1250,
    emailsPerMonth: 2500,
    supportMinutes: 420,
    flags: EVERYTHING,
  },
  BASE: {
    monthlyCents: 39_00,
    yearlyPerMonthCents: 33_00,
    leads: 2000,
    emailsPerMonth: 6000,
    supportMinutes: 480,
    flags: NOTHING,
  },
  POPULAR: {
    monthlyCents: 79_00,
    yearlyPerMonthCents: 65_00,
    leads: 10_000,
    emailsPerMonth: 40_000,
    supportMinutes: 480,
    flags: { ...NOTHING, linkedinAccessAllowed: true },
  },
  PRO: {
    monthlyCents: 94_00,
    yearlyPerMonthCents: 78_00,
    leads: 30_000,
    emailsPerMonth: 150_000,
    supportMinutes: 300,
    flags: { ...EVERYTHING, smart_delivery: false },
  },
};

/** The plans that anyone can choose, cheapest first. */
export const SOLD_PLANS = ["BASE", "POPULAR", "PRO"] as const satisfies SubscriptionPlanName[];

export const TRIAL_DAYS = 12;
/** The day of the trial's clock that the offer begins on, and for how many days it is good. */
export const TRIAL_OFFER = { fromDay: 13, days: 7, factor: 0.8 };
/** For monthly subscribers of these plans who move to yearly payment or to a higher plan. */
export const UPGRADE_OFFER = {
  plans: ["BASE", "POPULAR"] as readonly SubscriptionPlanName[],
  factor: 0.85,
};
/** How long a subscriber keeps access after the end of what is paid. */
export const GRACE_DAYS = 1;
/** Data of an account without access is kept so long; its owner is told on two days before (D16.5). */
export const KEPT_DAYS = 90;
export const LAPSE_MAIL_DAYS: readonly number[] = [60, 83];
/** The owner is told when so much of the month's mails is used. */
export const WARNING_SHARE = 0.8;

const Amount = v.pipe(WholeNumber, v.minValue(0));
const Cents = v.nullable(Amount);
/** null: nothing is said to end it. */
const Limit = v.nullable(Amount);

/** What was agreed on with an account of the plan ENTERPRISE; what is left out is as in PRO. */
export const EnterpriseDetails = v.strictObject({
  monthly_cents: v.optional(Cents),
  yearly_per_month_cents: v.optional(Cents),
  leads: v.optional(Limit),
  emails_per_month: v.optional(Limit),
  support_minutes: v.optional(Amount),
  ...v.partial(SubscriptionPlanFlags).entries,
});
export type EnterpriseDetails = v.InferOutput<typeof EnterpriseDetails>;

/** Plans for deliverability tests, cheapest first; an account has one besides its plan or none. */
export const DELIVERABILITY_PLANS = ["GROWTH", "PRO", "EXPERT"] as const;

/** What an account has besides its plan. It stays when another plan is set. */
export const AddOns = v.strictObject({
  linkedin_seats: v.optional(Amount, 0),
  deliverability_plan: v.optional(v.nullable(v.picklist(DELIVERABILITY_PLANS)), null),
});
export type AddOns = v.InferOutput<typeof AddOns>;
export const NO_ADD_ONS: AddOns = { linkedin_seats: 0, deliverability_plan: null };

export const BILLING_INTERVALS = ["monthly", "yearly"] as const;
export type BillingInterval = (typeof BILLING_INTERVALS)[number];

/** What an operator gives an account, as there is no taking of money. */
export const SetPlan = v.pipe(
  v.object({
    plan_type: v.picklist(SUBSCRIPTION_PLAN_NAMES),
    interval: v.optional(v.picklist(BILLING_INTERVALS), "monthly"),
    /** Until when it is paid; without one it goes on until another plan is set. */
    end_date: v.optional(Instant),
    /** Goes on by itself at the end of what is paid. */
    is_sub: v.optional(v.boolean(), true),
    enterprise_plan_details: v.optional(EnterpriseDetails),
    /** Left out: they stay as they are. */
    add_ons: v.optional(AddOns),
  }),
  v.forward(
    v.check(
      (plan) => plan.plan_type === "ENTERPRISE" || plan.enterprise_plan_details === undefined,
      issueText("enterpriseOnly"),
    ),
    ["enterprise_plan_details"],
  ),
  v.forward(
    v.check(
      (plan) => plan.is_sub || plan.end_date !== undefined || plan.plan_type === "TRIAL",
      issueText("paidUntil"),
    ),
    ["end_date"],
  ),
);

const Price = v.object({
  /** What the interval costs. */
  charge_cents: v.number(),
  /** The same after what the account is offered. */
  first_invoice_cents: v.number(),
});
/** A plan that the account can choose. */
export const SubscriptionPlanChoice = v.object({
  plan_type: v.picklist(SOLD_PLANS),
  leads: v.number(),
  emails_per_month: v.number(),
  support_minutes: v.number(),
  monthly: Price,
  yearly: v.object({ ...Price.entries, per_month_cents: v.number(), by_months_cents: v.number() }),
});
export type SubscriptionPlanChoice = v.InferOutput<typeof SubscriptionPlanChoice>;

const TimeLeft = v.object({ days: v.number(), hours: v.number() });
export const SubscriptionPlanUsage = v.object({ used: v.number(), limit: v.nullable(v.number()) });

/** The account's plan; every name that the specification has is as there. */
/** Whose trial is given once (D16.2). */
export const TRIAL_HOLDERS = ["address", "company"] as const;
export type TrialHolder = (typeof TRIAL_HOLDERS)[number];

export const CurrentSubscriptionPlan = v.object({
  plan_type: v.picklist(SUBSCRIPTION_PLAN_NAMES),
  subscription_detail: v.object({ is_sub: v.boolean(), end_date: v.nullable(v.string()) }),
  trial_end_date: v.nullable(v.string()),
  enterprise_plan_details: EnterpriseDetails,
  new_feature_access: SubscriptionPlanFlags,
  add_ons: AddOns,
  /** What the plan opens to the caller. */
  features: v.array(v.picklist(FEATURES)),
  lead_credits_used: v.number(),
  interval: v.nullable(v.picklist(BILLING_INTERVALS)),
  has_access: v.boolean(),
  /** Of a plan that has ended: when all data is deleted unless another is chosen. */
  data_kept_until: v.nullable(v.string()),
  trial_left: v.nullable(TimeLeft),
  /** Who has had the trial in another account: here it was over when it began. */
  trial_had_by: v.nullable(v.picklist(TRIAL_HOLDERS)),
  leads: SubscriptionPlanUsage,
  mails: SubscriptionPlanUsage,
  /** When the month's mails begin anew. */
  month_ends_at: v.string(),
  support_minutes: v.number(),
  /** Of the first invoice, while it can be taken. */
  trial_offer: v.nullable(
    v.object({ factor: v.number(), state: v.picklist(["new", "open"]), ends_at: v.string() }),
  ),
});
export type CurrentSubscriptionPlan = v.InferOutput<typeof CurrentSubscriptionPlan>;
