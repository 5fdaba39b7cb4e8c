import { say } from "@thaw/text/say";
import { renderActionMail } from "../../accounts/product-mail/action-mail.ts";
import { sendProductMail } from "../../accounts/product-mail/product-mail.ts";
import { findUser } from "../../accounts/user/user-record.ts";
import { config } from "../../config.ts";
import { log } from "../../log.ts";

/** Notifies the owner, while there is an address, that all data is deleted; returns whether the email left. */
export async function notifyDeleted(accountId: number): Promise<boolean> {
  // The account is known by its owner's id.
  const owner = await findUser({ accountId, userId: accountId });
  if (owner?.status !== "active") return true;
  const mail = renderActionMail({
    subject: say("mail.deletedSubject"),
    name: owner.name,
    text: say("mail.deletedText"),
    action: { label: say("mail.deletedLabel"), link: `${config.siteUrl()}/sign-up` },
    footer: say("mail.ownerFooter"),
  });
  try {
    await sendProductMail({ to: owner.email, ...mail });
    return true;
  } catch (error) {
    log.error("The owner could not be notified that all data is deleted", { accountId, error });
    return false;
  }
}
