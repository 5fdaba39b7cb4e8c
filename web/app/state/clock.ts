import { useSyncExternalStore } from "react";
import { useRootData } from "./root-data.ts";

type ServerClock = { now: number; rate: number };

const TICK_MS = 15_000;
/** Where time runs faster it is shown more often. */
const QUICK_TICK_MS = 1_000;
const listeners = new Set<() => void>();
let started: (ServerClock & { at: number }) | undefined;
let current = 0;
let timer: ReturnType<typeof setTimeout> | undefined;

function tick() {
  if (started) current = started.now + (Date.now() - started.at) * started.rate;
  for (const listener of listeners) listener();
  if (listeners.size > 0) wait();
}

function wait() {
  clearTimeout(timer);
  timer = setTimeout(tick, tickMs(started?.rate));
}

const tickMs = (rate = 1) => (rate > 1 ? QUICK_TICK_MS : TICK_MS);

function subscribe(listener: () => void) {
  listeners.add(listener);
  if (!timer) wait();
  return () => {
    listeners.delete(listener);
    if (listeners.size > 0) return;
    clearTimeout(timer);
    timer = undefined;
  };
}

/** When the document was asked for: its clock has moved on since, by minutes where it runs faster. */
function askedAt(): number {
  const [document] = performance.getEntriesByType("navigation");
  const sinceOrigin = document instanceof PerformanceNavigationTiming ? document.requestStart : 0;
  return sinceOrigin > 0 ? performance.timeOrigin + sinceOrigin : Date.now();
}

function read(clock: ServerClock): number {
  // The newest word of the server holds; a render under way may still have an older one.
  if (!started || clock.now > started.now) {
    started = { ...clock, at: started ? Date.now() : askedAt() };
    current = clock.now;
    if (timer) wait();
  } else if (!timer) {
    current = started.now + (Date.now() - started.at) * started.rate;
  }
  return current;
}

/** The product's instant of this very moment, in a browser; for events, not for rendering. */
export function readNow(): number {
  return started ? started.now + (Date.now() - started.at) * started.rate : Date.now();
}

const EPOCH: ServerClock = { now: 0, rate: 1 };

/** The product's present instant in epoch milliseconds (the demo world's clock runs faster), renewed every 15 s, or each second where it runs faster. */
export function useNow(): number {
  const clock = useRootData()?.clock ?? EPOCH;
  return useSyncExternalStore(
    subscribe,
    () => read(clock),
    () => clock.now,
  );
}

/** By how many of the product's milliseconds `useNow` may be behind: what lies ahead by less may have happened. */
export function useClockStep(): number {
  const { rate } = useRootData()?.clock ?? EPOCH;
  return tickMs(rate) * rate;
}
