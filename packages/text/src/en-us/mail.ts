/** Emails of the product itself. */
export default {
  greeting: "Hello {name},",
  greetingOfNobody: "Hello,",
  openAddress: "If the button does not work, open this address:",
  yourWorkspace: "your workspace",
  ownerFooter: "You get this email because the account was yours.",
  toLogin: "To the login page",
  toSecurity: "To your security settings",
  ignoreFooter: "If you do not know why you got this, ignore it: nothing happens.",

  verifySubject: "Verify your email address",
  verifyText:
    "Confirm that this is your address to start using Thaw. The link works once, for 24 hours.",
  verifyLabel: "Verify my address",
  verifyFooter: "If you did not sign up for Thaw, ignore this email: nothing happens.",

  newAddressSubject: "Confirm your new email address",
  newAddressText:
    "Confirm that this is the address you want to use {product} with. The link works once, for 24 hours.",
  newAddressLabel: "Use this address",
  newAddressFooter: "If you did not ask for it, ignore this email: nothing happens.",

  changedSubject: "Your email address was changed",
  changedText: "From now on you log in as {email}. Nothing more is sent to this address.",
  changedFooter: "If this was not you, someone knows your password: contact support at once.",

  resetSubject: "Choose a new password",
  resetText:
    "Someone asked for a new password for your account. The link works once, for 60 minutes.",
  resetLabel: "Choose a new password",
  resetFooter: "If it was not you, ignore this email: your password stays as it is.",

  passwordSetSubject: "Your password was set",
  passwordSetText: "You have a new password, and are logged out wherever you were logged in.",
  passwordSetWithWaysText:
    "You have a new password, and are logged out wherever you were logged in. {ways} Remove those that are not yours.",
  passwordSetFooter:
    "If this was not you, someone can read your email: change its password, then this one.",
  passkeysKept: "These passkeys log you in as before: {names}.",
  identitiesKept: "These linked sign-ins log you in as before: {names}.",
  wayIn: "“{name}” ({date})",

  magicLinkSubject: "Your link to log in",
  magicLinkText: "This link logs you in without your password. It works once, for 15 minutes.",
  magicLinkLabel: "Log in",
  magicLinkFooter: "If it was not you, ignore this email, and do not pass the link on.",

  invitationSubject: "{name} invites you to {account}",
  invitationText:
    "{name} invites you to work with {account} in Thaw. The link works once, for 7 days.",
  invitationLabel: "Join the team",

  clientSubject: "You are invited to {product}",
  clientText:
    "Follow your campaigns and conversations in {product}. The link works once, for 7 days.",
  clientLabel: "Choose a password",

  codeSubject: "Your code to log in",
  codeText: "Your code is {code}. It works once, for 10 minutes.",
  codeFooter: "If this was not you, someone knows your password: change it.",

  deletedSubject: "Your data was deleted",
  deletedText:
    "Your plan ended more than 90 days ago and no other was chosen. As we wrote before, your account and all of its data are deleted now: leads, campaigns, conversations, files, mailboxes and their passwords. This cannot be undone. Your campaigns send nothing more, and this is our last email. You can sign up again at any time.",
  deletedLabel: "Sign up again",

  guardSubject: "{campaign} is paused: too many bounces",
  guardText:
    "More than 5 % of the emails of this campaign bounced, so it paused itself to protect your mailboxes. Check the addresses, then resume it.",
  guardLabel: "See what bounced",
  guardFooter: "You get this email once for each pause, because the account is yours.",

  removeLeadsSubject: "Confirm that leads are removed",
  removeLeadsText:
    "Your file asks to remove {count, number} of the leads of the campaign “{campaign}”. Nothing is removed until you confirm it. The link works once, for 24 hours.",
  removeEntriesSubject: "Confirm that entries are removed",
  removeEntriesText:
    "Your file asks to remove {count, number} of the entries of the block list. Nothing is removed until you confirm it. The link works once, for 24 hours.",
  removeLabel: "Look and confirm",
  removeFooter: "If it was not you, ignore this email: nothing is removed.",

  lapsedSubject: "Your data is kept until {until}",
  lapsedText:
    "Your plan ended on {ended}. Your campaigns are paused, and all of your data is kept until {until}. Choose a plan before that day and go on where you stopped.",
  lapsedLabel: "Choose a plan",
  lapsedFooter: "You get this email because the account is yours.",

  quotaSubject: "{share} % of this month's emails are used",
  quotaText:
    "Your plan sends {most, number} campaign emails a month. When they are used up, campaigns wait until {until}, or until you choose a larger plan.",
  quotaLabel: "See your plan",
  quotaFooter: "You get this email at most once a month, because the account is yours.",

  reminderSubject: "Reminder: {name}",
  reminderText: "You asked to be reminded of {about}.",
  reminderNoteText: "You asked to be reminded of {about}: {note}",
  reminderLead: "Open the lead",
  reminderConversation: "Open the conversation",
  reminderFooter: "You get this email because you set a reminder in {product}.",

  domainSubject: "{host} does not reach us any more",
  domainText:
    "For a day now the CNAME of {host} has not pointed to {target}, so your clients cannot come in there. Set it again: the domain goes live by itself.",
  domainLabel: "To the domain's settings",
  domainFooter: "If you do not want the domain any more, remove it there.",
} as const;
