import { setTimeout as sleep } from "node:timers/promises";

/** Looks every few milliseconds until something holds, at most so many seconds. Returns whether it holds. */
export async function waitUntil(
  seconds: number,
  holds: () => boolean | Promise<boolean>,
): Promise<boolean> {
  const end = Date.now() + seconds * 1000;
  while (!(await holds())) {
    if (Date.now() > end) return false;
    await sleep(50);
  }
  return true;
}
