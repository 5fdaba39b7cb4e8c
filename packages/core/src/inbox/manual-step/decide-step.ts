import type { CampaignLeadRecord } from "../../campaigns/campaign-lead/campaign-lead.ts";
import { connectionOf, isRunning } from "../../campaigns/campaign-lead/hold-lead.ts";
import type { SequenceStep } from "../../campaigns/sequence/sequence.schema.ts";
import {
  isByHand,
  isLinkedIn,
  type StepByHand,
  type StepType,
} from "../../campaigns/sequence/step-type.schema.ts";
import type { DueEnrolment } from "./look-up.ts";

/** What a run does with a lead whose due step is done by hand. */
export type Decision =
  | { do: "nothing" }
  /** Its address is on the block list. */
  | { do: "block" }
  /** Wait in the lane of what the step is. */
  | { do: "wait"; type: StepType }
  /** Leave steps out, up to `goesOnAt`; the last of the sequence where that is undefined. */
  | { do: "skip"; rule: "no_linkedin_profile" | "not_connected"; mailInstead?: SequenceStep }
  | { do: "task"; type: StepByHand; step: SequenceStep };

/** @param hasRoom whether one more task of a kind may come up in this run */
export function decideStep(
  { enrolment, lead, isSuppressed, steps }: DueEnrolment,
  hasRoom: (type: StepByHand) => boolean,
): Decision {
  const step = steps[enrolment.nextStep - 1];
  if (!step || !isRunning(enrolment) || enrolment.due === undefined) return { do: "nothing" };
  if (isSuppressed) return { do: "block" };
  const { seq_type: type } = step;
  if (!isByHand(type)) return { do: "wait", type };
  const unanswered = leaveRequest(enrolment, step, steps);
  if (unanswered) return unanswered;
  if (isLinkedIn(type) && !lead.linkedin_profile?.trim()) {
    return { do: "skip", rule: "no_linkedin_profile" };
  }
  return hasRoom(type) ? { do: "task", type, step } : { do: "wait", type };
}

/**
 * A request to connect that was not answered in its days: the next email goes out instead, without the steps before it.
 * Where there is none, only messages are left out, since they need the connection.
 */
function leaveRequest(
  enrolment: CampaignLeadRecord,
  step: SequenceStep,
  steps: readonly SequenceStep[],
): Decision | undefined {
  const isWaiting =
    connectionOf(enrolment) === "PENDING" && enrolment.connectionStep === enrolment.nextStep - 1;
  if (!isWaiting) return undefined;
  const mail = enrolment.hasNoMail
    ? undefined
    : steps.slice(enrolment.nextStep).find(({ seq_type }) => seq_type === "EMAIL");
  if (mail) return { do: "skip", rule: "not_connected", mailInstead: mail };
  return step.seq_type === "LI_MESSAGE" ? { do: "skip", rule: "not_connected" } : undefined;
}
