import { renderActionMail } from "../../accounts/product-mail/action-mail.ts";
import { sendProductMail } from "../../accounts/product-mail/product-mail.ts";
import { config } from "../../config.ts";
import type { CampaignRecord } from "./campaign-record.ts";

/** Tells an account's owner that a campaign paused itself. */
export async function mailGuardPause(
  owner: { name: string; email: string },
  { campaignId, name }: Pick<CampaignRecord, "campaignId" | "name">,
): Promise<void> {
  const mail = renderActionMail({
    subject: `${name} is paused: too many bounces`,
    greeting: `Hello ${owner.name},`,
    text: "More than 5 % of the emails of this campaign bounced, so it paused itself to protect your mailboxes. Check the addresses, then resume it.",
    action: {
      label: "See what bounced",
      link: `${config.siteUrl()}/app/email-campaign/${campaignId}/performance`,
    },
    footer: "You get this email once for each pause, because the account is yours.",
  });
  await sendProductMail({ to: owner.email, ...mail });
}
