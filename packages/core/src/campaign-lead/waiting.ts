type Place = { accountId: number; campaignId: number; leadId: number; shard: number };

export type Wait = {
  step: number;
  mailboxId: number | undefined;
  dueAt: string;
  isPaused?: boolean;
  /** The first step too goes out of this mailbox: the lead came from another campaign's conversation. */
  keepsMailbox?: boolean;
};

/** What a lead of a subsequence goes on with: Message-IDs oldest first. */
export type Continued = { subject: string; references: string[] };

/**
 * Where and as what a lead waits for a step: new leads by shard, the others with the mailbox that wrote to them. All that
 * planning asks is in the two index keys, so that a run reads the index and no lead.
 */
export function waiting(
  { accountId, campaignId, leadId, shard }: Place,
  { step, mailboxId, dueAt, isPaused, keepsMailbox }: Wait,
): { lane: string; due: string } {
  const isNew = (step === 1 && !keepsMailbox) || mailboxId === undefined;
  const name = isNew ? `first-${shard}` : `mailbox-${mailboxId}`;
  return {
    lane: `${accountId}.${campaignId}.${name}`,
    due: `${dueAt}#${String(leadId).padStart(12, "0")}#${step}${isPaused ? "#paused" : ""}`,
  };
}

/** Whether a lead came out of another campaign's conversation. */
export const keepsMailbox = ({ continues }: { continues?: unknown }): boolean =>
  continues !== undefined;
