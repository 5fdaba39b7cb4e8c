import { toEpochMs, toIso } from "../../clock.ts";
import { MINUTE_MS } from "../../duration.ts";
import type { PlanFacts } from "../../engine/forecast/plan-base.ts";
import type { EpochMs } from "../../instant.schema.ts";
import { MIN_GAP_MINUTES } from "../../kernel/schedule/schedule.schema.ts";
import { localDate } from "../../kernel/schedule/zone.ts";
import type { SendSlot } from "../../senders/send-slot/send-slot.ts";

/** A queue and its workers may be so slow: what is later than this is not on its way. */
export const LATE_MS = 15 * MINUTE_MS;

/** Whether the mailbox itself lets planned emails leave. */
export const isAble = ({ sending, closedUntil }: SendSlot, at: EpochMs): boolean =>
  sending === "on" && (closedUntil === undefined || closedUntil <= toIso(at));

/**
 * By when mails that are planned should have left, where nothing leaves through any of a campaign's mailboxes, as ISO 8601:
 * the send worker does not work. Undefined where none is late.
 */
export function lateSince({ slots, accountTimezone }: PlanFacts, at: EpochMs): string | undefined {
  const today = localDate(accountTimezone, at);
  const busy = slots.filter((slot) => slot.day === today && slot.pending > 0 && isAble(slot, at));
  const since = busy.map((slot) => lateSlot(slot, at));
  if (since.length === 0 || since.includes(undefined)) return undefined;
  return toIso(Math.min(...since.map(Number)));
}

/** The plan's reserved instants are at least a gap apart, so that the first of those that wait is no later than this. */
function lateSlot({ lastSlotAt, lastSendAt, pending, minGapMs }: SendSlot, at: EpochMs) {
  const gapMs = Math.max(minGapMs, MIN_GAP_MINUTES * MINUTE_MS);
  const first = Date.parse(lastSlotAt ?? "") - (pending - 1) * gapMs;
  return first < at - LATE_MS && toEpochMs(lastSendAt) < first ? first : undefined;
}
