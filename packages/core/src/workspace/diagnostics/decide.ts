import { plan } from "../../engine/planner/plan.ts";
import type { FollowUp, PlanInput } from "../../engine/planner/plan-input.ts";
import type { PlannerReason } from "../../engine/planner/wait-reason.schema.ts";
import type { EpochMs } from "../../instant.schema.ts";

export type Verdict =
  | { kind: "planned"; at: EpochMs; mailboxId: number }
  | { kind: "waiting"; reason: PlannerReason | "behind_others" };

/**
 * The planner's decision about one lead in a run at `now` (epoch ms): its slot, or the reason for giving none. A new lead
 * that the run does not look at is `behind_others`, unless nobody behind it could get a slot either.
 */
export function decide(
  input: PlanInput,
  now: EpochMs,
  lead: { leadId: number; followUp?: FollowUp | undefined; timezone?: string | undefined },
): Verdict {
  const { leadId, followUp, timezone } = lead;
  const isLookedAt =
    input.newLeads.some((each) => each.leadId === leadId) ||
    input.followUps.some((each) => each.leadId === leadId);
  const asked = isLookedAt
    ? input
    : followUp
      ? { ...input, followUps: [...input.followUps, followUp] }
      : { ...input, newLeads: [...input.newLeads, { leadId, timezone }] };
  const planned = plan(asked, now);
  const mail = planned.assignments.find((each) => each.leadId === leadId);
  const reason = planned.waiting.find((each) => each.leadId === leadId)?.reason;
  if (reason !== undefined) return { kind: "waiting", reason };
  if (!mail || (!isLookedAt && !followUp)) return { kind: "waiting", reason: "behind_others" };
  return { kind: "planned", at: mail.scheduledAt, mailboxId: mail.mailboxId };
}
