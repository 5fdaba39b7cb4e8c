import * as v from "valibot";
import { STEP_TYPES } from "../sequence/step-type.schema.ts";

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
  /** Someone else with an address at the same domain answered. */
  "company_reply",
  /** Someone of us wrote to the lead by hand, in the inbox or in another program. */
  "own_email",
] as const;
export type StopReason = (typeof STOP_REASONS)[number];

/** What has become of a request to connect on LinkedIn. */
export const CONNECTION_STATUSES = [
  "PENDING",
  "ACCEPTED",
  "SKIPPED_AND_EMAIL_MESSAGE_SENT",
] as const;
export type ConnectionStatus = (typeof CONNECTION_STATUSES)[number];

export const CampaignLead = v.object({
  campaign_id: v.number(),
  lead_id: v.number(),
  status: v.picklist(LEAD_STATUSES),
  /** The step that comes next, from 1. */
  next_step: v.number(),
  next_send_at: v.optional(v.string()),
  mailbox_id: v.optional(v.number()),
  stop_reason: v.optional(v.picklist(STOP_REASONS)),
  /** It waits for a person to do its next step: since when. */
  held_since: v.optional(v.string()),
  held_for: v.optional(v.picklist(STEP_TYPES)),
  connection: v.optional(v.picklist(CONNECTION_STATUSES)),
});
export type CampaignLead = v.InferOutput<typeof CampaignLead>;
