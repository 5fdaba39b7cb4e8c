import { findUser } from "../account/user.ts";
import { now } from "../clock.ts";
import { config } from "../config.ts";
import { log } from "../log.ts";
import { renderActionMail } from "../mail-out/action-mail.ts";
import { sendProductMail } from "../mail-out/product-mail.ts";
import { claimQuotaWarning, forgetQuotaWarning, type MonthlyQuota } from "./monthly-quota.ts";
import { WARNING_SHARE } from "./plan.schema.ts";

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
    log.error("The owner was not warned of the month's mails", {
      accountId: quota.accountId,
      error,
    });
  }
}

async function mailWarning({ accountId, limit, endsAt }: MonthlyQuota): Promise<void> {
  // The account is known by its owner's id.
  const owner = await findUser({ accountId, userId: accountId });
  if (owner?.status !== "active") return;
  const mails = limit.toLocaleString("en-US");
  const mail = renderActionMail({
    subject: `${Math.round(WARNING_SHARE * 100)} % of this month's mails are used`,
    greeting: `Hello ${owner.name},`,
    text: `Your plan sends ${mails} campaign mails a month. When they are used up, campaigns wait until ${endsAt.slice(0, 10)}, or until you choose a larger plan.`,
    action: { label: "See your plan", link: `${config.siteUrl()}/app/settings/subscription` },
    footer: "You get this mail once a month at most, because the account is yours.",
  });
  await sendProductMail({ to: owner.email, ...mail });
}
