import { setTimeout as sleep } from "node:timers/promises";

const FIRST_MS = 20;

/** Waits before the table is asked again, after the n-th attempt: twice as long each time, never in step with others. */
export function backOff(attempt: number): Promise<void> {
  return sleep(FIRST_MS * 2 ** (attempt - 1) * (0.5 + Math.random()));
}
