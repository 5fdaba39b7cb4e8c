import * as v from "valibot";
import { MESSAGE_STATUSES } from "../../campaigns/message/message.schema.ts";
import { LeadStep } from "../../engine/forecast/forecast.schema.ts";
import { Id } from "../../page.schema.ts";

/** The rule that decides. Those of the planner have its own names. */
export const RULES = [
  "campaign_drafted",
  "campaign_paused",
  "campaign_stopped",
  "campaign_archived",
  "campaign_completed",
  "approval_pending",
  "start_refused",
  "plan_ended",
  "sending_stopped",
  "bounce_guard",
  "parent_paused",
  "no_leads",
  "nobody_came",
  "no_step",
  "no_schedule",
  "no_sender",
  "lead_completed",
  "lead_stopped",
  "lead_blocked",
  "lead_paused",
  "block_list",
  "planned",
  "retry",
  "sends_late",
  "next_run",
  "behind_others",
  "mailbox_closed",
  "planner_late",
  "nothing_left",
  "no_free_slot",
  "daily_limit",
  "window_closed",
  "day_closed",
  "domain_limit",
  "not_due",
  "no_automatic_step",
  "mailbox_missing",
  "mailbox_unavailable",
  "no_mailbox",
  "new_lead_limit",
  "monthly_quota",
  "task",
  "tasks_open",
  "next_task",
  "connection_pending",
  "linkedin_limit",
  "linkedin_not_in_plan",
  "linkedin_account_lost",
] as const;
export type Rule = (typeof RULES)[number];

/** What a rule looks at, as it stands. */
export const FACTS = [
  "timezone",
  "window",
  "delay",
  "mailbox",
  "gap",
  "daily_limit",
  "new_leads",
  "run",
] as const;

/** Instants as ISO 8601, counts as numbers; which there are depends on the rule; `parent_id` in every answer about a subsequence. */
const Figures = v.record(v.string(), v.union([v.string(), v.number(), v.boolean()]));
export type Figures = v.InferOutput<typeof Figures>;

export const Fact = v.object({ fact: v.picklist(FACTS), figures: Figures });
export type Fact = v.InferOutput<typeof Fact>;

/** Where it is fixed. */
export const FIXES = [
  "start",
  "resume",
  "campaign",
  "parent",
  "bounces",
  "plan",
  "leads",
  "condition",
  "sequence",
  "setup",
  "mailbox",
  "mailboxes",
  "block_list",
  "tasks",
  "linkedin",
  "sending",
] as const;
export type Fix = (typeof FIXES)[number];

/** The rule that decides with its figures, and where that is fixed. */
export type Answer = { rule: Rule; figures: Figures; fix?: Fix };

const answer = {
  made_at: v.string(),
  rule: v.picklist(RULES),
  figures: Figures,
  fix: v.optional(v.picklist(FIXES)),
  facts: v.array(Fact),
};

export const ExplainLead = v.object({ campaign_id: Id, lead_id: Id });
export const LeadExplanation = v.object({
  ...answer,
  timezone: v.optional(v.string()),
  /** Every step, with when it went out or will. */
  steps: v.array(LeadStep),
  /** What became of the mails so far, and why they went when they went. */
  mails: v.array(
    v.object({
      step: v.number(),
      status: v.picklist(MESSAGE_STATUSES),
      variant: v.string(),
      /** When its delay was over; the mail took the first free slot of its mailbox from then on. */
      due_at: v.optional(v.string()),
      scheduled_at: v.string(),
      sent_at: v.optional(v.string()),
      sender: v.optional(v.string()),
      failure: v.optional(v.string()),
      failure_key: v.optional(v.string()),
    }),
  ),
});
export type LeadExplanation = v.InferOutput<typeof LeadExplanation>;

export const ExplainCampaign = v.object({ campaign_id: Id });
export const CampaignExplanation = v.object({ ...answer, is_going_out: v.boolean() });
export type CampaignExplanation = v.InferOutput<typeof CampaignExplanation>;
