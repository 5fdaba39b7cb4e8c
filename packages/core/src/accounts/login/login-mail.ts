import { say, type Text } from "@thaw/text/say";
import { log } from "../../log.ts";
import { renderActionMail } from "../product-mail/action-mail.ts";
import { sendProductMail } from "../product-mail/product-mail.ts";
import type { UserRecord } from "../user/user-record.ts";
import { type MailBrand, mailBrandOf } from "../white-label/mail-brand.ts";

type Person = Pick<UserRecord, "name" | "email" | "kind" | "accountId">;
type MailCopy = { subject: Text; text: Text; label: Text; footer: Text };

/** Mails the link that verifies the user's address. */
export function mailVerification(user: Person, uuid: string): Promise<void> {
  return mailLink(user, `/verify-account?uuid=${encodeURIComponent(uuid)}`, {
    subject: say("mail.verifySubject"),
    text: say("mail.verifyText"),
    label: say("mail.verifyLabel"),
    footer: say("mail.verifyFooter"),
  });
}

/** Mails the link that proves an address to be the user's before it takes the place of the one before. */
export function mailNewAddress(user: Person, uuid: string): Promise<void> {
  return mailLink(user, `/verify-account?uuid=${encodeURIComponent(uuid)}`, ({ productName }) => ({
    subject: say("mail.newAddressSubject"),
    text: say("mail.newAddressText", { product: productName }),
    label: say("mail.newAddressLabel"),
    footer: say("mail.newAddressFooter"),
  }));
}

/** Tells the address that a user had until now. */
export function mailAddressChanged(user: Person, newEmail: string): Promise<void> {
  return mailLink(user, "/login", {
    subject: say("mail.changedSubject"),
    text: say("mail.changedText", { email: newEmail }),
    label: say("mail.toLogin"),
    footer: say("mail.changedFooter"),
  });
}

/** Mails the link that leads to the choice of a new password. */
export function mailPasswordReset(user: Person, uuid: string): Promise<void> {
  return mailLink(user, `/reset-password?uuid=${encodeURIComponent(uuid)}`, {
    subject: say("mail.resetSubject"),
    text: say("mail.resetText"),
    label: say("mail.resetLabel"),
    footer: say("mail.resetFooter"),
  });
}

/** Something besides the password that logs a user in: a named passkey, or an identity at an issuer. */
type WayIn = { name: string; createdAt: string };

/** Tells that a new password was set by a mailed link, and what logs the user in besides it. */
export function mailPasswordSet(
  user: Person,
  { passkeys, identities }: { passkeys: readonly WayIn[]; identities: readonly WayIn[] },
): Promise<void> {
  const isClient = user.kind === "client";
  const ways = [
    ...(passkeys.length > 0 ? [say("mail.passkeysKept", { names: listed(passkeys) })] : []),
    ...(identities.length > 0 ? [say("mail.identitiesKept", { names: listed(identities) })] : []),
  ];
  return mailLink(user, isClient ? "/client-login" : "/app/settings/security", {
    subject: say("mail.passwordSetSubject"),
    text:
      ways.length === 0
        ? say("mail.passwordSetText")
        : say("mail.passwordSetWithWaysText", { ways }),
    label: say(isClient ? "mail.toLogin" : "mail.toSecurity"),
    footer: say("mail.passwordSetFooter"),
  });
}

const listed = (ways: readonly WayIn[]) => ({
  list: ways.map(({ name, createdAt }) =>
    say("mail.wayIn", { name, date: createdAt.slice(0, 10) }),
  ),
});

/** Mails the link that logs the user in. */
export function mailMagicLink(user: Person, token: string): Promise<void> {
  return mailLink(user, `/email-magic-link?token=${encodeURIComponent(token)}`, {
    subject: say("mail.magicLinkSubject"),
    text: say("mail.magicLinkText"),
    label: say("mail.magicLinkLabel"),
    footer: say("mail.magicLinkFooter"),
  });
}

/** Mails the link with which someone joins a team. */
export function mailInvitation(
  invited: { email: string; uuid: string },
  from: { name: string; accountName: string },
): Promise<void> {
  const { email, uuid } = invited;
  const { name, accountName: account } = from;
  const person = { name: "", email, kind: "member", accountId: 0 } as const;
  return mailLink(person, `/accept-invitation?uuid=${encodeURIComponent(uuid)}`, {
    subject: say("mail.invitationSubject", { name, account }),
    text: say("mail.invitationText", { name, account }),
    label: say("mail.invitationLabel"),
    footer: say("mail.ignoreFooter"),
  });
}

/** Mails the link with which a client comes in to its agency's own host. */
export function mailClientInvitation(client: Person, uuid: string): Promise<void> {
  return mailLink(
    client,
    `/accept-invitation?uuid=${encodeURIComponent(uuid)}`,
    ({ productName }) => ({
      subject: say("mail.clientSubject", { product: productName }),
      text: say("mail.clientText", { product: productName }),
      label: say("mail.clientLabel"),
      footer: say("mail.ignoreFooter"),
    }),
  );
}

/** Mails the code of two-step login. */
export function mailCode(user: Person, code: string): Promise<void> {
  return mailLink(user, user.kind === "client" ? "/client-login" : "/login", {
    subject: say("mail.codeSubject"),
    text: say("mail.codeText", { code }),
    label: say("mail.toLogin"),
    footer: say("mail.codeFooter"),
  });
}

/** Only logs that an email failed, where an error in the response would reveal that the address is known. */
export const logFailure = (userId: number) => (error: unknown) => {
  log.error("A mail with a link could not be sent", { userId, error });
};

async function mailLink(
  user: Person,
  path: string,
  copy: MailCopy | ((brand: MailBrand) => MailCopy),
): Promise<void> {
  const brand = await mailBrandOf(user);
  const { subject, text, label, footer } = typeof copy === "function" ? copy(brand) : copy;
  const mail = renderActionMail({
    subject,
    name: user.name,
    text,
    action: { label, link: `${brand.origin}${path}` },
    footer,
  });
  await sendProductMail({ to: user.email, ...mail, from: brand.from });
}
