import { termsOf } from "../plan/plan-state.ts";
import { AccountEntity } from "./account.entity.ts";
import { readPlan } from "./account-plan.ts";

const DEFAULT_TIMEZONE = "Etc/GMT";

/** The IANA timezone whose dates an account's daily limits follow. */
export async function accountTimezone(accountId: number): Promise<string> {
  const { data } = await AccountEntity.get({ accountId }).go();
  return data?.timezone ?? DEFAULT_TIMEZONE;
}

/** How many leads the account's plan holds. */
export async function leadCreditLimit(accountId: number): Promise<number> {
  return (await planOf(accountId)).limits.leads;
}

/** The account's plan, its limits, and the instant (ISO 8601) that its billing months are counted from. */
export async function planOf(accountId: number) {
  const { state, startedAt } = await readPlan(accountId);
  return { planType: state.planType, limits: termsOf(state), startedAt };
}
