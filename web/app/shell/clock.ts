import { useSyncExternalStore } from "react";
import { useRootData } from "./root-data.ts";

type ServerClock = { now: number; rate: number };

const TICK_MS = 15_000;
const listeners = new Set<() => void>();
let started: (ServerClock & { at: number }) | undefined;
let current = 0;
let timer: ReturnType<typeof setInterval> | undefined;

function tick() {
  if (started) current = started.now + (Date.now() - started.at) * started.rate;
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void) {
  listeners.add(listener);
  timer ??= setInterval(tick, TICK_MS);
  return () => {
    listeners.delete(listener);
    if (listeners.size > 0) return;
    clearInterval(timer);
    timer = undefined;
  };
}

function read(clock: ServerClock): number {
  if (!started) {
    started = { ...clock, at: Date.now() };
    current = clock.now;
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

/** The product's present instant in epoch milliseconds (the demo world's clock runs faster), renewed every 15 s. */
export function useNow(): number {
  const clock = useRootData()?.clock ?? EPOCH;
  return useSyncExternalStore(
    subscribe,
    () => read(clock),
    () => clock.now,
  );
}
