import type { WaitReason } from "../../engine/planner/wait-reason.schema.ts";
import type { Fix, Rule } from "./diagnostics.schema.ts";

type Diagnosis = { rule: Rule; fix?: Fix };

/** The answer for each reason, and where it is fixed. An email that the sender requeues gets a slot in the next run. */
const DIAGNOSES: Record<WaitReason, Diagnosis> = {
  sending_stopped: { rule: "sending_stopped" },
  campaign_paused: { rule: "campaign_paused", fix: "resume" },
  campaign_completed: { rule: "campaign_completed", fix: "leads" },
  parent_paused: { rule: "parent_paused", fix: "parent" },
  monthly_quota: { rule: "monthly_quota", fix: "plan" },
  new_lead_limit: { rule: "new_lead_limit", fix: "setup" },
  no_automatic_step: { rule: "no_automatic_step", fix: "sequence" },
  window_closed: { rule: "window_closed", fix: "setup" },
  day_closed: { rule: "day_closed", fix: "setup" },
  not_due: { rule: "not_due" },
  too_late: { rule: "next_run" },
  lead_paused: { rule: "lead_paused" },
  domain_limit: { rule: "domain_limit", fix: "setup" },
  reassigned: { rule: "next_run" },
  version_changed: { rule: "next_run" },
  no_mailbox: { rule: "no_mailbox", fix: "mailboxes" },
  mailbox_missing: { rule: "mailbox_missing", fix: "setup" },
  mailbox_unavailable: { rule: "mailbox_unavailable", fix: "mailbox" },
  mailbox_closed: { rule: "mailbox_closed", fix: "mailbox" },
  daily_limit: { rule: "daily_limit", fix: "mailboxes" },
  no_free_slot: { rule: "no_free_slot", fix: "setup" },
};

/** `behind_others`: a new lead that the next run does not look at. */
export const diagnose = (reason: WaitReason | "behind_others"): Diagnosis =>
  reason === "behind_others" ? { rule: reason } : DIAGNOSES[reason];
