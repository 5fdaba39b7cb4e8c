import { accountPlanOf, planHas } from "../../kernel/access/feature.ts";
import { readSubscriptionPlan } from "../account/account-plan.ts";

/** Whether the account's plan has LinkedIn steps. */
export async function mayUseLinkedIn(accountId: number): Promise<boolean> {
  return planHas("linkedin", accountPlanOf((await readSubscriptionPlan(accountId)).state));
}
