/** Settings > Profile, and the hints that its switch shows. */
export default {
  detailsTitle: "About you",
  name: "Name",
  designation: "Designation",
  designationHint: "Head of Sales",
  timezone: "Time zone of the account",
  timezoneText: "Daily limits and figures by day count in it.",
  guidance: "Show hints on the screens",
  saved: "Your profile is saved",
  emailTitle: "Email address",
  emailText:
    "You log in with {email}. Another address takes your password and a link that we mail there.",
  newEmail: "New address",
  password: "Password",
  changeEmail: "Mail the link",
  emailAsked: "A link is on its way to {email}. Until you open it, nothing changes",
  browserTitle: "Hints and lists",
  browserText:
    "Hints that you put away stay away, and lists open with the filters and the order that you left them with.",
  showHints: "Show every hint again",
  hintsShown: "Every hint is shown again",
  forgetLists: "Forget filters and order",
  listsForgotten: "Lists open as on the first day",
  hint: "Hint",
  dismiss: "Put this hint away",
  "hint.campaigns":
    "Numbers in the list are live. Choose a campaign to see who got which step, and press <kbd>n</kbd> for a new one.",
  "hint.leads":
    "Everybody you ever imported is here once, however many campaigns they are in. Display chooses the columns.",
  "hint.email-accounts":
    "Two or three mailboxes share the load of a campaign. Start with few mails a day and raise the limit later.",
} as const;
