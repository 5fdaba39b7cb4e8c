import { Temporal } from "temporal-polyfill";
import { toIso } from "../../clock.ts";

/** Words for a stretch of time in which a task may be due; days are those of the reader's timezone. */
export const DUE_STRETCHES = ["overdue", "today", "week", "later"] as const;
export type DueStretch = (typeof DUE_STRETCHES)[number];

/** From the beginning of the first stretch to the end of the last, as `listTasks` takes it. */
export function dueRange(
  stretches: readonly DueStretch[],
  { at, timeZone }: { at: number; timeZone: string },
): { due_from?: string; due_before?: string } {
  const today = Temporal.Instant.fromEpochMilliseconds(at)
    .toZonedDateTimeISO(timeZone)
    .startOfDay();
  const startOf = (days: number) => toIso(today.add({ days }).epochMilliseconds);
  const ranges: Record<DueStretch, { from?: string; before?: string }> = {
    overdue: { before: toIso(at) },
    today: { from: startOf(0), before: startOf(1) },
    week: { from: startOf(0), before: startOf(7) },
    later: { from: startOf(7) },
  };
  const starts = stretches.map((name) => ranges[name].from ?? "").sort();
  const ends = stretches.map((name) => ranges[name].before ?? "~").sort();
  const from = starts[0] ?? "";
  const before = ends.at(-1) ?? "~";
  return {
    ...(from ? { due_from: from } : {}),
    ...(before === "~" ? {} : { due_before: before }),
  };
}
