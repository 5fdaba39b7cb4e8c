import type { EpochMs } from "../../instant.schema.ts";
import { windowIn } from "../../kernel/schedule/lead-window.ts";
import { type DomainRoom, roomFrom, takeRoom } from "./domain-room.ts";
import {
  assignSlot,
  findSlot,
  type Lane,
  type Slot,
  type SlotProblem,
  type SlotRules,
} from "./lane.ts";
import type { PlanInput, SendingConstraints } from "./plan-input.ts";
import type { Plan } from "./plan-output.ts";
import { type ChosenStep, takeVariant } from "./variant-choice.ts";
import type { PlannerReason } from "./wait-reason.schema.ts";

/** A plan while it is made. */
export type Run = {
  input: PlanInput;
  rules: SlotRules;
  lanes: Map<number, Lane>;
  steps: Map<number, ChosenStep>;
  newByDay: Map<number, number>;
  domains: DomainRoom | undefined;
  planned: Set<number>;
  plan: Plan;
};

/** `until` in epoch ms: when the lead's domain has room again. */
export type BlockReason = { reason: SlotProblem | "domain_limit"; until?: EpochMs };

/** The earliest slot of a lane from `notBefore` on for this very lead, by its clock and its domain's hours. */
export function slotFor(
  run: Run,
  lane: Lane,
  { timezone, domain }: SendingConstraints,
  notBefore: EpochMs,
): Slot | BlockReason {
  const window = windowIn(run.rules.campaign.schedule, timezone);
  let from = notBefore;
  for (;;) {
    const slot = findSlot(lane, from, run.rules, window);
    if (typeof slot === "string") {
      return from === notBefore ? { reason: slot } : { reason: "domain_limit", until: from };
    }
    if (run.domains === undefined || domain === undefined) return slot;
    const room = roomFrom(run.domains, domain, slot.at);
    if (room === slot.at) return slot;
    from = room;
  }
}

/** What holds a mail back whatever its mailbox. */
export function blockReasonOf(run: Run, step: number): PlannerReason | undefined {
  if (run.input.isSendingStopped) return "sending_stopped";
  if (!run.steps.has(step)) return "no_automatic_step";
  if (run.plan.assignments.length >= run.input.monthlyLeft) return "monthly_quota";
  return undefined;
}

/** Gives the slot away. */
export function assign(
  run: Run,
  lane: Lane,
  slot: Slot,
  { leadId, step, domain }: SendingConstraints & { leadId: number; step: number },
): void {
  assignSlot(lane, slot, run.rules);
  if (run.domains && domain !== undefined) takeRoom(run.domains, domain, slot.at);
  run.planned.add(leadId);
  run.plan.assignments.push({
    leadId,
    step,
    mailboxId: lane.mailbox.id,
    scheduledAt: slot.at,
    variant: takeVariant(run.steps, run.input, { leadId, step }),
  });
}
