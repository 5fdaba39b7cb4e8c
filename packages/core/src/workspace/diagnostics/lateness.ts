import { toIso } from "../../clock.ts";
import { MINUTE_MS } from "../../duration.ts";
import type { PlanFacts } from "../../engine/forecast/plan-base.ts";
import { busySlots, lateSlot } from "../../engine/trigger-run/late-slot.ts";
import type { EpochMs } from "../../instant.schema.ts";

/** A queue and its workers may be so slow: what is later than this is not on its way. */
export const LATE_MS = 15 * MINUTE_MS;

/**
 * By when mails that are planned should have left, where nothing leaves through any of a campaign's mailboxes, as ISO 8601:
 * the send worker does not work. Undefined where none is late.
 */
export function lateSince({ slots, accountTimezone }: PlanFacts, at: EpochMs): string | undefined {
  const busy = busySlots(slots, { timezone: accountTimezone, at });
  const since = busy.map((slot) => lateSlot(slot, { at, graceMs: LATE_MS }));
  if (since.length === 0 || since.includes(undefined)) return undefined;
  return toIso(Math.min(...since.map(Number)));
}
