import { log } from "../../log.ts";
import { renderActionMail } from "../product-mail/action-mail.ts";
import { sendProductMail } from "../product-mail/product-mail.ts";
import { type UserRecord } from "../user/user-record.ts";
import { type MailBrand, mailBrandOf } from "../white-label/mail-brand.ts";

type Person = Pick<UserRecord, "name" | "email" | "kind" | "accountId">;
type Words = { subject: string; text: string; label: string; footer: string };

/** Mails the link that verifies the user's address. */
export function mailVerification(user: Person, uuid: string): Promise<void> {
  return mailLink(user, `/verify-account?uuid=${encodeURIComponent(uuid)}`, {
    subject: "Verify your email address",
    text: "Confirm that this is your address to start using Thaw. The link works once, for 24 hours.",
    label: "Verify my address",
    footer: "If you did not sign up for Thaw, ignore this email: nothing happens.",
  });
}

/** Mails the link that proves an address to be the user's before it takes the place of the one before. */
export function mailNewAddress(user: Person, uuid: string): Promise<void> {
  return mailLink(user, `/verify-account?uuid=${encodeURIComponent(uuid)}`, ({ productName }) => ({
    subject: "Confirm your new email address",
    text: `Confirm that this is the address you want to use ${productName} with. The link works once, for 24 hours.`,
    label: "Use this address",
    footer: "If you did not ask for it, ignore this email: nothing happens.",
  }));
}

/** Tells the address that a user had until now. */
export function mailAddressChanged(user: Person, newEmail: string): Promise<void> {
  return mailLink(user, "/login", {
    subject: "Your email address was changed",
    text: `From now on you log in as ${newEmail}. Nothing more is sent to this address.`,
    label: "To the login page",
    footer: "If this was not you, someone knows your password: contact support at once.",
  });
}

/** Mails the link that leads to the choice of a new password. */
export function mailPasswordReset(user: Person, uuid: string): Promise<void> {
  return mailLink(user, `/reset-password?uuid=${encodeURIComponent(uuid)}`, {
    subject: "Choose a new password",
    text: "Someone asked for a new password for your account. The link works once, for 60 minutes.",
    label: "Choose a new password",
    footer: "If it was not you, ignore this email: your password stays as it is.",
  });
}

/** Something besides the password that logs a user in: a passkey by its name, or somebody at an issuer. */
type WayIn = { name: string; createdAt: string };

/** Tells that a new password was set by a mailed link, and what logs the user in besides it. */
export function mailPasswordSet(
  user: Person,
  { passkeys, identities }: { passkeys: readonly WayIn[]; identities: readonly WayIn[] },
): Promise<void> {
  const isClient = user.kind === "client";
  const said = (kind: string, ways: readonly WayIn[]) => {
    const names = ways.map(({ name, createdAt }) => `“${name}” (${createdAt.slice(0, 10)})`);
    return names.length === 0 ? [] : [`These ${kind} log you in as before: ${names.join(", ")}.`];
  };
  const ways = [...said("passkeys", passkeys), ...said("linked sign-ins", identities)];
  const kept = ways.length === 0 ? "" : ` ${ways.join(" ")} Remove those that are not yours.`;
  return mailLink(user, isClient ? "/client-login" : "/app/settings/security", {
    subject: "Your password was set",
    text: `You have a new password, and are logged out wherever you were logged in.${kept}`,
    label: isClient ? "To the login page" : "To your security settings",
    footer: "If this was not you, someone can read your email: change its password, then this one.",
  });
}

/** Mails the link that logs the user in. */
export function mailMagicLink(user: Person, token: string): Promise<void> {
  return mailLink(user, `/email-magic-link?token=${encodeURIComponent(token)}`, {
    subject: "Your link to log in",
    text: "This link logs you in without your password. It works once, for 15 minutes.",
    label: "Log in",
    footer: "If it was not you, ignore this email, and do not pass the link on.",
  });
}

/** Mails the link with which somebody joins a team. */
export function mailInvitation(
  invited: { email: string; uuid: string },
  from: { name: string; accountName: string },
): Promise<void> {
  const { email, uuid } = invited;
  const person = { name: "", email, kind: "member", accountId: 0 } as const;
  return mailLink(person, `/accept-invitation?uuid=${encodeURIComponent(uuid)}`, {
    subject: `${from.name} invites you to ${from.accountName}`,
    text: `${from.name} invites you to work with ${from.accountName} in Thaw. The link works once, for 7 days.`,
    label: "Join the team",
    footer: "If you do not know why you got this, ignore it: nothing happens.",
  });
}

/** Mails the link with which a client comes in to its agency's own host. */
export function mailClientInvitation(client: Person, uuid: string): Promise<void> {
  return mailLink(
    client,
    `/accept-invitation?uuid=${encodeURIComponent(uuid)}`,
    ({ productName }) => ({
      subject: `You are invited to ${productName}`,
      text: `Follow your campaigns and conversations in ${productName}. The link works once, for 7 days.`,
      label: "Choose a password",
      footer: "If you do not know why you got this, ignore it: nothing happens.",
    }),
  );
}

/** Mails the code of two-step login. */
export function mailCode(user: Person, code: string): Promise<void> {
  return mailLink(user, user.kind === "client" ? "/client-login" : "/login", {
    subject: "Your code to log in",
    text: `Your code is ${code}. It works once, for 10 minutes.`,
    label: "To the login page",
    footer: "If this was not you, someone knows your password: change it.",
  });
}

/** For where an answer that differs would tell that the address is known: that a mail did not go out is noted alone. */
export const logFailure = (userId: number) => (error: unknown) => {
  log.error("A mail with a link could not be sent", { userId, error });
};

async function mailLink(
  user: Person,
  path: string,
  words: Words | ((brand: MailBrand) => Words),
): Promise<void> {
  const brand = await mailBrandOf(user);
  const { subject, text, label, footer } = typeof words === "function" ? words(brand) : words;
  const mail = renderActionMail({
    subject,
    greeting: user.name ? `Hello ${user.name},` : "Hello,",
    text,
    action: { label, link: `${brand.origin}${path}` },
    footer,
  });
  await sendProductMail({ to: user.email, ...mail, from: brand.from });
}
