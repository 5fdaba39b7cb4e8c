import { loadBatched } from "@thaw/data/load-batched";
import { recordsOf } from "@thaw/data/records";
import { termsOf } from "../subscription-plan/subscription-plan-state.ts";
import { AccountEntity, type AccountRecord } from "./account.entity.ts";
import { readSubscriptionPlan } from "./account-plan.ts";

const DEFAULT_TIMEZONE = "Etc/GMT";

const accounts = recordsOf<AccountRecord, { accountId: number }>(AccountEntity);

/** The IANA timezone whose dates an account's daily limits follow. */
export async function accountTimezone(accountId: number): Promise<string> {
  return (await loadBatched(accounts.read({ accountId })))?.timezone ?? DEFAULT_TIMEZONE;
}

/** How many leads the account's plan holds. */
export async function leadCreditLimit(accountId: number): Promise<number> {
  return (await subscriptionPlanOf(accountId)).limits.leads;
}

/** The account's plan, its limits, and the instant (ISO 8601) that its billing months are counted from. */
export async function subscriptionPlanOf(accountId: number) {
  const { state, startedAt } = await readSubscriptionPlan(accountId);
  return { planType: state.planType, limits: termsOf(state), startedAt };
}
