import { windowIn } from "../schedule/lead-window.ts";
import type { SendWindow } from "../schedule/window.ts";
import { dateOfDay, localDay, nextLocalMidnight } from "../schedule/zone.ts";
import { hash32 } from "../seeded-hash.ts";
import {
  findSlot,
  type Lane,
  openLane,
  type Slot,
  type SlotProblem,
  type SlotRules,
  slotRules,
  takeSlot,
} from "./lane.ts";
import { laneQueue, replaceBest } from "./lane-queue.ts";
import type { FollowUp, PlanInput, PlanStep, PlanVariant } from "./plan-input.ts";

/** `scheduledAt` in epoch ms. */
export type Assignment = {
  leadId: number;
  step: number;
  mailboxId: number;
  scheduledAt: number;
  variant: string;
};

/**
 * What a run takes of a mailbox, for one conditional update. Instants in epoch ms. `day` and
 * `sentThatDay` replace the mailbox's own after the run, `lastAt` its last slot.
 */
export type Reservation = {
  mailboxId: number;
  count: number;
  firstAt: number;
  lastAt: number;
  nextFreeAt: number;
  day: string;
  sentThatDay: number;
};

/** Which of the three messages of a run apply; the first one ends it. */
export type Checkpoint = "no_automatic_step" | "no_follow_up_due" | "no_new_lead";

/** Why a lead got no slot in this run. */
export type WaitReason =
  | SlotProblem
  | "not_due"
  | "no_automatic_step"
  | "mailbox_missing"
  | "mailbox_unavailable"
  | "no_mailbox"
  | "new_lead_limit"
  | "monthly_quota";

export type Waiting = { leadId: number; step: number; reason: WaitReason };

export type Plan = {
  assignments: Assignment[];
  reservations: Reservation[];
  checkpoints: Checkpoint[];
  waiting: Waiting[];
};

type Run = {
  input: PlanInput;
  rules: SlotRules;
  lanes: Map<number, Lane>;
  steps: Map<number, Pick<PlanStep, "choose"> & { variants: PlanVariant[] }>;
  newByDay: Map<number, number>;
  planned: Set<number>;
  plan: Plan;
};

/**
 * Gives slots to leads: due follow-ups first, by due time, each in its lead's mailbox; then new leads in
 * order, each in the connected mailbox with the fewest mails that day. Pure: the same input and instant
 * (epoch ms) give the same plan. Cost: leads × log(mailboxes).
 * @throws RangeError for a timezone that does not exist or a window that never opens
 */
export function plan(input: PlanInput, now: number): Plan {
  const rules = slotRules(input, now);
  const run: Run = {
    input,
    rules,
    lanes: new Map(input.mailboxes.map((mailbox) => [mailbox.id, openLane(mailbox, rules)])),
    steps: automaticSteps(input),
    newByDay: new Map([[localDay(input.campaign.schedule.timezone, now), input.newToday]]),
    planned: new Set(),
    plan: {
      assignments: [],
      reservations: [],
      checkpoints: checkpoints(input, rules),
      waiting: [],
    },
  };
  planFollowUps(run);
  if (input.newLeads.some(({ timezone }) => timezone !== undefined)) planLeadsByZone(run);
  else planNewLeads(run);
  for (const lane of run.lanes.values()) {
    if (lane.taken > 0) run.plan.reservations.push(reservation(lane));
  }
  return run.plan;
}

function automaticSteps({ campaign }: PlanInput): Run["steps"] {
  const steps = campaign.sequence.filter((step) => step.automatic && step.variants.length > 0);
  return new Map(
    steps.map(({ step, choose = "deficit", variants }) => [
      step,
      { choose, variants: variants.map((variant) => ({ ...variant })) },
    ]),
  );
}

function checkpoints(input: PlanInput, { until }: SlotRules): Checkpoint[] {
  if (!input.campaign.sequence.some((step) => step.automatic)) return ["no_automatic_step"];
  const found: Checkpoint[] = [];
  if (!input.followUps.some(({ dueAt }) => dueAt < until)) found.push("no_follow_up_due");
  if (input.newLeads.length === 0) found.push("no_new_lead");
  return found;
}

function planFollowUps(run: Run): void {
  // The input comes in this order already; the order is a promise, so it is not left to the caller.
  const inOrder = [...run.input.followUps].sort((one, other) => one.dueAt - other.dueAt);
  for (const followUp of inOrder) {
    if (run.planned.has(followUp.leadId)) continue;
    const lane = run.lanes.get(followUp.mailboxId);
    const reason =
      hurdle(run, followUp.step) ??
      (lane === undefined ? "mailbox_missing" : undefined) ??
      (followUp.dueAt >= run.rules.until ? "not_due" : undefined);
    const slot = reason ?? slotOf(lane, followUp, run);
    if (typeof slot === "string") {
      run.plan.waiting.push({ leadId: followUp.leadId, step: followUp.step, reason: slot });
    } else if (lane !== undefined) {
      assign(run, lane, slot, followUp);
    }
  }
}

function slotOf(
  lane: Lane | undefined,
  { dueAt, timezone }: FollowUp,
  { rules }: Run,
): Slot | WaitReason {
  if (lane?.mailbox.state !== "CONNECTED") return "mailbox_unavailable";
  return findSlot(lane, dueAt, rules, windowIn(rules.campaign.schedule, timezone));
}

/** What holds a mail back whatever its mailbox. */
function hurdle(run: Run, step: number): WaitReason | undefined {
  if (!run.steps.has(step)) return "no_automatic_step";
  if (run.plan.assignments.length >= run.input.monthlyLeft) return "monthly_quota";
  return undefined;
}

function planNewLeads(run: Run): void {
  const step = run.input.campaign.sequence[0]?.step ?? 1;
  const problems = new Set<WaitReason>();
  for (const lane of run.lanes.values()) {
    if (lane.mailbox.state === "CONNECTED") seekNext(lane, run.rules.now, run.rules, problems);
  }
  const queue = laneQueue(run.lanes.values());
  for (const { leadId } of run.input.newLeads) {
    if (run.planned.has(leadId)) continue;
    const reason = hurdle(run, step);
    const lane = reason === undefined ? bestLane(run, queue, problems) : undefined;
    if (lane?.next === undefined) {
      run.plan.waiting.push({ leadId, step, reason: reason ?? worst(problems) });
      continue;
    }
    countNew(run, lane.next.at);
    assign(run, lane, lane.next, { leadId, step });
    seekNext(lane, lane.freeAt, run.rules, problems);
    replaceBest(queue);
  }
}

/**
 * The same for leads that are written to by their own clock: each takes the best slot that any mailbox has for its hours.
 * Cost: leads × mailboxes.
 */
function planLeadsByZone(run: Run): void {
  const step = run.input.campaign.sequence[0]?.step ?? 1;
  const lanes = [...run.lanes.values()].filter(({ mailbox }) => mailbox.state === "CONNECTED");
  for (const { leadId, timezone } of run.input.newLeads) {
    if (run.planned.has(leadId)) continue;
    const problems = new Set<WaitReason>();
    const reason = hurdle(run, step);
    if (reason === undefined) {
      const window = windowIn(run.rules.campaign.schedule, timezone);
      for (const lane of lanes) seekAllowed(run, lane, { window, problems });
    }
    const [lane] = reason === undefined ? laneQueue(lanes) : [];
    if (lane?.next === undefined) {
      run.plan.waiting.push({ leadId, step, reason: reason ?? worst(problems) });
      continue;
    }
    countNew(run, lane.next.at);
    assign(run, lane, lane.next, { leadId, step });
  }
}

/** The next slot on a date that may still take new leads. */
function seekAllowed(
  run: Run,
  lane: Lane,
  { window, problems }: { window: SendWindow; problems: Set<WaitReason> },
): void {
  const { timezone } = run.rules.campaign.schedule;
  let from = run.rules.now;
  do {
    const slot = findSlot(lane, from, run.rules, window);
    lane.next = typeof slot === "string" ? undefined : slot;
    if (typeof slot === "string") problems.add(slot);
    if (lane.next === undefined || mayBeginOn(run, lane.next.at)) return;
    problems.add("new_lead_limit");
    from = nextLocalMidnight(timezone, lane.next.at);
  } while (from < run.rules.until);
  lane.next = undefined;
}

function mayBeginOn({ newByDay, rules }: Run, at: number): boolean {
  const { timezone, maxNewLeadsPerDay } = rules.campaign.schedule;
  return (newByDay.get(localDay(timezone, at)) ?? 0) < maxNewLeadsPerDay;
}

/** The best lane whose next slot is on a date that may still take new leads. */
function bestLane(run: Run, queue: Lane[], problems: Set<WaitReason>): Lane | undefined {
  const { timezone } = run.input.campaign.schedule;
  for (;;) {
    const lane = queue[0];
    if (lane?.next === undefined) return undefined;
    if (mayBeginOn(run, lane.next.at)) return lane;
    problems.add("new_lead_limit");
    seekNext(lane, nextLocalMidnight(timezone, lane.next.at), run.rules, problems);
    replaceBest(queue);
  }
}

function seekNext(
  lane: Lane,
  notBefore: number,
  rules: SlotRules,
  problems: Set<WaitReason>,
): void {
  const slot = findSlot(lane, notBefore, rules);
  lane.next = typeof slot === "string" ? undefined : slot;
  if (typeof slot === "string") problems.add(slot);
}

function countNew(run: Run, at: number): void {
  const day = localDay(run.input.campaign.schedule.timezone, at);
  run.newByDay.set(day, (run.newByDay.get(day) ?? 0) + 1);
}

/** Of what closed the lanes, the one that a user can do something about first. */
function worst(problems: Set<WaitReason>): WaitReason {
  const order = [
    "new_lead_limit",
    "no_free_slot",
    "day_closed",
    "window_closed",
    "daily_limit",
  ] as const;
  return order.find((reason) => problems.has(reason)) ?? "no_mailbox";
}

function assign(run: Run, lane: Lane, slot: Slot, lead: { leadId: number; step: number }): void {
  takeSlot(lane, slot, run.rules, `${lead.leadId}|${lead.step}`);
  run.planned.add(lead.leadId);
  run.plan.assignments.push({
    leadId: lead.leadId,
    step: lead.step,
    mailboxId: lane.mailbox.id,
    scheduledAt: slot.at,
    variant: takeVariant(run, lead),
  });
}

function takeVariant(run: Run, lead: { leadId: number; step: number }): string {
  const { choose, variants } = run.steps.get(lead.step) ?? { choose: "deficit", variants: [] };
  const chosen = choose === "chance" ? byChance(run, lead, variants) : byDeficit(variants);
  if (chosen === undefined) throw new Error(`Step ${lead.step} has no variant`);
  chosen.assigned += 1;
  return chosen.letter;
}

/** The same variant for the same lead and shares, whichever run asks. */
function byChance(
  { input }: Run,
  { leadId, step }: { leadId: number; step: number },
  variants: PlanVariant[],
): PlanVariant | undefined {
  let left = (100 * hash32(input.campaign.id, step, leadId, "variant")) / 2 ** 32;
  for (const variant of variants) {
    left -= variant.share;
    if (left < 0) return variant;
  }
  return variants.findLast(({ share }) => share > 0);
}

/** The variant that is furthest behind its share; the first where several are. */
function byDeficit(variants: PlanVariant[]): PlanVariant | undefined {
  const total = variants.reduce((sum, variant) => sum + variant.assigned, 0);
  const deficit = ({ share, assigned }: PlanVariant) => share * (total + 1) - 100 * assigned;
  let [chosen] = variants;
  for (const variant of variants) {
    if (chosen && deficit(variant) > deficit(chosen)) chosen = variant;
  }
  return chosen;
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
