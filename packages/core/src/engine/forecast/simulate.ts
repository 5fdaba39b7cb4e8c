import { DAY_MS, MINUTE_MS } from "../../duration.ts";
import type { DayNumber, DurationMs, EpochMs } from "../../instant.schema.ts";
import { nextOpeningAnywhere, windowIn } from "../../kernel/schedule/lead-window.ts";
import { MIN_GAP_MINUTES } from "../../kernel/schedule/schedule.schema.ts";
import { dueAfter, nextOpening } from "../../kernel/schedule/window.ts";
import {
  dayOfDate,
  instantOfWall,
  localDay,
  nextLocalMidnight,
} from "../../kernel/schedule/zone.ts";
import { domainRateLimitKey } from "../planner/domain-room.ts";
import { HORIZON_MS } from "../planner/horizon.ts";
import { plan } from "../planner/plan.ts";
import type {
  FollowUp,
  NewLead,
  PlanInput,
  PlanMailbox,
  PlanStep,
  SendingConstraints,
} from "../planner/plan-input.ts";
import type { Assignment } from "../planner/plan-output.ts";
import { readiness } from "../planner/readiness.ts";
import {
  countFollowUps,
  dropFollowUp,
  earliestDue,
  type FollowUpQueue,
  peekDue,
  putFollowUp,
} from "./follow-up-queue.ts";
import {
  countNew,
  dropNew,
  earliestNew,
  type LeadLine,
  type NewLeadQueue,
  openNewLeads,
  peekNew,
  postponeNew,
} from "./new-lead-queue.ts";

const NEVER = Number.POSITIVE_INFINITY;

/** What `plan()` takes of a campaign, with all that waits instead of what one run looks at. Instants in epoch ms. */
export type SimulationInput = Omit<PlanInput, "horizonMs" | "newLeads"> & {
  newLeads: LeadLine;
  /** By lead, where the campaign's rules ask each by itself. */
  constraints?: ReadonlyMap<number, SendingConstraints>;
};

export type SimulationEnd = {
  /** Leads that still wait for a mail: past `until`, or for a mailbox that does not send. */
  waiting: number;
  /** Whether `onMail` asked to stop. */
  isStopped: boolean;
};

type Sender = { mailbox: PlanMailbox; gapMs: DurationMs; queue: FollowUpQueue };

type World = {
  input: SimulationInput;
  senders: Sender[];
  byId: Map<number, Sender>;
  nextSteps: Map<number, PlanStep>;
  firstStep: number | undefined;
  fresh: NewLeadQueue;
  constraints: ReadonlyMap<number, SendingConstraints>;
  hasClocks: boolean;
  /** Mails of each domain's hours, as `DomainRateLimit`. */
  domainMails: Map<string, number>;
  newDay: DayNumber;
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
  now: EpochMs,
  options: { until: EpochMs; onMail: (mail: Assignment) => boolean | void },
): SimulationEnd {
  const world = openWorld(input, now);
  let isStopped = false;
  for (let at = nextRun(world, now); at < options.until; at = nextRun(world, at + HORIZON_MS)) {
    for (const mail of playRun(world, at)) {
      isStopped ||= mail.scheduledAt < options.until && options.onMail(mail) === false;
      if (isStopped) break;
    }
    if (isStopped || world.monthlyLeft < 1) break;
  }
  return { waiting: leadsLeft(world), isStopped };
}

function openWorld(input: SimulationInput, now: EpochMs): World {
  const { campaign, mailboxes, constraints = new Map<number, SendingConstraints>() } = input;
  const minGapMs = Math.max(campaign.schedule.minGapMinutes, MIN_GAP_MINUTES) * MINUTE_MS;
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
    fresh: openNewLeads(input.newLeads, constraints.size === 0),
    constraints,
    hasClocks: [...constraints.values()].some(({ timezone }) => timezone !== undefined),
    domainMails: new Map(input.domainRateLimit?.used),
    newDay: localDay(campaign.schedule.timezone, now),
    newCount: input.newToday,
    monthlyLeft: input.monthlyLeft,
    held,
  };
}

function leadsLeft(world: World): number {
  return world.senders.reduce(
    (sum, { queue }) => sum + countFollowUps(queue),
    countNew(world.fresh) + world.held,
  );
}

/** The earliest instant from `from` on at which some mailbox may send something that is due; Infinity when nothing is left. */
function nextRun(world: World, from: EpochMs): EpochMs {
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
  if (earliest === NEVER) return NEVER;
  return world.hasClocks
    ? nextOpeningAnywhere(schedule, earliest)
    : nextOpening(schedule, earliest);
}

/** From when on the campaign may contact a new lead. */
function newWorkFrom(world: World, from: EpochMs): EpochMs {
  const { timezone, maxNewLeadsPerDay } = world.input.campaign.schedule;
  if (world.firstStep === undefined) return NEVER;
  const due = Math.max(from, earliestNew(world.fresh));
  const isFull = world.newCount >= maxNewLeadsPerDay;
  return isFull && localDay(timezone, from) <= world.newDay
    ? Math.max(due, instantOfWall(timezone, (world.newDay + 1) * DAY_MS))
    : due;
}

/** From when on a mailbox has room: its gap is over and its day is not full. */
function freeFrom({ mailbox }: Sender, from: EpochMs): EpochMs {
  const free = Math.max(from, mailbox.nextFreeAt ?? from);
  if (mailbox.day === null || mailbox.sentToday < mailbox.dailyLimit) return free;
  const dayAfter = (dayOfDate(mailbox.day) + 1) * DAY_MS;
  return Math.max(free, instantOfWall(mailbox.accountTimezone, dayAfter));
}

/** One trigger run: plans its fifteen minutes and moves mailboxes and leads on. */
function playRun(world: World, at: EpochMs): Assignment[] {
  const { input } = world;
  const { timezone } = input.campaign.schedule;
  const until = at + HORIZON_MS;
  const open = world.senders.filter((sender) => freeFrom(sender, at) < until);
  const followUps: FollowUp[] = [];
  let capacity = 0;
  for (const { queue, gapMs } of open) {
    const room = Math.ceil(HORIZON_MS / gapMs) + 1;
    followUps.push(...peekDue(queue, until, room));
    capacity += room;
  }
  const followUpsDue = new Map(followUps.map((followUp) => [followUp.leadId, followUp]));
  const today = localDay(timezone, at);
  const newToday = today === world.newDay ? world.newCount : 0;
  const planned = plan(
    {
      ...input,
      newToday,
      monthlyLeft: world.monthlyLeft,
      followUps: followUps.map((followUp) => ({
        ...followUp,
        ...world.constraints.get(followUp.leadId),
      })),
      domainRateLimit: input.domainRateLimit && {
        ...input.domainRateLimit,
        used: world.domainMails,
      },
      newLeads: newLeadsOf(world, {
        at,
        capacity,
        newToday,
        isNextDay: nextLocalMidnight(timezone, at) < until,
      }),
      mailboxes: open.map(({ mailbox }) => mailbox),
      seed: `${input.seed}|${at}`,
      horizonMs: HORIZON_MS,
    },
    at,
  );
  for (const { mailboxId, nextFreeAt, lastAt, day, sentThatDay } of planned.reservations) {
    const sender = world.byId.get(mailboxId);
    if (!sender) continue;
    Object.assign(sender.mailbox, { nextFreeAt, lastSlotAt: lastAt, day, sentToday: sentThatDay });
  }
  if (today !== world.newDay) [world.newDay, world.newCount] = [today, 0];
  for (const mail of planned.assignments) moveOn(world, mail, !followUpsDue.has(mail.leadId));
  for (const { leadId, until = at } of planned.waiting) {
    postpone(world, { leadId, at, until }, followUpsDue.get(leadId));
  }
  world.monthlyLeft -= planned.assignments.length;
  return planned.assignments;
}

function newLeadsOf(
  world: World,
  {
    at,
    capacity,
    newToday,
    isNextDay,
  }: { at: EpochMs; capacity: number; newToday: number; isNextDay: boolean },
): NewLead[] {
  if (world.firstStep === undefined) return [];
  const { input, constraints, domainMails } = world;
  const { schedule } = input.campaign;
  const allowed = isNextDay ? capacity : Math.max(0, schedule.maxNewLeadsPerDay - newToday);
  const domainRateLimit = input.domainRateLimit && { ...input.domainRateLimit, used: domainMails };
  const ready = readiness(schedule, domainRateLimit, { from: at, until: at + HORIZON_MS });
  const found = peekNew(world.fresh, at, {
    most: Math.min(capacity, allowed),
    isReady: (leadId) => ready(constraints.get(leadId) ?? {}),
  });
  return found.map((leadId) => ({ leadId, ...constraints.get(leadId) }));
}

/** As a run does: whoever's hours are shut waits for them, whoever's domain is full for its next hour. */
function postpone(
  { input, constraints, fresh, byId }: World,
  { leadId, at, until }: { leadId: number; at: EpochMs; until: EpochMs },
  followUp: FollowUp | undefined,
): void {
  if (constraints.size === 0) return;
  const window = windowIn(input.campaign.schedule, constraints.get(leadId)?.timezone);
  const opens = nextOpening(window, Math.max(until, followUp?.dueAt ?? until));
  if (opens < at + HORIZON_MS && until === at) return;
  if (!followUp) return postponeNew(fresh, leadId, opens);
  const queue = byId.get(followUp.mailboxId)?.queue;
  if (!queue) return;
  dropFollowUp(queue, followUp.step, leadId);
  putFollowUp(queue, { ...followUp, dueAt: opens });
}

function moveOn(
  world: World,
  { leadId, step, mailboxId, scheduledAt }: Assignment,
  isNew: boolean,
): void {
  const { schedule } = world.input.campaign;
  const sender = world.byId.get(mailboxId);
  if (!sender) return;
  const { timezone, domain } = world.constraints.get(leadId) ?? {};
  if (domain !== undefined) {
    const key = domainRateLimitKey(domain, scheduledAt);
    world.domainMails.set(key, (world.domainMails.get(key) ?? 0) + 1);
  }
  if (isNew) dropNew(world.fresh, leadId);
  else dropFollowUp(sender.queue, step, leadId);
  // As a run counts it: also the first mail of a subsequence, which waits for its mailbox like a follow-up.
  if (step === world.firstStep) {
    const day = localDay(schedule.timezone, scheduledAt);
    if (day > world.newDay) [world.newDay, world.newCount] = [day, 0];
    world.newCount += 1;
  }
  const next = world.nextSteps.get(step);
  if (!next) return;
  const dueAt = dueAfter(scheduledAt, next.delayDays, windowIn(schedule, timezone));
  putFollowUp(sender.queue, { leadId, step: next.step, dueAt, mailboxId });
}
