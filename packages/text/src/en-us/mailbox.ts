/** Mailboxes and their connection. */
export default {
  isSending: "{email} is sending another email. Try again in {seconds} seconds.",
  notConnected: "The mailbox is not connected. {reasons}",
  addressConnected: "{email} is connected already",
  connectedAlready: "This mailbox is connected already",
  passwordNeeded: "Enter the password: the servers or the login have changed",
  serverSaid: "{reason}",
} as const;
