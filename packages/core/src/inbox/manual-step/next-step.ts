import type { CampaignLeadRecord } from "../../campaigns/campaign-lead/campaign-lead.ts";
import type { NextStep } from "../../campaigns/campaign-lead/hold-lead.ts";
import type { SequenceStep } from "../../campaigns/sequence/sequence.schema.ts";
import { toEpochMs, toIso } from "../../clock.ts";
import type { IsoInstant } from "../../instant.schema.ts";
import type { PlanSchedule } from "../../kernel/schedule/closed-days.ts";
import { dueAfter } from "../../kernel/schedule/window.ts";

export type StepsOfLead = {
  steps: readonly SequenceStep[];
  schedule: PlanSchedule | undefined;
};

/**
 * What a lead goes on with after a step, counted from when it was passed. One that no mail can reach goes on with the next
 * thing that a person does.
 *
 * @param waitDays how long it waits instead of the step's own delay
 */
export function stepAfter(
  { steps, schedule }: StepsOfLead,
  { hasNoMail }: Pick<CampaignLeadRecord, "hasNoMail">,
  passed: { step: number; at: IsoInstant; waitDays?: number | undefined },
): NextStep | undefined {
  const next = steps.slice(passed.step).find(({ seq_type }) => !hasNoMail || seq_type !== "EMAIL");
  if (!next) return undefined;
  const days = passed.waitDays ?? next.seq_delay_details.delayInDays;
  const dueAt = schedule ? toIso(dueAfter(toEpochMs(passed.at), days, schedule)) : passed.at;
  return { step: next.seq_number, type: next.seq_type, dueAt };
}
