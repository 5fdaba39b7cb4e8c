import { PLAN_LIMITS, type PlanName } from "../plan/plan.schema.ts";
import { AccountEntity } from "./account.entity.ts";

const DEFAULT_TIMEZONE = "Etc/GMT";

/** The IANA timezone whose dates an account's daily limits follow. */
export async function accountTimezone(accountId: number): Promise<string> {
  const { data } = await AccountEntity.get({ accountId }).go();
  return data?.timezone ?? DEFAULT_TIMEZONE;
}

/** How many leads the account's plan holds. */
export async function leadCreditLimit(accountId: number): Promise<number> {
  const { data } = await AccountEntity.get({ accountId }).go({ consistent: true });
  return PLAN_LIMITS[data?.planType ?? "TRIAL"].leads;
}

/** The account's plan and the instant (ISO 8601) that its billing months are counted from. */
export async function planOf(
  accountId: number,
): Promise<{ planType: PlanName; startedAt: string }> {
  const { data } = await AccountEntity.get({ accountId }).go({ consistent: true });
  return {
    planType: data?.planType ?? "TRIAL",
    startedAt: data?.trialStartedAt ?? data?.createdAt ?? "1970-01-01T00:00:00.000Z",
  };
}
