/**
 * Every reason why an email waits that may still be sent. The planner, the sender, the send plan, the diagnostics and the
 * screens each say in a `Record` over these what a reason means to them: the compiler lists them where one is added.
 */
export const WAIT_REASONS = [
  "sending_stopped",
  "campaign_paused",
  "campaign_completed",
  "parent_paused",
  "new_lead_limit",
  "no_automatic_step",
  "window_closed",
  "day_closed",
  "not_due",
  "too_late",
  "lead_paused",
  "domain_limit",
  "reassigned",
  "version_changed",
  "no_mailbox",
  "mailbox_missing",
  "mailbox_unavailable",
  "mailbox_closed",
  "daily_limit",
  "no_free_slot",
  "monthly_quota",
] as const;
export type WaitReason = (typeof WAIT_REASONS)[number];

/** Who finds it: the planner, before an email has a slot; the sender, just before the email leaves; or both. */
const FOUND_BY = {
  sending_stopped: "both",
  campaign_paused: "sender",
  campaign_completed: "sender",
  parent_paused: "sender",
  monthly_quota: "planner",
  new_lead_limit: "planner",
  no_automatic_step: "planner",
  window_closed: "both",
  day_closed: "planner",
  not_due: "planner",
  too_late: "sender",
  lead_paused: "sender",
  domain_limit: "both",
  reassigned: "sender",
  version_changed: "sender",
  no_mailbox: "planner",
  mailbox_missing: "planner",
  mailbox_unavailable: "both",
  mailbox_closed: "sender",
  daily_limit: "both",
  no_free_slot: "planner",
} as const satisfies Record<WaitReason, "planner" | "sender" | "both">;

type FoundBy<Who extends string> = {
  [Reason in WaitReason]: (typeof FOUND_BY)[Reason] extends Who | "both" ? Reason : never;
}[WaitReason];

/** Why a lead got no slot in a run. */
export type PlannerReason = FoundBy<"planner">;
/** Why an email that had a slot goes back to the planner. */
export type SenderReason = FoundBy<"sender">;
