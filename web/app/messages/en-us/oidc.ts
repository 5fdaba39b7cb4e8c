/** Signing in by another service, and which of them are linked. */
export default {
  continueWith: "Continue with {name}",
  failedTitle: "Login failed",
  backToLogin: "Back to login",
  signUpTitle: "Create your account",
  signUpText:
    "No account for {email} is linked with {name} yet. If you have an account, log in and link it in your security settings.",
  title: "Linked sign-ins",
  teach: "Link another service to log in without a password.",
  link: "Link {name}",
  linkText: "Confirm at {name} who you are, then you return here.",
  go: "Go to {name}",
  password: "Password",
  service: "Service",
  address: "Email there",
  added: "Linked",
  used: "Last used",
  never: "Never",
  actions: "Actions",
  unlink: "Unlink",
  unlinkOf: "Unlink {name}",
  unlinked: "Unlinked. It can no longer be used to log in",
} as const;
