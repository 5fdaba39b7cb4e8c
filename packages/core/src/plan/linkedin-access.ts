import { planOf } from "../account/account.ts";
import { PLAN_FLAGS } from "./plan.schema.ts";

/** Whether the account's plan has LinkedIn steps (linkedinAccessAllowed). */
export async function mayUseLinkedIn(accountId: number): Promise<boolean> {
  const { planType } = await planOf(accountId);
  return PLAN_FLAGS[planType].linkedinAccessAllowed;
}
