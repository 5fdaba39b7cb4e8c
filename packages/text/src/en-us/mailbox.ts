/** Mailboxes and their connection. */
export default {
  isSending: "{email} is sending another email. Try again in {seconds} seconds.",
  notConnected: "The mailbox is not connected. {reasons}",
  addressConnected: "{email} is connected already",
  connectedAlready: "This mailbox is connected already",
  passwordNeeded: "Enter the password: the servers or the login have changed",
  serverSaid: "{reason}",
} as const;

export const missing = {
  mailbox: "This mailbox does not exist",
} as const;

export const fields = {
  limitOrGap: "Enter a limit or a gap",
  serverMissing: "Enter the server's name",
  passwordMissing: "Enter the password",
  passwordTooLong: "This password is too long",
  dailyLeast: "Send at least {requirement, number} email a day",
  dailyMost: "Send at most {requirement, number} emails a day",
  gapMostDay: "Leave at most a day between two emails",
  chooseMailboxes: "Choose at least one mailbox",
  mailboxesAtOnce: "Change at most {requirement, number} mailboxes at once",
} as const;

export const activity = {
  mailbox_connected: "Connected the mailbox",
  mailbox_reconnected: "Reconnected the mailbox",
  tracking_domain_set: "Set the tracking domain",
  tracking_domain_removed: "Removed the tracking domain",
  mailbox_deleted: "Deleted the mailbox",
} as const;
