import { Temporal } from "temporal-polyfill";
import { DAY_MS } from "../../duration.ts";
import type { DayNumber, DurationMs, EpochMs, WallMs } from "../../instant.schema.ts";

/** A stretch of time in which a timezone keeps one offset from UTC. Instants in epoch ms, `until` exclusive. */
export type ZoneSegment = { from: EpochMs; until: EpochMs; offsetMs: DurationMs };

const segmentsByZone = new Map<string, ZoneSegment[]>();

/**
 * The stretch that holds an instant: looked up once per timezone and change of the clock, then remembered.
 * @throws RangeError when the timezone does not exist
 */
export function zoneSegment(timezone: string, epochMs: EpochMs): ZoneSegment {
  const known = segmentsByZone.get(timezone);
  if (known === undefined) {
    const segment = lookUpSegment(timezone, epochMs);
    segmentsByZone.set(timezone, [segment]);
    return segment;
  }
  for (const segment of known) {
    if (segment.from <= epochMs && epochMs < segment.until) return segment;
  }
  const segment = lookUpSegment(timezone, epochMs);
  known.push(segment);
  return segment;
}

function lookUpSegment(timezone: string, epochMs: EpochMs): ZoneSegment {
  const at = Temporal.Instant.fromEpochMilliseconds(epochMs).toZonedDateTimeISO(timezone);
  // "previous" looks strictly before, and a change on this very instant counts.
  const from = at.add({ nanoseconds: 1 }).getTimeZoneTransition("previous");
  const until = at.getTimeZoneTransition("next");
  return {
    from: from?.epochMilliseconds ?? Number.NEGATIVE_INFINITY,
    until: until?.epochMilliseconds ?? Number.POSITIVE_INFINITY,
    offsetMs: at.offsetNanoseconds / 1e6,
  };
}

/** Wall-clock time as the epoch ms that UTC would show it at: arithmetic on it is calendar arithmetic. */
export function wallTime(timezone: string, epochMs: EpochMs): WallMs {
  return epochMs + zoneSegment(timezone, epochMs).offsetMs;
}

/** The instant of a wall-clock time: the first pass of a repeated one, the first after a skipped one. */
export function instantOfWall(timezone: string, wallMs: WallMs): EpochMs {
  // No offset from UTC reaches a day, so the wanted stretch is this one or a later one.
  let segment = zoneSegment(timezone, wallMs - DAY_MS);
  while (wallMs - segment.offsetMs >= segment.until) {
    segment = zoneSegment(timezone, segment.until);
  }
  return Math.max(wallMs - segment.offsetMs, segment.from);
}

/** The local date as days since 1970-01-01. */
export function localDay(timezone: string, epochMs: EpochMs): DayNumber {
  return Math.floor(wallTime(timezone, epochMs) / DAY_MS);
}

/** The local date, "YYYY-MM-DD". */
export function localDate(timezone: string, epochMs: EpochMs): string {
  return dateOfDay(localDay(timezone, epochMs));
}

/** The first instant of the local date after the one that holds `epochMs`. */
export function nextLocalMidnight(timezone: string, epochMs: EpochMs): EpochMs {
  return instantOfWall(timezone, (localDay(timezone, epochMs) + 1) * DAY_MS);
}

export function dateOfDay(day: DayNumber): string {
  return new Date(day * DAY_MS).toISOString().slice(0, 10);
}

export function dayOfDate(date: string): DayNumber {
  return Date.parse(`${date}T00:00:00Z`) / DAY_MS;
}
