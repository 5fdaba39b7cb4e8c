import type { DurationMs, EpochMs, IsoInstant } from "./instant.schema.ts";

/**
 * Where the product's time comes from. `rate` is how many of its seconds pass in a real one; `spanRate`, where given, is
 * what `spanOf` reckons with instead: a world of faults has shorter leases, so that the dead are found sooner.
 */
export type Clock = { now: () => EpochMs; rate: number; spanRate?: number };

const INSTALLED = Symbol.for("thaw.clock");
const SYSTEM: Clock = { now: () => Date.now(), rate: 1 };
/** Of the whole process: the built pages hold a copy of this module of their own. */
const globals = globalThis as { [INSTALLED]?: Clock };

/** The present instant in epoch milliseconds. */
export function now(): EpochMs {
  return currentClock().now();
}

export function nowIso(): IsoInstant {
  return toIso(now());
}

/** @throws RangeError for what is no instant */
export function toIso(epochMs: EpochMs): IsoInstant {
  return new Date(epochMs).toISOString() as IsoInstant;
}

/** NaN for what only looks like an instant. */
export function toEpochMs(instant: IsoInstant): EpochMs {
  return Date.parse(instant);
}

/** Seconds of real time until the product's clock has moved on by `ms`: what a queue's delay is counted in. */
export function realSeconds(ms: DurationMs): number {
  return Math.max(0, ms) / 1000 / currentClock().rate;
}

/** How far the product's clock moves on in `realMs`: the lifetime of what real networks and browsers use at once. */
export function spanOf(realMs: DurationMs): DurationMs {
  const { rate, spanRate = rate } = currentClock();
  return realMs * spanRate;
}

/** Puts another clock in place (tests, the demo world) and returns the function that restores the old one. */
export function installClock(clock: Clock): () => void {
  const previous = currentClock();
  globals[INSTALLED] = clock;
  return () => {
    globals[INSTALLED] = previous;
  };
}

export function currentClock(): Clock {
  return globals[INSTALLED] ?? SYSTEM;
}
