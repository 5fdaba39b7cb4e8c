import { installClock, now as presentMs } from "../../packages/core/src/clock.ts";

/** A clock that stands still until it is moved. `using clock = stoppedClock(…)` puts the old one back. */
export function stoppedClock(at: string) {
  let now = Date.parse(at);
  const restore = installClock({ now: () => now, rate: 1 });
  return {
    move(ms: number) {
      now += ms;
    },
    set(instant: string) {
      now = Date.parse(instant);
    },
    [Symbol.dispose]: restore,
  };
}

/** Moves the product's clock on by `ms` until disposed of; it stands still there. */
export function later(ms: number): Disposable {
  const at = presentMs() + ms;
  return { [Symbol.dispose]: installClock({ now: () => at, rate: 1 }) };
}
