import { config } from "../../config.ts";
import { renderActionMail } from "../product-mail/action-mail.ts";
import { sendProductMail } from "../product-mail/product-mail.ts";
import type { MonthlyQuota } from "./monthly-quota.ts";
import { WARNING_SHARE } from "./subscription-plan.schema.ts";

/** Warns an account's owner that most of the month's emails are used. */
export async function mailQuota(
  owner: { name: string; email: string },
  { limit, endsAt }: Pick<MonthlyQuota, "limit" | "endsAt">,
): Promise<void> {
  const mails = limit.toLocaleString("en-US");
  const mail = renderActionMail({
    subject: `${Math.round(WARNING_SHARE * 100)} % of this month's emails are used`,
    greeting: `Hello ${owner.name},`,
    text: `Your plan sends ${mails} campaign emails a month. When they are used up, campaigns wait until ${endsAt.slice(0, 10)}, or until you choose a larger plan.`,
    action: { label: "See your plan", link: `${config.siteUrl()}/app/settings/subscription` },
    footer: "You get this email at most once a month, because the account is yours.",
  });
  await sendProductMail({ to: owner.email, ...mail });
}
