/** Replies, notes and reminders. */
export default {
  reminderNotSent: "It was not sent yet. Delete it instead.",
  reminderPast: "Choose a time that is still to come",
  reminderSent: "It was sent already. Set a new reminder instead.",
  noteOfOther: "Only its author or an admin can change this note",
  addressBlocked: "{email} is on the block list",
  personBlocked: "This person is on the block list",
  mailboxNotConnected: "{email} is not connected. Reconnect it first.",
  replyOnItsWay: "Too late to take this back: it is on its way or was sent",
  replyNotFailed: "Only a failed reply can be resent",
  mailboxDeleted: "The mailbox was deleted",
  replyInterrupted: "Sending was interrupted. Look into the Sent folder before you send it again.",
  mostReminders: "A conversation has at most {most} reminders. Dismiss one first.",
} as const;

export const missing = {
  conversation: "This conversation does not exist",
} as const;

export const fields = {
  replyTooLong: "A reply has at most {requirement, number} characters",
} as const;
