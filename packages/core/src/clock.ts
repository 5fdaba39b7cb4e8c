/** Where the product's time comes from. `rate` is how many of its seconds pass in a real one. */
export type Clock = { now: () => number; rate: number };

const SYSTEM: Clock = { now: () => Date.now(), rate: 1 };
let installed: Clock = SYSTEM;

/** The present instant in epoch milliseconds. */
export function now(): number {
  return installed.now();
}

export function nowIso(): string {
  return toIso(now());
}

export function toIso(epochMs: number): string {
  return new Date(epochMs).toISOString();
}

/** Seconds of real time until the product's clock has moved on by `ms`: what a queue's delay is counted in. */
export function realSeconds(ms: number): number {
  return Math.max(0, ms) / 1000 / installed.rate;
}

/** How far the product's clock moves on in `realMs`: the life of what a wire or a browser uses at once. */
export function spanOf(realMs: number): number {
  return realMs * installed.rate;
}

/** Puts another clock in place (tests, the demo world) and gives back the function that restores the old one. */
export function installClock(clock: Clock): () => void {
  const previous = installed;
  installed = clock;
  return () => {
    installed = previous;
  };
}

export function currentClock(): Clock {
  return installed;
}
