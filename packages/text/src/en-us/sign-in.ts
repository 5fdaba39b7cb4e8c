/** Passwords, codes, passkeys and sign-ins elsewhere. */
export default {
  passkeyRegistered: "This passkey is registered already",
  mostPasskeys: "You can have at most {most} passkeys",
  tooManyAttempts: "Too many attempts. Please try again later.",
  passkeyNeedsSite: "Passkeys need a site with a host name",
  passkeyNotAdded: "The passkey could not be added. Please try again.",
  passkeysForTeam: "Passkeys are for people of the team",
  onlyWayIn:
    "This is your only way in. Set a password first: use “Forgot your password?” on the login page.",
  issuerSilent: "{issuer} does not respond. Please try again later.",
  issuerFailed: "Signing in with {issuer} did not work. Please try again.",
  notLinked:
    "This sign-in is not linked with an account here. Log in as you did before, and link it in your security settings.",
  expired: "This sign-in has expired or was used already. Please begin again.",
  codeWrong: "This code is wrong or has expired",
  codesOff: "Two-step login is off: log in with your password alone",
  wrongCredentials: "Invalid email or password",
  deactivated: "Your access has been deactivated",
  codeTooSoon: "Please wait before you ask for another code",
  lockedMinutes: "Too many failed attempts. Please try again in 15 minutes.",
  locked: "Too many failed attempts. Please try again later.",
  wrongPassword: "Invalid password",
  sessionsNotEnded: "Some sessions could not be ended. Please try again.",
  kindLinked: "You have linked another sign-in of this kind. Unlink that one first.",
  ofOtherAccount: "This sign-in belongs to another account",
  passkeyUnknown: "This passkey does not open an account here",
  linkRequested: "If we know this address, an email with a link is on its way",
} as const;

export const missing = {
  signIn: "This sign-in does not exist",
} as const;

export const activity = {
  logged_in: "Logged in",
  password_changed: "Changed the password",
  password_reset: "Reset the password by email link",
  email_changed: "Changed the address",
  two_step_on: "Turned two-step login on",
  two_step_off: "Turned two-step login off",
  identity_linked: "Linked a sign-in",
  identity_unlinked: "Unlinked a sign-in",
  passkey_added: "Added a passkey",
  passkey_removed: "Removed a passkey",
} as const;
