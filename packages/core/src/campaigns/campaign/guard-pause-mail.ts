import { say } from "@thaw/text/say";
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
    subject: say("mail.guardSubject", { campaign: name }),
    name: owner.name,
    text: say("mail.guardText"),
    action: {
      label: say("mail.guardLabel"),
      link: `${config.siteUrl()}/app/email-campaign/${campaignId}/performance`,
    },
    footer: say("mail.guardFooter"),
  });
  await sendProductMail({ to: owner.email, ...mail });
}
