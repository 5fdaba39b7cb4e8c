import { say } from "@thaw/text/say";
import { config } from "../../config.ts";
import { renderActionMail } from "../product-mail/action-mail.ts";
import { sendProductMail } from "../product-mail/product-mail.ts";

/** Tells an agency's owner that its clients can no longer come in at its host. */
export async function mailBrokenDomain(
  owner: { name: string; email: string },
  host: string,
): Promise<void> {
  const target = config.whiteLabelTarget();
  const mail = renderActionMail({
    subject: say("mail.domainSubject", { host }),
    name: owner.name,
    text: say("mail.domainText", { host, target }),
    action: {
      label: say("mail.domainLabel"),
      link: `${config.siteUrl()}/app/settings/whitelabelled-client`,
    },
    footer: say("mail.domainFooter"),
  });
  await sendProductMail({ to: owner.email, ...mail });
}
