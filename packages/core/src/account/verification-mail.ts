import { config } from "../config.ts";
import { renderActionMail } from "../mail-out/action-mail.ts";
import { sendProductMail } from "../mail-out/product-mail.ts";
import type { UserRecord } from "./user.entity.ts";

/** Mails the link that verifies the user's address. */
export async function mailVerification(
  user: Pick<UserRecord, "name" | "email">,
  uuid: string,
): Promise<void> {
  const link = `${config.siteUrl()}/verify-account?uuid=${encodeURIComponent(uuid)}`;
  await sendProductMail({
    to: user.email,
    ...renderActionMail({
      subject: "Verify your email address",
      greeting: `Hello ${user.name},`,
      text: "Confirm that this is your address to start using Thaw. The link works once, for 24 hours.",
      action: { label: "Verify my address", link },
      footer: "If you did not sign up for Thaw, ignore this email: nothing happens.",
    }),
  });
}
