import { plan } from "../planner/plan.ts";
import type { FollowUp, PlanInput, PlanMailbox, PlanStep } from "../planner/plan-input.ts";
import type { Assignment } from "../planner/plan-output.ts";
import { MIN_GAP_MINUTES } from "../schedule/schedule.schema.ts";
import { dueAfter, nextOpening } from "../schedule/window.ts";
import { dayOfDate, instantOfWall, localDay, nextLocalMidnight } from "../schedule/zone.ts";
import {
  countFollowUps,
  dropFollowUp,
  earliestDue,
  type FollowUpQueue,
  peekDue,
  putFollowUp,
} from "./follow-up-queue.ts";

const MINUTE = 60_000;
const DAY_MS = 1_440 * MINUTE;
/** As far as one trigger run plans ahead. */
const RUN_MS = 15 * MINUTE;
const NEVER = Number.POSITIVE_INFINITY;

/** New leads in import order, without holding them: how many, and the id of the nth. */
export type LeadLine = { count: number; idAt: (index: number) => number };

/** What `plan()` takes of a campaign, with all that waits instead of what one run looks at. Instants in epoch ms. */
export type SimulationInput = Omit<PlanInput, "horizonMs" | "newLeads"> & { newLeads: LeadLine };

export type SimulationEnd = {
  /** Leads that still wait for a mail: past `until`, or for a mailbox that does not send. */
  waiting: number;
  /** Whether `onMail` asked to stop. */
  isStopped: boolean;
};

type Sender = { mailbox: PlanMailbox; gapMs: number; queue: FollowUpQueue };

type World = {
  input: SimulationInput;
  senders: Sender[];
  byId: Map<number, Sender>;
  nextSteps: Map<number, PlanStep>;
  firstStep: number | undefined;
  /** New leads that have a mail. */
  begun: number;
  newDay: number;
  newCount: number;
  monthlyLeft: number;
  /** Follow-ups of mailboxes that do not send. */
  held: number;
};

/**
 * Plays the campaign's trigger runs one after the other with `plan()`, as if every mail left at its planned time and nobody
 * answered, and hands over each mail in the order of the runs. Holds the leads that are between two steps and no other.
 * Cost: mails, and for each run the mailboxes.
 *
 * @param options `until` in epoch ms, exclusive; `onMail` gives false to end it
 * @throws RangeError as `plan`
 */
export function simulate(
  input: SimulationInput,
  now: number,
  options: { until: number; onMail: (mail: Assignment) => boolean | void },
): SimulationEnd {
  const world = openWorld(input, now);
  let isStopped = false;
  for (let at = nextRun(world, now); at < options.until; at = nextRun(world, at + RUN_MS)) {
    for (const mail of playRun(world, at)) {
      isStopped ||= mail.scheduledAt < options.until && options.onMail(mail) === false;
      if (isStopped) break;
    }
    if (isStopped || world.monthlyLeft < 1) break;
  }
  return { waiting: leadsLeft(world), isStopped };
}

function openWorld(input: SimulationInput, now: number): World {
  const { campaign, mailboxes } = input;
  const minGapMs = Math.max(campaign.schedule.minGapMinutes, MIN_GAP_MINUTES) * MINUTE;
  const senders = mailboxes
    .filter(({ state, dailyLimit }) => state === "CONNECTED" && dailyLimit > 0)
    .map((mailbox) => ({
      mailbox: { ...mailbox },
      gapMs: Math.max(minGapMs, mailbox.minGapMs),
      queue: new Map() as FollowUpQueue,
    }));
  const byId = new Map(senders.map((sender) => [sender.mailbox.id, sender]));
  const isSent = (step: PlanStep | undefined) => step?.automatic && step.variants.length > 0;
  const steps = campaign.sequence;
  const nextSteps = steps.flatMap(({ step }, index): [number, PlanStep][] => {
    const next = steps[index + 1];
    return next && isSent(next) ? [[step, next]] : [];
  });
  const followUps = [...input.followUps].sort((one, other) => one.dueAt - other.dueAt);
  const sendable = new Set(steps.filter(isSent).map(({ step }) => step));
  let held = 0;
  for (const followUp of followUps) {
    const sender = byId.get(followUp.mailboxId);
    if (sender && sendable.has(followUp.step)) putFollowUp(sender.queue, followUp);
    else held += 1;
  }
  return {
    input,
    senders,
    byId,
    nextSteps: new Map(nextSteps),
    firstStep: isSent(steps[0]) ? steps[0]?.step : undefined,
    begun: 0,
    newDay: localDay(campaign.schedule.timezone, now),
    newCount: input.newToday,
    monthlyLeft: input.monthlyLeft,
    held,
  };
}

const newLeft = (world: World) => world.input.newLeads.count - world.begun;

function leadsLeft(world: World): number {
  return world.senders.reduce(
    (sum, { queue }) => sum + countFollowUps(queue),
    newLeft(world) + world.held,
  );
}

/** The earliest instant from `from` on at which some mailbox may send something that is due; Infinity when nothing is left. */
function nextRun(world: World, from: number): number {
  const { schedule } = world.input.campaign;
  const newFrom = newWorkFrom(world, from);
  let earliest = NEVER;
  for (const sender of world.senders) {
    const work = Math.min(newFrom, earliestDue(sender.queue));
    if (work === NEVER) continue;
    earliest = Math.min(earliest, Math.max(work, freeFrom(sender, from)));
    // No other mailbox can be earlier.
    if (earliest <= from) break;
  }
  return earliest === NEVER ? NEVER : nextOpening(schedule, earliest);
}

/** From when on the campaign may contact a new lead. */
function newWorkFrom(world: World, from: number): number {
  const { timezone, maxNewLeadsPerDay } = world.input.campaign.schedule;
  if (newLeft(world) < 1 || world.firstStep === undefined) return NEVER;
  const isFull = world.newCount >= maxNewLeadsPerDay;
  return isFull && localDay(timezone, from) <= world.newDay
    ? instantOfWall(timezone, (world.newDay + 1) * DAY_MS)
    : from;
}

/** From when on a mailbox has room: its gap is over and its day is not full. */
function freeFrom({ mailbox }: Sender, from: number): number {
  const free = Math.max(from, mailbox.nextFreeAt ?? from);
  if (mailbox.day === null || mailbox.sentToday < mailbox.dailyLimit) return free;
  const dayAfter = (dayOfDate(mailbox.day) + 1) * DAY_MS;
  return Math.max(free, instantOfWall(mailbox.accountTimezone, dayAfter));
}

/** One trigger run: plans its fifteen minutes and moves mailboxes and leads on. */
function playRun(world: World, at: number): Assignment[] {
  const { input } = world;
  const { timezone } = input.campaign.schedule;
  const until = at + RUN_MS;
  const open = world.senders.filter((sender) => freeFrom(sender, at) < until);
  const followUps: FollowUp[] = [];
  let capacity = 0;
  for (const { queue, gapMs } of open) {
    const room = Math.ceil(RUN_MS / gapMs) + 1;
    followUps.push(...peekDue(queue, until, room));
    capacity += room;
  }
  const today = localDay(timezone, at);
  const newToday = today === world.newDay ? world.newCount : 0;
  const planned = plan(
    {
      ...input,
      newToday,
      monthlyLeft: world.monthlyLeft,
      followUps,
      newLeads: newLeadsOf(world, {
        capacity,
        newToday,
        isNextDay: nextLocalMidnight(timezone, at) < until,
      }),
      mailboxes: open.map(({ mailbox }) => mailbox),
      seed: `${input.seed}|${at}`,
      horizonMs: RUN_MS,
    },
    at,
  );
  for (const { mailboxId, nextFreeAt, lastAt, day, sentThatDay } of planned.reservations) {
    const sender = world.byId.get(mailboxId);
    if (!sender) continue;
    Object.assign(sender.mailbox, { nextFreeAt, lastSlotAt: lastAt, day, sentToday: sentThatDay });
  }
  if (today !== world.newDay) [world.newDay, world.newCount] = [today, 0];
  for (const mail of planned.assignments) moveOn(world, mail);
  world.monthlyLeft -= planned.assignments.length;
  return planned.assignments;
}

function newLeadsOf(
  world: World,
  { capacity, newToday, isNextDay }: { capacity: number; newToday: number; isNextDay: boolean },
): { leadId: number }[] {
  if (world.firstStep === undefined) return [];
  const { maxNewLeadsPerDay } = world.input.campaign.schedule;
  const allowed = isNextDay ? capacity : Math.max(0, maxNewLeadsPerDay - newToday);
  const { idAt } = world.input.newLeads;
  const length = Math.min(capacity, allowed, newLeft(world));
  return Array.from({ length }, (_, index) => ({ leadId: idAt(world.begun + index) }));
}

function moveOn(world: World, { leadId, step, mailboxId, scheduledAt }: Assignment): void {
  const { schedule } = world.input.campaign;
  const sender = world.byId.get(mailboxId);
  if (!sender) return;
  if (step === world.firstStep) {
    world.begun += 1;
    const day = localDay(schedule.timezone, scheduledAt);
    if (day > world.newDay) [world.newDay, world.newCount] = [day, 0];
    world.newCount += 1;
  } else {
    dropFollowUp(sender.queue, step);
  }
  const next = world.nextSteps.get(step);
  if (!next) return;
  const dueAt = dueAfter(scheduledAt, next.delayDays, schedule);
  putFollowUp(sender.queue, { leadId, step: next.step, dueAt, mailboxId });
}
