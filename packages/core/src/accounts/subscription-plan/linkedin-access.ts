import { accountPlanOf, planHas } from "../../kernel/access/feature.ts";
import { readPlan } from "../account/account-plan.ts";

/** Whether the account's plan has LinkedIn steps. */
export async function mayUseLinkedIn(accountId: number): Promise<boolean> {
  return planHas("linkedin", accountPlanOf((await readPlan(accountId)).state));
}
