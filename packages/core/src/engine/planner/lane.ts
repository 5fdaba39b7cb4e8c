import type { DayNumber, DurationMs, EpochMs } from "../../instant.schema.ts";
import { MIN_GAP_MINUTES } from "../../kernel/schedule/schedule.schema.ts";
import { closedFor, nextOpening, type SendWindow } from "../../kernel/schedule/window.ts";
import { dayOfDate, localDay, nextLocalMidnight } from "../../kernel/schedule/zone.ts";
import { hash32 } from "../../seeded-hash.ts";
import { HORIZON_MS } from "./horizon.ts";
import type { PlanInput, PlanMailbox } from "./plan-input.ts";
import type { PlannerReason } from "./wait-reason.schema.ts";

const JITTER = 0.25;

/** A mailbox while a run fills it. `freeAt` and slots in epoch ms, `day` in local days since 1970-01-01. */
export type Lane = {
  mailbox: PlanMailbox;
  gapMs: DurationMs;
  freeAt: EpochMs;
  day: DayNumber;
  /** Mails on `day`. */
  used: number;
  taken: number;
  firstAt: EpochMs;
  lastAt: EpochMs;
  /** Where the next first mail would go; undefined once nothing fits any more. */
  next: Slot | undefined;
};

/** `used`: the mails that the mailbox already has on that day. */
export type Slot = { at: EpochMs; day: DayNumber; used: number };
export type SlotProblem = Extract<
  PlannerReason,
  "no_free_slot" | "daily_limit" | "window_closed" | "day_closed"
>;

/** What decides over slots in a run; `until` is exclusive. */
export type SlotRules = Pick<PlanInput, "campaign" | "seed"> & { now: EpochMs; until: EpochMs };

export function slotRules(input: PlanInput, now: EpochMs): SlotRules {
  const { campaign, seed, horizonMs = HORIZON_MS } = input;
  return { campaign, seed, now, until: now + horizonMs };
}

export function openLane(mailbox: PlanMailbox, rules: SlotRules): Lane {
  const gapMinutes = Math.max(rules.campaign.schedule.minGapMinutes, MIN_GAP_MINUTES);
  const lane: Lane = {
    mailbox,
    gapMs: Math.ceil(Math.max(gapMinutes * 60_000, mailbox.minGapMs)),
    freeAt: Math.max(rules.now, mailbox.nextFreeAt ?? rules.now),
    day: mailbox.day === null ? Number.NEGATIVE_INFINITY : dayOfDate(mailbox.day),
    used: mailbox.sentToday,
    taken: 0,
    firstAt: 0,
    lastAt: mailbox.lastSlotAt ?? Number.NEGATIVE_INFINITY,
    next: undefined,
  };
  // The mail before may be of a campaign with a narrower gap.
  if (lane.lastAt + lane.gapMs > lane.freeAt) {
    lane.freeAt = lane.lastAt + jittered(lane, rules, "last");
  }
  return lane;
}

/**
 * The earliest slot from `notBefore` on that breaks no rule, or why there is none within the horizon.
 *
 * @param window the campaign's hours, or those of a lead's own timezone
 */
export function findSlot(
  lane: Lane,
  notBefore: EpochMs,
  rules: SlotRules,
  window: SendWindow = rules.campaign.schedule,
): Slot | SlotProblem {
  const { mailbox } = lane;
  if (mailbox.dailyLimit < 1) return "daily_limit";
  if (lane.freeAt >= rules.until) return "no_free_slot";
  let at = Math.max(notBefore, lane.freeAt);
  let problem: SlotProblem = closedFor(window, at) === undefined ? "window_closed" : "day_closed";
  for (;;) {
    at = nextOpening(window, at);
    if (at >= rules.until) return problem;
    const day = localDay(mailbox.accountTimezone, at);
    const used = usedOn(lane, day);
    if (used < mailbox.dailyLimit) return { at, day, used };
    problem = "daily_limit";
    at = nextLocalMidnight(mailbox.accountTimezone, at);
  }
}

/** Fills the slot; the next one is `gap × U(1.00, 1.25)` later, whichever mail it is for. */
export function assignSlot(lane: Lane, slot: Slot, rules: SlotRules): void {
  const salt = `slot ${lane.taken}`;
  if (lane.taken === 0) lane.firstAt = slot.at;
  lane.taken += 1;
  lane.day = slot.day;
  lane.used = slot.used + 1;
  lane.lastAt = slot.at;
  lane.freeAt = slot.at + jittered(lane, rules, salt);
}

function usedOn(lane: Lane, day: DayNumber): number {
  if (day === lane.day) return lane.used;
  // The count of a day that is over is gone: take it as full.
  return day > lane.day ? 0 : Number.POSITIVE_INFINITY;
}

function jittered(lane: Lane, rules: SlotRules, salt: string): DurationMs {
  const fraction = hash32(rules.seed, rules.campaign.id, lane.mailbox.id, salt) / 2 ** 32;
  return Math.floor(lane.gapMs * (1 + JITTER * fraction));
}
