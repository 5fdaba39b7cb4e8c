import { AppError, changedMeanwhile } from "../../error.ts";
import type { CampaignLeadRecord } from "./campaign-lead.ts";
import { actionsFor, type LeadAction, type LeadState } from "./transition.ts";

export const stateOf = (record: CampaignLeadRecord): LeadState => ({
  status: record.status,
  previousStatus: record.previousStatus,
  stopReason: record.stopReason,
  isContacted: record.lastSentAt !== undefined,
});

const DONE: Record<LeadAction, string> = {
  pause: "paused",
  resume: "resumed",
  stop: "stopped",
  unblock: "unblocked",
  remove: "taken out of the campaign",
  move: "moved to another campaign",
};

/** The refusal of an action, with the reason and with what would be possible instead. */
export function refusal(record: CampaignLeadRecord, action: LeadAction, reason?: string): AppError {
  const possible = actionsFor(stateOf(record))
    .filter((other) => other !== action)
    .map((other) => DONE[other]);
  const because = reason ?? `It is ${describe(record)}.`;
  return new AppError(
    "invalid_transition",
    `This lead cannot be ${DONE[action]}. ${because} It can be: ${possible.join(", ")}.`,
  );
}

function describe({ status, stopReason }: CampaignLeadRecord): string {
  return status === "STOPPED" && stopReason === "campaign_stopped"
    ? "STOPPED with its campaign"
    : status;
}

/** Somebody else changed the lead between our look and our write. */
export const leadChanged = () => changedMeanwhile("this lead");
