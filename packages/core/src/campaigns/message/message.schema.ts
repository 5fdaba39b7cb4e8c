import { REFUSAL_CAUSES } from "@thaw/mail/refusal/refusal-cause.schema";

/** Campaign stats status of D4.4: what everyone outside the sender sees of a message. */
export const MESSAGE_STATUSES = ["DRAFTED", "SKIPPED", "STOPPED", "SENT", "FAILED"] as const;
export type MessageStatus = (typeof MESSAGE_STATUSES)[number];

/**
 * What kept a message from leaving: who has to act on a refusal, what its step could not be made of, the connection of its
 * mailbox, a worker that stopped during the delivery, or a rule of the product.
 */
export const FAILURE_KINDS = [
  ...REFUSAL_CAUSES,
  "template",
  "attachment",
  "mailbox-auth",
  "mailbox-busy",
  "unconfirmed",
  "rule",
] as const;
export type FailureKind = (typeof FAILURE_KINDS)[number];

/** Rules by which a message is never sent: its lead or campaign has ended, or its step is done. */
export const STOP_RULES = [
  "lead_deleted",
  "lead_stopped",
  "lead_completed",
  "lead_blocked",
  "step_done",
  "block_list",
  "campaign_stopped",
] as const;
export type StopRule = (typeof STOP_RULES)[number];

/**
 * `text`: what a server said, or the name of the rule. Of the other kinds it is a line of the catalogue; it was an English sentence
 * before there were such lines.
 */
export type MessageFailure = { kind: FailureKind; text: string };

/** What the sender knows besides: a hand-over that is under way, and an outcome that nobody can know. */
export const MESSAGE_STATES = [...MESSAGE_STATUSES, "SENDING", "UNKNOWN"] as const;
export type MessageState = (typeof MESSAGE_STATES)[number];

const SEEN_AS = { SENDING: "DRAFTED", UNKNOWN: "FAILED" } as const;

/** A mail that is being delivered has not left yet; one of unknown outcome failed until someone says that it arrived. */
export function toMessageStatus(state: MessageState): MessageStatus {
  return state === "SENDING" || state === "UNKNOWN" ? SEEN_AS[state] : state;
}
