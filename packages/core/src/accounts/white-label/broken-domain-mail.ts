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
    subject: `${host} does not reach us any more`,
    greeting: `Hello ${owner.name},`,
    text: `For a day now the CNAME of ${host} has not pointed to ${target}, so your clients cannot come in there. Set it again: the domain goes live by itself.`,
    action: {
      label: "To the domain's settings",
      link: `${config.siteUrl()}/app/settings/whitelabelled-client`,
    },
    footer: "If you do not want the domain any more, remove it there.",
  });
  await sendProductMail({ to: owner.email, ...mail });
}
