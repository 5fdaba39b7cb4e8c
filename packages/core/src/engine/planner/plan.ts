import type { EpochMs } from "../../instant.schema.ts";
import { dateOfDay, localDay } from "../../kernel/schedule/zone.ts";
import { followUpTurns } from "./follow-up-share.ts";
import { type Lane, openLane, type SlotRules, slotRules } from "./lane.ts";
import type { FollowUp, PlanInput } from "./plan-input.ts";
import { planNewLeads } from "./plan-new-leads.ts";
import type { Checkpoint, Plan, Reservation, Waiting } from "./plan-output.ts";
import { assign, blockReasonOf, type Run, slotFor } from "./run.ts";
import type { ChosenStep } from "./variant-choice.ts";
import type { PlannerReason } from "./wait-reason.schema.ts";

/**
 * Gives slots to leads: due follow-ups first, by due time, each in its lead's mailbox; then new leads in
 * order, each in the connected mailbox with the fewest mails that day. With a share of the day for
 * follow-ups they are first in that alone, and get what new leads leave. Pure: the same input and instant
 * (epoch ms) give the same plan. Cost: leads × log(mailboxes).
 * @throws RangeError for a timezone that does not exist or a window that never opens
 */
export function plan(input: PlanInput, now: EpochMs): Plan {
  const rules = slotRules(input, now);
  const { domainRateLimit } = input;
  const run: Run = {
    input,
    rules,
    lanes: new Map(input.mailboxes.map((mailbox) => [mailbox.id, openLane(mailbox, rules)])),
    steps: automaticSteps(input),
    newByDay: new Map([[localDay(input.campaign.schedule.timezone, now), input.newToday]]),
    domains: domainRateLimit && { ...domainRateLimit, taken: new Map() },
    planned: new Set(),
    plan: {
      assignments: [],
      reservations: [],
      checkpoints: checkpoints(input, rules),
      waiting: [],
    },
  };
  // The input comes in this order already; the order is a promise, so it is not left to the caller.
  const inOrder = [...input.followUps].sort((one, other) => one.dueAt - other.dueAt);
  const later = planFollowUps(run, inOrder, turnsOf(run));
  planNewLeads(run);
  planFollowUps(run, later);
  for (const lane of run.lanes.values()) {
    if (lane.taken > 0) run.plan.reservations.push(reservation(lane));
  }
  return run.plan;
}

function automaticSteps({ campaign }: PlanInput): Map<number, ChosenStep> {
  const steps = campaign.sequence.filter((step) => step.automatic && step.variants.length > 0);
  return new Map(
    steps.map(({ step, choose = "deficit", variants }) => [
      step,
      { choose, variants: variants.map((variant) => ({ ...variant })) },
    ]),
  );
}

function checkpoints(input: PlanInput, { until }: SlotRules): Checkpoint[] {
  if (input.isSendingStopped) return ["sending_stopped"];
  if (!input.campaign.sequence.some((step) => step.automatic)) return ["no_automatic_step"];
  const found: Checkpoint[] = [];
  if (!input.followUps.some(({ dueAt }) => dueAt < until)) found.push("no_follow_up_due");
  if (input.newLeads.length === 0) found.push("no_new_lead");
  return found;
}

/** How many follow-ups each mailbox takes before new leads; undefined where that is all of them. */
function turnsOf({ input, lanes, rules }: Run): Map<number, number> | undefined {
  const share = input.campaign.schedule.followUpShare ?? 100;
  if (share >= 100 || input.newLeads.length === 0) return undefined;
  const busy = new Set(input.followUps.map(({ mailboxId }) => mailboxId));
  return new Map(
    [...lanes].flatMap(([id, lane]) =>
      busy.has(id) ? [[id, followUpTurns(lane, rules, share)] as const] : [],
    ),
  );
}

/** Plans follow-ups in this order, no more of a mailbox than its turns; gives those that were beyond them. */
function planFollowUps(
  run: Run,
  followUps: readonly FollowUp[],
  turns?: ReadonlyMap<number, number>,
): FollowUp[] {
  const later: FollowUp[] = [];
  for (const followUp of followUps) {
    const { leadId, step, mailboxId } = followUp;
    if (run.planned.has(leadId)) continue;
    const lane = run.lanes.get(mailboxId);
    if (lane && lane.taken >= (turns?.get(mailboxId) ?? Number.POSITIVE_INFINITY)) {
      later.push(followUp);
      continue;
    }
    const waiting = planFollowUp(run, lane, followUp);
    if (waiting) run.plan.waiting.push({ leadId, step, ...waiting });
  }
  return later;
}

/** Plans one, or tells what it waits for. */
function planFollowUp(
  run: Run,
  lane: Lane | undefined,
  followUp: FollowUp,
): Pick<Waiting, "reason" | "until"> | undefined {
  const reason: PlannerReason | undefined =
    blockReasonOf(run, followUp.step) ??
    (lane === undefined ? "mailbox_missing" : undefined) ??
    (followUp.dueAt >= run.rules.until ? "not_due" : undefined);
  if (reason !== undefined || lane === undefined) return { reason: reason ?? "mailbox_missing" };
  if (lane.mailbox.state !== "CONNECTED") return { reason: "mailbox_unavailable" };
  const slot = slotFor(run, lane, followUp, followUp.dueAt);
  if ("reason" in slot) return slot;
  assign(run, lane, slot, followUp);
  return undefined;
}

function reservation(lane: Lane): Reservation {
  return {
    mailboxId: lane.mailbox.id,
    count: lane.taken,
    firstAt: lane.firstAt,
    lastAt: lane.lastAt,
    nextFreeAt: lane.freeAt,
    day: dateOfDay(lane.day),
    sentThatDay: lane.used,
  };
}
