/** Settings > Profile, and the hints that its switch shows. */
export default {
  detailsTitle: "About you",
  name: "Name",
  designation: "Designation",
  designationHint: "Head of Sales",
  timezone: "Account time zone",
  timezoneText: "Used for daily limits and daily statistics.",
  guidance: "Show hints",
  saved: "Profile saved",
  emailTitle: "Email address",
  emailText:
    "You log in with {email}. Changing it takes your password and a link we send to the new address.",
  newEmail: "New address",
  password: "Password",
  changeEmail: "Send link",
  emailAsked: "We sent a link to {email}. Nothing changes until you open it",
  browserTitle: "Hints and lists",
  browserText: "Dismissed hints stay hidden, and lists keep your filters and sort order.",
  showHints: "Show all hints again",
  hintsShown: "All hints are shown again",
  forgetLists: "Reset filters and sort order",
  listsForgotten: "Lists are reset",
  hint: "Hint",
  dismiss: "Dismiss this hint",
  "hint.campaigns":
    "Numbers update live. Open a campaign to see who got which step, or press <kbd>n</kbd> for a new one.",
  "hint.leads":
    "Every imported person is listed once, whatever campaigns they are in. Choose columns under Display.",
  "hint.email-accounts":
    "Spread a campaign over two or three mailboxes. Start with a low daily limit and raise it later.",
} as const;
