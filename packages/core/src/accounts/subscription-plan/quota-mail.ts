import { say } from "@thaw/text/say";
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
  const mail = renderActionMail({
    subject: say("mail.quotaSubject", { share: Math.round(WARNING_SHARE * 100) }),
    name: owner.name,
    text: say("mail.quotaText", { most: limit, until: endsAt.slice(0, 10) }),
    action: {
      label: say("mail.quotaLabel"),
      link: `${config.siteUrl()}/app/settings/subscription`,
    },
    footer: say("mail.quotaFooter"),
  });
  await sendProductMail({ to: owner.email, ...mail });
}
