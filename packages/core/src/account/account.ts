import { PLAN_LIMITS } from "../plan/plan.schema.ts";
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
