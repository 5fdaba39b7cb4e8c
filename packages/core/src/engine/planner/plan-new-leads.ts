import type { EpochMs } from "../../instant.schema.ts";
import { localDay, nextLocalMidnight } from "../../kernel/schedule/zone.ts";
import { findSlot, type Lane, type SlotRules } from "./lane.ts";
import { laneQueue, replaceBest } from "./lane-queue.ts";
import type { NewLead } from "./plan-input.ts";
import { assign, blockReasonOf, type Run, slotFor } from "./run.ts";
import type { PlannerReason } from "./wait-reason.schema.ts";

/** Gives the slots that are left to new leads, in order, while their date takes new ones. */
export function planNewLeads(run: Run): void {
  const isOwn = ({ timezone, domain, family }: NewLead) =>
    timezone !== undefined || domain !== undefined || family !== undefined;
  if (run.input.newLeads.some(isOwn)) planOneByOne(run);
  else planAlike(run);
}

/** Cost: leads × log(mailboxes). */
function planAlike(run: Run): void {
  const step = firstStep(run);
  const problems = new Set<PlannerReason>();
  for (const lane of run.lanes.values()) {
    if (lane.mailbox.state === "CONNECTED") seekNext(lane, run.rules.now, run.rules, problems);
  }
  const queue = laneQueue(run.lanes.values());
  for (const { leadId } of run.input.newLeads) {
    if (run.planned.has(leadId)) continue;
    const reason = blockReasonOf(run, step);
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
 * For leads with a clock, a domain or a provider that is asked for: each takes the best slot that any mailbox has for it. The
 * mailboxes of a lead's own provider come first; what they leave is for those who found none. Cost: leads × mailboxes.
 */
function planOneByOne(run: Run): void {
  const lanes = [...run.lanes.values()].filter(({ mailbox }) => mailbox.state === "CONNECTED");
  const byFamily = new Map<string | undefined, Lane[]>();
  for (const lane of lanes) {
    const { family } = lane.mailbox;
    byFamily.set(family, [...(byFamily.get(family) ?? []), lane]);
  }
  for (const lead of run.input.newLeads) {
    const own = lead.family === undefined ? undefined : byFamily.get(lead.family);
    if (own && own.length < lanes.length) tryLanes(run, lead, own);
  }
  for (const lead of run.input.newLeads) {
    const refused = tryLanes(run, lead, lanes);
    if (refused) {
      run.plan.waiting.push({ leadId: lead.leadId, step: firstStep(run), ...refused });
    }
  }
}

/** Plans the lead through the best of these mailboxes, or tells what is in its way. */
function tryLanes(
  run: Run,
  lead: NewLead,
  lanes: readonly Lane[],
): { reason: PlannerReason; until?: EpochMs } | undefined {
  const step = firstStep(run);
  if (run.planned.has(lead.leadId)) return undefined;
  const reason = blockReasonOf(run, step);
  if (reason !== undefined) return { reason };
  const search: Search = { problems: new Set(), until: Number.POSITIVE_INFINITY };
  for (const lane of lanes) seekAllowed(run, lane, lead, search);
  const [lane] = laneQueue(lanes);
  if (lane?.next === undefined) {
    const worstReason = worst(search.problems);
    return worstReason === "domain_limit"
      ? { reason: worstReason, until: search.until }
      : { reason: worstReason };
  }
  countNew(run, lane.next.at);
  assign(run, lane, lane.next, { ...lead, step });
  return undefined;
}

const firstStep = ({ input }: Run) => input.campaign.sequence[0]?.step ?? 1;

/** What closed the lanes to a lead; `until` in epoch ms: when its domain has room again. */
type Search = { problems: Set<PlannerReason>; until: EpochMs };

/** The next slot for the lead on a date that may still take new ones. */
function seekAllowed(run: Run, lane: Lane, lead: NewLead, search: Search): void {
  let from = run.rules.now;
  for (;;) {
    const slot = slotFor(run, lane, lead, from);
    if ("reason" in slot) {
      search.problems.add(slot.reason);
      search.until = Math.min(search.until, slot.until ?? Number.POSITIVE_INFINITY);
      lane.next = undefined;
      return;
    }
    lane.next = slot;
    if (mayBeginOn(run, slot.at)) return;
    search.problems.add("new_lead_limit");
    from = nextLocalMidnight(run.input.campaign.schedule.timezone, slot.at);
  }
}

/** Whether the campaign's date of an instant may still take a new lead. */
function mayBeginOn({ rules, newByDay }: Run, at: EpochMs): boolean {
  const { timezone, maxNewLeadsPerDay } = rules.campaign.schedule;
  return (newByDay.get(localDay(timezone, at)) ?? 0) < maxNewLeadsPerDay;
}

/** The best lane whose next slot is on a date that may still take new leads. */
function bestLane(run: Run, queue: Lane[], problems: Set<PlannerReason>): Lane | undefined {
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
  notBefore: EpochMs,
  rules: SlotRules,
  problems: Set<PlannerReason>,
): void {
  const slot = findSlot(lane, notBefore, rules);
  lane.next = typeof slot === "string" ? undefined : slot;
  if (typeof slot === "string") problems.add(slot);
}

function countNew(run: Run, at: EpochMs): void {
  const day = localDay(run.input.campaign.schedule.timezone, at);
  run.newByDay.set(day, (run.newByDay.get(day) ?? 0) + 1);
}

/** What a user can do something about comes first; what closes no lane has no rank. */
const RANK: Record<PlannerReason, number | undefined> = {
  new_lead_limit: 1,
  domain_limit: 2,
  no_free_slot: 3,
  day_closed: 4,
  window_closed: 5,
  daily_limit: 6,
  not_due: undefined,
  no_automatic_step: undefined,
  sending_stopped: undefined,
  mailbox_missing: undefined,
  mailbox_unavailable: undefined,
  no_mailbox: undefined,
  monthly_quota: undefined,
};

/** Of what closed the lanes, the one with the first rank. */
function worst(problems: ReadonlySet<PlannerReason>): PlannerReason {
  let found: PlannerReason = "no_mailbox";
  let rank = Number.POSITIVE_INFINITY;
  for (const problem of problems) {
    const own = RANK[problem] ?? rank;
    if (own < rank) [found, rank] = [problem, own];
  }
  return found;
}
