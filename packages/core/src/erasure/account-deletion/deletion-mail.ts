import { renderActionMail } from "../../accounts/product-mail/action-mail.ts";
import { sendProductMail } from "../../accounts/product-mail/product-mail.ts";
import { findUser } from "../../accounts/user/user-record.ts";
import { config } from "../../config.ts";
import { log } from "../../log.ts";

/** Tells the owner, while there is an address, that all is deleted; gives whether the mail left. */
export async function tellDeleted(accountId: number): Promise<boolean> {
  // The account is known by its owner's id.
  const owner = await findUser({ accountId, userId: accountId });
  if (owner?.status !== "active") return true;
  const mail = renderActionMail({
    subject: "Your data was deleted",
    greeting: `Hello ${owner.name},`,
    text: "Your plan ended more than 90 days ago and no other was chosen. As we wrote before, your account and all of its data are deleted now: leads, campaigns, conversations, files, mailboxes and their passwords. This cannot be undone. Your campaigns send nothing more, and this is our last email. You can sign up again at any time.",
    action: { label: "Sign up again", link: `${config.siteUrl()}/sign-up` },
    footer: "You get this email because the account was yours.",
  });
  try {
    await sendProductMail({ to: owner.email, ...mail });
    return true;
  } catch (error) {
    log.error("The owner was not told that all is deleted", { accountId, error });
    return false;
  }
}
