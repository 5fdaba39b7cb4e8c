/** Signing in by another service, and which of them are linked. */
export default {
  continueWith: "Continue with {name}",
  failedTitle: "You are not logged in",
  backToLogin: "Back to login",
  signUpTitle: "Create your account",
  signUpText:
    "There is no account for {email} yet that is linked with {name}. If you have one here, log in as you did before and link it in your security settings.",
  title: "Linked sign-ins",
  teach: "Link another service, and log in with it instead of a password.",
  link: "Link {name}",
  linkText: "You confirm at {name} who you are, and come back here.",
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
  unlinked: "It logs nobody in any more",
} as const;
