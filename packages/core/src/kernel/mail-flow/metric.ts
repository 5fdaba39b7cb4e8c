/**
 * What tells whether mail leaves and comes in. Each costs $0.30 a month in CloudWatch while it is told, so there are few. Seconds
 * are of real time.
 */
export const METRICS = {
  /** Emails of campaigns that left. */
  Sent: { unit: "Count", help: "Campaign emails that left" },
  /** From the instant that an email was scheduled for to the one at which it left. */
  LatenessSeconds: {
    unit: "Seconds",
    help: "From the scheduled instant to the departure of an email",
  },
  /** Emails of which nobody can know whether they left. */
  UnknownOutcomes: { unit: "Count", help: "Emails whose outcome stayed unknown" },
  /** Logins that a mailbox's server refused. */
  RefusedLogins: { unit: "Count", help: "Logins refused by servers of mailboxes" },
  /** Readings of mailboxes that were left out, because the next one was due. */
  OvertakenPolls: { unit: "Count", help: "Readings of mailboxes that the next one overtook" },
  /** How long the oldest of what should have happened by now has been due: a run of a campaign, or an email that has its slot. */
  OldestDueSeconds: { unit: "Seconds", help: "Age of the oldest run or email that is due" },
  /** From a reply's arrival at its mailbox to the inbox. */
  ReplySeconds: {
    unit: "Seconds",
    help: "From the arrival of a reply at its mailbox to the inbox",
  },
} as const satisfies Record<string, { unit: "Count" | "Seconds"; help: string }>;

export type Metric = keyof typeof METRICS;

/** docs/objectives.md: 99 % of emails leave within so many seconds of their slot, 95 % of replies are seen within so many. */
export const LATE_AFTER_SECONDS = 120;
export const REPLY_LATE_AFTER_SECONDS = 360;
/** Something is due for so long, and nothing has left in the same time: mail stands still. */
export const STANDS_STILL_AFTER_SECONDS = 900;
