import { toEpochMs, toIso } from "../../clock.ts";
import { MINUTE_MS } from "../../duration.ts";
import type { EpochMs } from "../../instant.schema.ts";
import { MIN_GAP_MINUTES } from "../../kernel/schedule/schedule.schema.ts";
import { localDate } from "../../kernel/schedule/zone.ts";
import type { SendSlot } from "../../senders/send-slot/send-slot.ts";

/** Whether the mailbox itself lets planned emails leave. */
export const isAble = ({ sending, closedUntil }: SendSlot, at: EpochMs): boolean =>
  sending === "on" && (closedUntil === undefined || closedUntil <= toIso(at));

/** The slots by which emails of today are planned, and could leave. */
export function busySlots(
  slots: readonly SendSlot[],
  { timezone, at }: { timezone: string; at: EpochMs },
): SendSlot[] {
  const today = localDate(timezone, at);
  return slots.filter((slot) => slot.day === today && slot.pending > 0 && isAble(slot, at));
}

/**
 * Since when, at the least, an email of a slot is late by more than `graceMs`; undefined where none is known to be. The plan's
 * reserved instants are at least a gap apart, so that the first of those that wait is no later than this.
 */
export function lateSlot(
  { lastSlotAt, lastSendAt, pending, minGapMs }: SendSlot,
  { at, graceMs }: { at: EpochMs; graceMs: number },
): EpochMs | undefined {
  const gapMs = Math.max(minGapMs, MIN_GAP_MINUTES * MINUTE_MS);
  const first = Date.parse(lastSlotAt ?? "") - (pending - 1) * gapMs;
  return first < at - graceMs && toEpochMs(lastSendAt) < first ? first : undefined;
}
