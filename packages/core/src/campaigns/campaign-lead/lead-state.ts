import type { TextKey } from "@thaw/text/catalogue";
import { say, type Text } from "@thaw/text/say";
import { AppError, changedMeanwhile } from "../../error.ts";
import type { CampaignLeadRecord } from "./campaign-lead.ts";
import { actionsFor, type LeadAction, type LeadState } from "./transition.ts";

export const stateOf = (record: CampaignLeadRecord): LeadState => ({
  status: record.status,
  previousStatus: record.previousStatus,
  stopReason: record.stopReason,
  isContacted: record.lastSentAt !== undefined,
});

const DONE = {
  pause: "lead.paused",
  resume: "lead.resumed",
  stop: "lead.stopped",
  unblock: "lead.unblocked",
  remove: "lead.removed",
  move: "lead.moved",
} as const satisfies Record<LeadAction, TextKey>;

/** The refusal of an action, with the reason and with what would be possible instead. */
export function refusal(record: CampaignLeadRecord, action: LeadAction, reason?: Text): AppError {
  const possible = actionsFor(stateOf(record))
    .filter((other) => other !== action)
    .map((other) => say(DONE[other]));
  const because = reason ?? say("lead.is", { state: describe(record) });
  return new AppError("invalid_transition", "lead.notPossible", {
    done: say(DONE[action]),
    because,
    possible: { list: possible },
  });
}

function describe({ status, stopReason }: CampaignLeadRecord): Text | string {
  return status === "STOPPED" && stopReason === "campaign_stopped"
    ? say("lead.stoppedWithCampaign")
    : status;
}

/** Someone else changed the lead between the read and the write. */
export const leadChanged = () => changedMeanwhile("lead");
