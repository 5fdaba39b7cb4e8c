import { DAY_MS } from "../../duration.ts";
import type { DayNumber, DurationMs, EpochMs, WallMs } from "../../instant.schema.ts";
import type { ClosedDays } from "./closed-days.ts";
import type { CampaignSchedule } from "./schedule.schema.ts";
import { dayOfDate, instantOfWall, localDay, wallTime, zoneSegment } from "./zone.ts";

/** The part of a schedule that says when sending is open. Parsed by `CampaignSchedule`, never changed in place. */
export type SendWindow = Pick<CampaignSchedule, "timezone" | "weekdays" | "start" | "end"> & {
  startDate?: string | null | undefined;
  /** Of a schedule with holidays or days off, computed by `planSchedule`. */
  closed?: ClosedDays;
};

/** Milliseconds after local midnight; the instant and the local day (since 1970-01-01) of the start date. */
type Hours = {
  startMs: DurationMs;
  endMs: DurationMs;
  firstDay: DayNumber;
  opensFirstAt: EpochMs;
  isWeekday: boolean[];
  closed: ClosedDays;
};

const NEVER_CLOSED: ClosedDays = new Map();
const hoursByWindow = new WeakMap<SendWindow, Hours>();

/** Whether sending is open: on a listed weekday that is not closed, from `start` on and before `end`, by the local wall clock. */
export function isOpen(window: SendWindow, epochMs: EpochMs): boolean {
  return isOpenAtWall(hoursOf(window), wallTime(window.timezone, epochMs));
}

/** Whether a local day (since 1970-01-01) is one of the weekdays of a window. */
export function isWeekdayOf(window: SendWindow, day: DayNumber): boolean {
  return isWeekday(hoursOf(window), day);
}

/** What the local date of an instant is closed for: a holiday's name, or nothing for a day off; undefined when it is not closed. */
export function closedFor(window: SendWindow, epochMs: EpochMs): string | undefined {
  return window.closed?.get(localDay(window.timezone, epochMs));
}

/** The first open instant at or after this one. */
export function nextOpening(window: SendWindow, epochMs: EpochMs): EpochMs {
  const hours = hoursOf(window);
  // Straight to the start date: walking there would look up every clock change on the way.
  let at = Math.max(epochMs, hours.opensFirstAt);
  for (;;) {
    const { offsetMs, until } = zoneSegment(window.timezone, at);
    const wall = at + offsetMs;
    if (isOpenAtWall(hours, wall)) return at;
    const opens = nextStartAtWall(hours, wall) - offsetMs;
    if (opens < until) return opens;
    // The clock changes first: look again from there, by the new offset.
    at = until;
  }
}

/** The first closed instant after this open one; undefined when it is not open. */
export function closesAt(window: SendWindow, epochMs: EpochMs): EpochMs | undefined {
  const hours = hoursOf(window);
  let at = epochMs;
  while (isOpen(window, at)) {
    const { offsetMs, until } = zoneSegment(window.timezone, at);
    const wall = at + offsetMs;
    const closes = Math.floor(wall / DAY_MS) * DAY_MS + hours.endMs - offsetMs;
    if (closes < until) return closes;
    // Where the clock changes on that very instant, it may be open again by the new time.
    at = until;
  }
  return at === epochMs ? undefined : at;
}

/**
 * When a step falls due: whole calendar days after the previous actual send at the same wall-clock time
 * (first pass of a repeated hour, first instant after a skipped one), then moved into the next open window.
 */
export function dueAfter(previousSentAt: EpochMs, delayDays: number, window: SendWindow): EpochMs {
  if (delayDays === 0) return nextOpening(window, previousSentAt);
  const wall = wallTime(window.timezone, previousSentAt) + delayDays * DAY_MS;
  return nextOpening(window, instantOfWall(window.timezone, wall));
}

function isOpenAtWall(hours: Hours, wall: WallMs): boolean {
  const day = Math.floor(wall / DAY_MS);
  const time = wall - day * DAY_MS;
  return (
    time >= hours.startMs && time < hours.endMs && day >= hours.firstDay && isSendingDay(hours, day)
  );
}

/** The wall time of the next start at or after a wall time. */
function nextStartAtWall(hours: Hours, wall: WallMs): WallMs {
  const today = Math.floor(wall / DAY_MS);
  let day = Math.max(hours.firstDay, wall - today * DAY_MS <= hours.startMs ? today : today + 1);
  while (!isSendingDay(hours, day)) day += 1;
  return day * DAY_MS + hours.startMs;
}

function isSendingDay(hours: Hours, day: DayNumber): boolean {
  return isWeekday(hours, day) && !hours.closed.has(day);
}

function isWeekday(hours: Hours, day: DayNumber): boolean {
  // Day 0 was a Thursday; the modulo twice keeps days before it positive.
  return hours.isWeekday[(((day + 3) % 7) + 7) % 7] === true;
}

function hoursOf(window: SendWindow): Hours {
  const known = hoursByWindow.get(window);
  if (known !== undefined) return known;
  const isWeekday = [1, 2, 3, 4, 5, 6, 7].map((weekday) => window.weekdays.includes(weekday));
  const firstDay = window.startDate ? dayOfDate(window.startDate) : Number.NEGATIVE_INFINITY;
  const hours = {
    startMs: timeOfDayMs(window.start),
    endMs: timeOfDayMs(window.end),
    firstDay,
    opensFirstAt: window.startDate
      ? instantOfWall(window.timezone, firstDay * DAY_MS)
      : Number.NEGATIVE_INFINITY,
    isWeekday,
    closed: window.closed ?? NEVER_CLOSED,
  };
  // Such a window never opens, and looking for its next opening would never end.
  if (!isWeekday.includes(true) || !(hours.startMs < hours.endMs)) {
    throw new RangeError("A send window needs a weekday and a start before its end");
  }
  hoursByWindow.set(window, hours);
  return hours;
}

function timeOfDayMs(time: string): DurationMs {
  return (Number(time.slice(0, 2)) * 60 + Number(time.slice(3, 5))) * 60_000;
}
