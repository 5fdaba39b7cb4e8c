import { now } from "../../clock.ts";
import { log } from "../../log.ts";
import { findUser } from "../user/user-record.ts";
import { claimQuotaWarning, forgetQuotaWarning, type MonthlyQuota } from "./monthly-quota.ts";
import { mailQuota } from "./quota-mail.ts";
import { WARNING_SHARE } from "./subscription-plan.schema.ts";

/**
 * Mails the owner, once a month, that most of the month's mails are used. Never throws: what is planned goes on, and the
 * next one to come here tries it again.
 *
 * @param used mails of the month as far as the caller knows
 */
export async function warnOfQuota(quota: MonthlyQuota, used: number): Promise<void> {
  if (used < quota.limit * WARNING_SHARE) return;
  try {
    if (!(await claimQuotaWarning(quota, now()))) return;
    await mailWarning(quota).catch(async (error: unknown) => {
      await forgetQuotaWarning(quota);
      throw error;
    });
  } catch (error) {
    log.error("The owner could not be warned of the month's emails", {
      accountId: quota.accountId,
      error,
    });
  }
}

async function mailWarning(quota: MonthlyQuota): Promise<void> {
  const { accountId } = quota;
  // The account is known by its owner's id.
  const owner = await findUser({ accountId, userId: accountId });
  if (owner?.status === "active") await mailQuota(owner, quota);
}
