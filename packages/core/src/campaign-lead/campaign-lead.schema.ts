import * as v from "valibot";

export const LEAD_STATUSES = [
  "STARTED",
  "INPROGRESS",
  "COMPLETED",
  "STOPPED",
  "PAUSED",
  "BLOCKED",
] as const;
export type LeadStatus = (typeof LEAD_STATUSES)[number];

export const STOP_REASONS = [
  "reply",
  "click",
  "open",
  "manual",
  "bounce",
  "failed",
  "moved_to_subsequence",
  "campaign_stopped",
  "unsubscribe",
  "block_list",
] as const;
export type StopReason = (typeof STOP_REASONS)[number];

export const CampaignLead = v.object({
  campaign_id: v.number(),
  lead_id: v.number(),
  status: v.picklist(LEAD_STATUSES),
  /** The step that comes next, from 1. */
  next_step: v.number(),
  next_send_at: v.optional(v.string()),
  mailbox_id: v.optional(v.number()),
  stop_reason: v.optional(v.picklist(STOP_REASONS)),
});
export type CampaignLead = v.InferOutput<typeof CampaignLead>;
