import type { Actor } from "../../actor.ts";
import { now, toIso } from "../../clock.ts";
import { DAY_MS } from "../../duration.ts";
import { AppError } from "../../error.ts";
import { accountPlanOf, featuresOf } from "../../kernel/access/feature.ts";
import { operation } from "../../operation.ts";
import { Nothing } from "../account/account.schema.ts";
import { openOffer, readSubscriptionPlan } from "../account/account-plan.ts";
import { readLeadCredits } from "./lead-credit.ts";
import { monthlyQuotaOf, readMonthlyUsed } from "./monthly-quota.ts";
import {
  CurrentSubscriptionPlan,
  KEPT_DAYS,
  NO_ADD_ONS,
  TRIAL_OFFER,
} from "./subscription-plan.schema.ts";
import {
  accessEndsAt,
  hasAccess,
  isPlanEnded,
  type SubscriptionPlanState,
  termsOf,
  trialEndsAt,
  trialLeft,
  trialOffer,
} from "./subscription-plan-state.ts";

/** What the account has and has used. Also without access, so that it can be mended. */
export const getCurrentPlan = operation({
  permission: "signed_in",
  input: Nothing,
  output: CurrentSubscriptionPlan,
  async run(actor) {
    if (actor.kind === "client") throw new AppError("forbidden", "plan.ofAgency");
    return describePlan(actor);
  },
});

/** Shows the offer at the end of the trial: from the first time on it is open for its days. Safe to run twice. */
export const showTrialOffer = operation({
  permission: "billing:write",
  input: Nothing,
  output: CurrentSubscriptionPlan,
  async run(actor) {
    const at = now();
    const { state } = await readSubscriptionPlan(actor.accountId);
    if (trialOffer(state, at)?.state === "new") await openOffer(actor.accountId, at);
    return describePlan(actor);
  },
});

export async function describePlan({
  accountId,
  kind,
}: Pick<Actor, "accountId" | "kind">): Promise<CurrentSubscriptionPlan> {
  const at = now();
  const [{ state }, credits, quota] = await Promise.all([
    readSubscriptionPlan(accountId),
    readLeadCredits(accountId),
    monthlyQuotaOf(accountId, at),
  ]);
  const mails = await readMonthlyUsed(quota);
  const terms = termsOf(state);
  const trialEnd = trialEndsAt(state);
  return {
    plan_type: state.planType,
    subscription_detail: { is_sub: state.isSubscribed, end_date: state.endsAt ?? null },
    trial_end_date: trialEnd === undefined ? null : toIso(trialEnd),
    enterprise_plan_details: state.details ?? {},
    new_feature_access: terms.flags,
    add_ons: state.addOns ?? NO_ADD_ONS,
    features: featuresOf(kind, accountPlanOf(state)),
    lead_credits_used: credits.used,
    interval: state.interval ?? null,
    has_access: hasAccess(state, at),
    data_kept_until: dataKeptUntil(state, at),
    trial_left: trialEnd === undefined ? null : trialLeft(state, at),
    trial_had_by: state.trialHadBy ?? null,
    leads: { used: credits.used, limit: finite(terms.leads) },
    mails: { used: mails, limit: finite(quota.limit) },
    month_ends_at: quota.endsAt,
    support_minutes: terms.supportMinutes,
    trial_offer: offerOf(state, at),
  };
}

function offerOf(state: SubscriptionPlanState, at: number): CurrentSubscriptionPlan["trial_offer"] {
  const offer = trialOffer(state, at);
  if (!offer) return null;
  return { factor: TRIAL_OFFER.factor, state: offer.state, ends_at: toIso(offer.endsAt) };
}

function dataKeptUntil(state: SubscriptionPlanState, at: number): string | null {
  const endedAt = accessEndsAt(state);
  if (endedAt === undefined || !isPlanEnded(state, at)) return null;
  return toIso(endedAt + KEPT_DAYS * DAY_MS);
}

const finite = (limit: number) => (Number.isFinite(limit) ? limit : null);
