import { setTimeout as sleep } from "node:timers/promises";
import { now, realSeconds } from "@thaw/core/clock";
import type { FunctionName } from "@thaw/core/manifest";
import type { ScheduleSpec } from "@thaw/core/manifest-spec";
import type { Disk } from "./disk.ts";
import { scheduleEvent } from "./events.ts";
import type { Invoke } from "./runtime.ts";
import { nextDue } from "./schedule.ts";

/** A clock that runs fast may not make a schedule run faster than this. */
const MIN_PAUSE_MS = 1000;
const MAX_PAUSE_MS = 1000;

/**
 * Runs a schedule on the product's clock until the signal aborts. A rate is due at once, so that a restart does not wait;
 * a run that is still under way when the next is due takes its place.
 *
 * The clock may jump: after a jump forward, or a sleep of the machine, one run stands for all that were missed, since the
 * consumer finds what is due by itself; after a jump back the schedule is due as the new clock says, and not when the old
 * one would come round again.
 */
export async function runSchedule(
  name: string,
  spec: ScheduleSpec<FunctionName>,
  { invoke, disk }: { invoke: Invoke; disk: Disk },
  signal: AbortSignal,
): Promise<void> {
  let due = spec.every.startsWith("rate") ? now() : nextDue(spec.every, now());
  let seen = now();
  while (!signal.aborted) {
    const at = now();
    if (at < seen) due = Math.min(due, nextDue(spec.every, at));
    seen = at;
    const leftMs = realSeconds(due - at) * 1000;
    if (leftMs > 0) {
      // In steps: the clock may be set meanwhile.
      await sleep(Math.min(leftMs, MAX_PAUSE_MS), undefined, { signal }).catch(() => undefined);
      continue;
    }
    try {
      await invoke(spec.consumer, scheduleEvent(name, new Date(due)));
    } catch (error) {
      disk.report(`Schedule ${name} failed`, error);
    }
    due = nextDue(spec.every, now());
    await sleep(MIN_PAUSE_MS, undefined, { signal }).catch(() => undefined);
  }
}
