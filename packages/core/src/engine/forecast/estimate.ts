import { DAY_MS } from "../../duration.ts";
import type { DayNumber, DurationMs, EpochMs } from "../../instant.schema.ts";
import { closesAt, dueAfter, nextOpening, type SendWindow } from "../../kernel/schedule/window.ts";
import { instantOfWall, localDay, nextLocalMidnight } from "../../kernel/schedule/zone.ts";
import { plan } from "../planner/plan.ts";
import type { PlanInput, PlanMailbox, PlanStep } from "../planner/plan-input.ts";
import { addMails, emptySendPlan, type SendPlan } from "./send-plan.ts";

/** Leads that wait for one step, in aggregate. `dueAt` in epoch ms; without a mailbox they are spread over all. */
export type WaitingLeads = { step: number; dueAt: EpochMs; count: number; mailboxId?: number };

export type EstimateInput = Omit<PlanInput, "horizonMs" | "newLeads" | "followUps"> & {
  newLeads: number;
  waiting: readonly WaitingLeads[];
};

type Flow = {
  input: EstimateInput;
  boxes: readonly PlanMailbox[];
  /** Steps that the engine sends, without a step behind one that it does not. */
  steps: readonly PlanStep[];
  /** By due day: leads by mailbox and step, at `box * steps + step`. */
  arrivals: Map<number, Int32Array>;
  backlog: Int32Array;
  newLeft: number;
  monthlyLeft: number;
  plan: SendPlan;
  /** The mailbox whose mails alone are in the plan. */
  only: number | undefined;
  fullDays: Map<string, number>;
};

/** The open hours of one local date: from `from` on, `middle` and the share of each UTC date that they touch. */
type OpenDay = {
  day: DayNumber;
  from: EpochMs;
  until: EpochMs;
  middle: number;
  openMs: DurationMs;
  utcDays: { utcDay: DayNumber; share: number }[];
};

/**
 * The send plan in counts, day by day, whatever the number of leads: how many mails a mailbox takes on a day is asked of
 * `plan()`, follow-ups come first, new leads fill the mailboxes evenly up to the day's maximum. An estimate: within a day it
 * does not tell which hour a follow-up falls due in. Cost: days × mailboxes × steps.
 *
 * @param options at most `days` local dates are looked at; with `mailboxId` only its mails are in the plan
 * @returns the plan, and how many leads still wait at its end
 */
export function estimate(
  input: EstimateInput,
  now: EpochMs,
  options: { days: number; mailboxId?: number | undefined },
): { plan: SendPlan; waiting: number } {
  const flow = openFlow(input, now, options.mailboxId);
  const { schedule } = input.campaign;
  const firstDay = localDay(schedule.timezone, now);
  let seen = firstDay - 1;
  let lastOpen = firstDay;
  for (let from = now; isUnfinished(flow) && flow.boxes.length > 0 && flow.monthlyLeft > 0; ) {
    const open = openDay(schedule, nextOpening(schedule, from));
    if (open.day >= firstDay + options.days) break;
    for (seen += 1; seen <= open.day; seen++) arrive(flow, seen);
    sendDay(flow, open, { isFirst: open.day === firstDay, isAfterBreak: open.day > lastOpen + 1 });
    [seen, lastOpen] = [open.day, open.day];
    from = open.until;
  }
  return { plan: flow.plan, waiting: leadsLeft(flow) };
}

function openFlow(input: EstimateInput, now: EpochMs, only: number | undefined): Flow {
  const { campaign, mailboxes, waiting } = input;
  const isSent = ({ automatic, variants }: PlanStep) => automatic && variants.length > 0;
  const firstManual = campaign.sequence.findIndex((step) => !isSent(step));
  const steps = firstManual < 0 ? campaign.sequence : campaign.sequence.slice(0, firstManual);
  const boxes = mailboxes.filter(
    ({ state, dailyLimit }) => state === "CONNECTED" && dailyLimit > 0,
  );
  const flow: Flow = {
    input,
    boxes,
    steps,
    arrivals: new Map(),
    backlog: new Int32Array(boxes.length * steps.length),
    newLeft: steps.length > 0 ? input.newLeads : 0,
    monthlyLeft: input.monthlyLeft,
    plan: emptySendPlan(campaign.sequence),
    only,
    fullDays: new Map(),
  };
  for (const group of waiting) {
    const day = localDay(campaign.schedule.timezone, Math.max(group.dueAt, now));
    spread(flow, group, day);
  }
  return flow;
}

function spread(flow: Flow, { step, count, mailboxId }: WaitingLeads, day: DayNumber): void {
  const { boxes, steps } = flow;
  const at = steps.findIndex((each) => each.step === step);
  const own = boxes.findIndex(({ id }) => id === mailboxId);
  if (at < 0 || boxes.length === 0 || (mailboxId !== undefined && own < 0)) return;
  const arrivals = arrivalsOf(flow, day);
  for (const [box] of own < 0 ? boxes.entries() : [[own] as const]) {
    const share =
      own < 0
        ? Math.floor(((box + 1) * count) / boxes.length) - Math.floor((box * count) / boxes.length)
        : count;
    const cell = box * steps.length + at;
    arrivals[cell] = (arrivals[cell] ?? 0) + share;
  }
}

function arrivalsOf({ arrivals, backlog }: Flow, day: DayNumber): Int32Array {
  const known = arrivals.get(day) ?? new Int32Array(backlog.length);
  arrivals.set(day, known);
  return known;
}

const sum = (counts: Int32Array) => counts.reduce((total, count) => total + count, 0);

function leadsLeft({ newLeft, backlog, arrivals }: Flow): number {
  return [...arrivals.values()].reduce(
    (total, counts) => total + sum(counts),
    newLeft + sum(backlog),
  );
}

const isUnfinished = (flow: Flow) =>
  flow.newLeft > 0 || flow.arrivals.size > 0 || sum(flow.backlog) > 0;

function arrive(flow: Flow, day: DayNumber): void {
  const arrived = flow.arrivals.get(day);
  if (!arrived) return;
  for (const [cell, count] of arrived.entries()) {
    flow.backlog[cell] = (flow.backlog[cell] ?? 0) + count;
  }
  flow.arrivals.delete(day);
}

/** `isFirst`: mailboxes are as they stand; `isAfterBreak`: nothing was sent on the date before. */
type DayPosition = { isFirst: boolean; isAfterBreak: boolean };

function sendDay(flow: Flow, open: OpenDay, position: DayPosition): void {
  const { boxes, input } = flow;
  const room = boxes.map((box) => roomOn(flow, box, open, position));
  const { maxNewLeadsPerDay, followUpShare } = input.campaign.schedule;
  const share = flow.newLeft > 0 ? (followUpShare ?? 100) : 100;
  const used = room.map((most, box) =>
    sendFollowUps(flow, open, { box, most: Math.floor((most * share) / 100) }),
  );
  const allowed = Math.max(0, maxNewLeadsPerDay - (position.isFirst ? input.newToday : 0));
  const wanted = Math.min(flow.newLeft, allowed, flow.monthlyLeft);
  for (const [box, count] of fillEvenly(used, room, wanted).entries()) {
    send(flow, open, { box, step: 0, count });
    flow.newLeft -= count;
    used[box] = (used[box] ?? 0) + count;
  }
  // What new leads leave is for follow-ups again.
  for (const [box, sent] of used.entries()) {
    sendFollowUps(flow, open, { box, most: (room[box] ?? 0) - sent });
  }
}

/** Follow-ups of a mailbox, no more than `most`; returns how many. */
function sendFollowUps(
  flow: Flow,
  open: OpenDay,
  { box, most }: { box: number; most: number },
): number {
  const { steps, backlog } = flow;
  let sent = 0;
  for (let step = steps.length - 1; step >= 0; step--) {
    const cell = box * steps.length + step;
    const count = Math.min(backlog[cell] ?? 0, most - sent, flow.monthlyLeft);
    send(flow, open, { box, step, count });
    backlog[cell] = (backlog[cell] ?? 0) - count;
    sent += count;
  }
  return sent;
}

/** Records mails of a day and brings their leads to the day on which the next step falls due. */
function send(
  flow: Flow,
  open: OpenDay,
  { box, step, count }: { box: number; step: number; count: number },
): void {
  const { boxes, steps, plan: sendPlan, input } = flow;
  const [mailbox, sent, next] = [boxes[box], steps[step], steps[step + 1]];
  if (count < 1 || !mailbox || !sent) return;
  flow.monthlyLeft -= count;
  let left = count;
  for (const [at, { utcDay, share }] of open.utcDays.entries()) {
    const part = at === open.utcDays.length - 1 ? left : Math.round(count * share);
    left -= part;
    const mails = { day: open.day, utcDay, step: sent.step, mailboxId: mailbox.id, count: part };
    if (part > 0 && (flow.only ?? mailbox.id) === mailbox.id) addMails(sendPlan, mails);
  }
  if (!next) return;
  const { schedule } = input.campaign;
  const dueDay = localDay(schedule.timezone, dueAfter(open.middle, next.delayDays, schedule));
  const arrivals = arrivalsOf(flow, Math.max(dueDay, open.day + 1));
  const cell = box * steps.length + step + 1;
  arrivals[cell] = (arrivals[cell] ?? 0) + count;
}

/** Raises the lowest first: how many of `wanted` each mailbox takes on top of `used`, none beyond its room. */
export function fillEvenly(
  used: readonly number[],
  room: readonly number[],
  wanted: number,
): number[] {
  const additionsUpTo = (level: number) =>
    used.map((have, at) => Math.max(0, Math.min(room[at] ?? 0, level) - have));
  const total = (level: number) => additionsUpTo(level).reduce((all, one) => all + one, 0);
  let low = 0;
  let high = Math.max(0, ...room);
  if (total(high) <= wanted) return additionsUpTo(high);
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if (total(middle) <= wanted) low = middle;
    else high = middle - 1;
  }
  const filled = additionsUpTo(low);
  let left = wanted - total(low);
  const next = additionsUpTo(low + 1);
  return filled.map((count, at) => {
    const more = left > 0 ? (next[at] ?? 0) - count : 0;
    left -= more;
    return count + more;
  });
}

/** How many mails a mailbox takes on a day. On whole days: the same for all with the same limit, gap and hours. */
function roomOn(
  { input, fullDays }: Flow,
  mailbox: PlanMailbox,
  open: OpenDay,
  { isFirst, isAfterBreak }: DayPosition,
): number {
  if (isFirst) return mailsBetween(input, mailbox, open);
  // Between days of sending a limit that turns at another midnight still allows that many a day: the campaign's dates do.
  const accountTimezone = isAfterBreak ? mailbox.accountTimezone : input.campaign.schedule.timezone;
  const turnsAfterMs = nextLocalMidnight(accountTimezone, open.from) - open.from;
  const key = `${mailbox.dailyLimit} ${mailbox.minGapMs} ${open.openMs} ${turnsAfterMs}`;
  const known = fullDays.get(key);
  if (known !== undefined) return known;
  const free = { nextFreeAt: null, lastSlotAt: null, day: null, sentToday: 0 };
  const room = mailsBetween(input, { ...mailbox, ...free, accountTimezone }, open);
  fullDays.set(key, room);
  return room;
}

function mailsBetween(input: EstimateInput, mailbox: PlanMailbox, open: OpenDay): number {
  const planned = plan(
    {
      campaign: {
        ...input.campaign,
        schedule: { ...input.campaign.schedule, maxNewLeadsPerDay: Number.MAX_SAFE_INTEGER },
      },
      seed: input.seed,
      newToday: 0,
      monthlyLeft: Number.MAX_SAFE_INTEGER,
      followUps: [],
      newLeads: Array.from({ length: 2 * mailbox.dailyLimit }, (_, index) => ({
        leadId: index + 1,
      })),
      mailboxes: [mailbox],
      horizonMs: open.until - open.from,
    },
    open.from,
  );
  return planned.assignments.length;
}

/** The open hours of the local date of an open instant, from there on. */
function openDay(schedule: SendWindow, from: EpochMs): OpenDay {
  const day = localDay(schedule.timezone, from);
  const until = instantOfWall(schedule.timezone, (day + 1) * DAY_MS);
  const byUtcDay = new Map<number, number>();
  let openMs = 0;
  let lastClose = from;
  for (let at = from; at < until; at = nextOpening(schedule, lastClose)) {
    lastClose = Math.min(closesAt(schedule, at) ?? at, until);
    openMs += lastClose - at;
    for (let part = at; part < lastClose; ) {
      const utcDay = Math.floor(part / DAY_MS);
      const end = Math.min(lastClose, (utcDay + 1) * DAY_MS);
      byUtcDay.set(utcDay, (byUtcDay.get(utcDay) ?? 0) + end - part);
      part = end;
    }
  }
  const utcDays = [...byUtcDay].map(([utcDay, ms]) => ({ utcDay, share: ms / openMs }));
  return { day, from, until, middle: from + Math.floor((lastClose - from) / 2), openMs, utcDays };
}
