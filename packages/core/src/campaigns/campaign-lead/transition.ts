import { LEAD_STATUSES, type LeadStatus, type StopReason } from "./campaign-lead.schema.ts";

/** What may happen to a lead in a campaign (D8.1). */
export const LEAD_EVENTS = [
  "first_step_done",
  "last_step_done",
  "pause",
  "resume",
  "stop",
  "step_appended",
  "block",
  "unblock",
] as const;
export type LeadEvent = (typeof LEAD_EVENTS)[number];

/** The fields of an enrolment that decide which changes are allowed. */
export type LeadState = {
  status: LeadStatus;
  previousStatus?: LeadStatus | undefined;
  stopReason?: StopReason | undefined;
  isContacted: boolean;
};

const RUNNING: readonly LeadStatus[] = ["STARTED", "INPROGRESS"];

const begun = (lead: LeadState) => (lead.isContacted ? "INPROGRESS" : "STARTED");

/** From which statuses an event is allowed and where it leads: the table of D8.1. */
const TABLE: Record<
  LeadEvent,
  { from: readonly LeadStatus[]; to: (lead: LeadState) => LeadStatus }
> = {
  first_step_done: { from: RUNNING, to: () => "INPROGRESS" },
  last_step_done: { from: RUNNING, to: () => "COMPLETED" },
  pause: { from: RUNNING, to: () => "PAUSED" },
  resume: {
    from: ["PAUSED", "STOPPED"],
    to: (lead) => (lead.status === "PAUSED" && lead.previousStatus) || begun(lead),
  },
  stop: { from: [...RUNNING, "PAUSED"], to: () => "STOPPED" },
  step_appended: { from: ["COMPLETED"], to: () => "INPROGRESS" },
  block: { from: LEAD_STATUSES, to: () => "BLOCKED" },
  unblock: { from: ["BLOCKED"], to: (lead) => (lead.isContacted ? "STOPPED" : "STARTED") },
};

/** The status after an event; undefined where the table does not allow it. */
export function statusAfter(lead: LeadState, event: LeadEvent): LeadStatus | undefined {
  const { from, to } = TABLE[event];
  const isFinal = lead.status === "STOPPED" && lead.stopReason === "campaign_stopped";
  const isAllowed = from.includes(lead.status) && !(event === "resume" && isFinal);
  return isAllowed ? to(lead) : undefined;
}

/** What people do to leads; they may be taken out of a campaign whatever their status. */
export const LEAD_ACTIONS = ["pause", "resume", "stop", "unblock", "remove", "move"] as const;
export type LeadAction = (typeof LEAD_ACTIONS)[number];

/** Which of these a person may do to a lead now. */
export function actionsFor(lead: LeadState): LeadAction[] {
  return LEAD_ACTIONS.filter((action) => {
    if (action === "remove") return true;
    if (action === "move") return lead.status !== "BLOCKED";
    return statusAfter(lead, action) !== undefined;
  });
}
