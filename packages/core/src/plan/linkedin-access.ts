import { planOf } from "../account/account.ts";

/** Whether the account's plan has LinkedIn steps (linkedinAccessAllowed). */
export async function mayUseLinkedIn(accountId: number): Promise<boolean> {
  return (await planOf(accountId)).limits.flags.linkedinAccessAllowed;
}
