import { now } from "../../clock.ts";
import { accountPlanOf, planHas } from "../../kernel/access/feature.ts";
import { readPlan } from "../account/account-plan.ts";
import { readLeadCredits } from "./lead-credit.ts";
import { monthlyQuotaOf, readMonthlyLeft } from "./monthly-quota.ts";
import { isPlanEnded, termsOf } from "./plan-state.ts";

/** Why the account's plan lets no campaign start now, in words for the user. */
export async function findPlanProblems(
  accountId: number,
  { usesLinkedIn }: { usesLinkedIn: boolean },
): Promise<string[]> {
  const at = now();
  const [{ state }, { used }, quota] = await Promise.all([
    readPlan(accountId),
    readLeadCredits(accountId),
    monthlyQuotaOf(accountId, at),
  ]);
  if (isPlanEnded(state, at)) return ["Your plan has ended: choose one to go on."];
  const { leads } = termsOf(state);
  const problems: string[] = [];
  if (usesLinkedIn && !planHas("linkedin", accountPlanOf(state))) {
    problems.push("Your plan has no LinkedIn steps.");
  }
  if (used > leads) {
    problems.push(`Your plan holds ${leads} leads and ${used} are in use: delete some first.`);
  }
  if ((await readMonthlyLeft(quota)) === 0) {
    const date = quota.endsAt.slice(0, 10);
    problems.push(`Your plan's emails for this month are used up. It resets on ${date}.`);
  }
  return problems;
}
