import { AsyncLocalStorage } from "node:async_hooks";
import { installClock } from "@thaw/core/clock";
import type { EpochMs } from "@thaw/core/instant.schema";
import { nextOpening } from "@thaw/core/kernel/schedule/window";
import { DEMO_SPEEDS, type DemoSpeed } from "@thaw/core/workspace/demo/demo.schema";
import type { DemoStore } from "./demo-store.ts";

export type DemoClock = {
  setSpeed: (speed: DemoSpeed) => void;
  /** Puts the clock that was there before back in its place. */
  stop: () => void;
};

type Kept = { now: number; speed: DemoSpeed };

/** The instant as which something is done that the demo world remembers. */
const remembered = new AsyncLocalStorage<EpochMs>();

/** Does something as if it were then: whatever asks the product's clock meanwhile, and for the sake of it, gets this instant. */
export const asOf = <Result>(at: EpochMs, work: () => Promise<Result>): Promise<Result> =>
  remembered.run(at, work);

const SAVE_EVERY_MS = 1000;
const FIRST_SPEED = DEMO_SPEEDS[2];

/**
 * Installs the demo world's clock, which runs faster than the real one. It stands still while nothing runs and goes on
 * from there, never backwards. The first time it shows nine o'clock of a working day.
 */
export function startDemoClock(store: DemoStore): DemoClock {
  const kept = store.fact<Kept>("clock");
  let speed = kept?.speed ?? FIRST_SPEED;
  let base = kept?.now ?? firstMorning(Date.now());
  let since = performance.now();
  const now = () => Math.floor(base + (performance.now() - since) * speed);
  const clock = { now: () => remembered.getStore() ?? now(), rate: speed as number };
  const uninstall = installClock(clock);
  // What a kill forgets lies before what is kept, so that no instant comes twice.
  const save = (aheadMs: number) =>
    store.setFact("clock", { now: now() + aheadMs * speed, speed } satisfies Kept);
  save(SAVE_EVERY_MS * 2);
  const timer = setInterval(() => save(SAVE_EVERY_MS * 2), SAVE_EVERY_MS);
  return {
    setSpeed(to) {
      base = now();
      since = performance.now();
      speed = to;
      clock.rate = to;
      save(SAVE_EVERY_MS * 2);
    },
    stop() {
      clearInterval(timer);
      save(0);
      uninstall();
    },
  };
}

/** Nine o'clock, where this machine is, of the first working day from then on. */
export function firstMorning(at: number): number {
  const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
  const mornings = { timezone: timeZone, weekdays: [1, 2, 3, 4, 5], start: "09:00", end: "09:01" };
  return nextOpening(mornings, at);
}
