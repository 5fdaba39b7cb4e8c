import { say, type Text } from "@thaw/text/say";
import { now } from "../../clock.ts";
import { accountPlanOf, planHas } from "../../kernel/access/feature.ts";
import { readSubscriptionPlan } from "../account/account-plan.ts";
import { readLeadCredits } from "./lead-credit.ts";
import { monthlyQuotaOf, readMonthlyLeft } from "./monthly-quota.ts";
import { isPlanEnded, termsOf } from "./subscription-plan-state.ts";

/** Why the account's plan lets no campaign start now. */
export async function findSubscriptionPlanProblems(
  accountId: number,
  { usesLinkedIn }: { usesLinkedIn: boolean },
): Promise<Text[]> {
  const at = now();
  const [{ state }, { used }, quota] = await Promise.all([
    readSubscriptionPlan(accountId),
    readLeadCredits(accountId),
    monthlyQuotaOf(accountId, at),
  ]);
  if (isPlanEnded(state, at)) return [say("plan.ended")];
  const { leads } = termsOf(state);
  const problems: Text[] = [];
  if (usesLinkedIn && !planHas("linkedin", accountPlanOf(state))) {
    problems.push(say("plan.noLinkedinSteps"));
  }
  if (used > leads) {
    problems.push(say("plan.leadsInUse", { most: leads, used }));
  }
  if ((await readMonthlyLeft(quota)) === 0) {
    const date = quota.endsAt.slice(0, 10);
    problems.push(say("plan.emailsUsedUp", { date }));
  }
  return problems;
}
