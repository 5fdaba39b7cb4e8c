import * as v from "valibot";

/** Campaign stats status of D4.4, with what a hand-over goes through and the outcome that nobody can know. */
export const MESSAGE_STATUSES = [
  "DRAFTED",
  "SENDING",
  "SENT",
  "FAILED",
  "SKIPPED",
  "STOPPED",
  "UNKNOWN",
] as const;
export type MessageStatus = (typeof MESSAGE_STATUSES)[number];

export const Message = v.object({
  send_id: v.string(),
  campaign_id: v.number(),
  lead_id: v.number(),
  step: v.number(),
  variant: v.string(),
  mailbox_id: v.number(),
  status: v.picklist(MESSAGE_STATUSES),
  subject: v.optional(v.string()),
  scheduled_at: v.optional(v.string()),
  sent_at: v.optional(v.string()),
  opened_at: v.optional(v.string()),
  clicked_at: v.optional(v.string()),
  replied_at: v.optional(v.string()),
  bounced_at: v.optional(v.string()),
  failure_reason: v.optional(v.string()),
});
export type Message = v.InferOutput<typeof Message>;
