import * as v from "valibot";
import { Id } from "../../page.schema.ts";
import { WAIT_REASONS, type WaitReason } from "../planner/wait-reason.schema.ts";

/** `exact`: every trigger run was simulated. `estimate`: computed in counts, day by day. */
export const PRECISIONS = ["exact", "estimate"] as const;

/** What a campaign lacks before there is anything to plan; the parts of the wizard, and `over`: nothing more is to be sent. */
export const PLAN_GAPS = ["leads", "sequence", "schedule", "senders", "over"] as const;
export type PlanGap = (typeof PLAN_GAPS)[number];

/** What a plan makes of each reason why an email waits; `passed`: it takes the reason to be over, or not to come up. */
const IN_PLAN = {
  sending_stopped: "left_out",
  campaign_paused: "passed",
  campaign_completed: "passed",
  parent_paused: "passed",
  monthly_quota: "left_out",
  new_lead_limit: "kept",
  no_automatic_step: "kept",
  window_closed: "kept",
  day_closed: "kept",
  not_due: "kept",
  too_late: "passed",
  lead_paused: "kept",
  domain_limit: "left_out_of_estimates",
  reassigned: "passed",
  version_changed: "passed",
  no_mailbox: "kept",
  mailbox_missing: "kept",
  mailbox_unavailable: "kept",
  mailbox_closed: "kept",
  daily_limit: "kept",
  no_free_slot: "kept",
} as const satisfies Record<WaitReason, "kept" | "passed" | "left_out_of_estimates" | "left_out">;

type LeftOutReason = {
  [Reason in WaitReason]: (typeof IN_PLAN)[Reason] extends `left_out${string}` ? Reason : never;
}[WaitReason];
const isLeftOut = (reason: WaitReason): reason is LeftOutReason =>
  IN_PLAN[reason].startsWith("left_out");

/** What a plan leaves out: those, and in an estimate `lead_clock`, for it takes all leads to have the campaign's timezone. */
export type LeftOut = "lead_clock" | LeftOutReason;
export const LEFT_OUT: readonly LeftOut[] = ["lead_clock", ...WAIT_REASONS.filter(isLeftOut)];

export const GetSendPlan = v.object({
  campaign_id: Id,
  /** The days of one mailbox alone. */
  mailbox_id: v.optional(Id),
});

const StepMails = v.object({ step: v.number(), mails: v.number() });

export const SendPlanDay = v.object({
  /** A local date of the campaign. */
  day: v.string(),
  mails: v.number(),
  steps: v.array(StepMails),
});

export const SendPlanMailbox = v.object({
  mailbox_id: v.number(),
  email: v.optional(v.string()),
  mails: v.number(),
  first_day: v.string(),
  last_day: v.string(),
});

export const SendPlanView = v.object({
  made_at: v.string(),
  timezone: v.optional(v.string()),
  precision: v.picklist(PRECISIONS),
  /** Empty, or why there is nothing to plan. */
  gaps: v.array(v.picklist(PLAN_GAPS)),
  mails: v.number(),
  /** Leads that wait for a mailbox that does not send, or beyond the days looked at. */
  waiting: v.number(),
  starts_on: v.optional(v.string()),
  /** The last day with a mail; absent when leads still wait after it. */
  ends_on: v.optional(v.string()),
  /** At most 366 days, in order; `is_cut` says that there are more. */
  days: v.array(SendPlanDay),
  is_cut: v.boolean(),
  /** Rules that it does not keep: mail goes out later than it says. */
  leaves_out: v.array(v.picklist(LEFT_OUT)),
  /** Days of the plan on which mail would go out but for a holiday (its name) or a day off (no name); at most 100. */
  closed: v.array(v.object({ day: v.string(), name: v.string() })),
  steps: v.array(StepMails),
  mailboxes: v.array(SendPlanMailbox),
  /** By UTC date, the last 31 at most: what the plan of the campaign's last start said, and what was sent. */
  against: v.array(
    v.object({ day: v.string(), planned: v.optional(v.number()), sent: v.number() }),
  ),
});
export type SendPlanView = v.InferOutput<typeof SendPlanView>;

export const GetLeadPlan = v.object({ campaign_id: Id, lead_id: Id });

/**
 * `sent` and `planned` are facts; `expected` is the instant that the planner gives now; `around` is a day, no instant;
 * `done` and `left_out` are steps that people did or did not do, `by_hand` one that they will.
 */
export const LEAD_STEP_STATES = [
  "sent",
  "planned",
  "expected",
  "around",
  "not_planned",
  "done",
  "left_out",
  "by_hand",
] as const;

export const LeadStep = v.object({
  step: v.number(),
  state: v.picklist(LEAD_STEP_STATES),
  at: v.optional(v.string()),
  /** A local date of the campaign. */
  day: v.optional(v.string()),
  mailbox_id: v.optional(v.number()),
});
export type LeadStep = v.InferOutput<typeof LeadStep>;

export const LeadPlan = v.object({
  made_at: v.string(),
  timezone: v.optional(v.string()),
  precision: v.picklist(PRECISIONS),
  steps: v.array(LeadStep),
});
export type LeadPlan = v.InferOutput<typeof LeadPlan>;
