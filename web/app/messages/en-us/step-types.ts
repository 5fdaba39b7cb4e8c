/** What the steps of a sequence are, and how they stand. */
export default {
  EMAIL: "Automatic email",
  MANUAL_EMAIL: "Manual email",
  LI_VIEW: "LinkedIn: view profile",
  LI_CONNECT: "LinkedIn: connect",
  LI_MESSAGE: "LinkedIn: message",
  LI_INMAIL: "LinkedIn: InMail",
  LI_ACTIVITY: "LinkedIn: recent activity",
  waitsForTask: "Waiting for a task: {step}",
  "connection.PENDING": "Connection pending",
  "connection.ACCEPTED": "Connected",
  "connection.SKIPPED_AND_EMAIL_MESSAGE_SENT": "Not connected, emailed instead",
} as const;
