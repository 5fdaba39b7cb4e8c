import { useSyncExternalStore } from "react";

let requests = 0;
const listeners = new Set<() => void>();

function subscribe(listener: () => void) {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

/** Opens the command palette, whose code is fetched at its first use. */
export function openPalette(): void {
  requests += 1;
  for (const listener of listeners) listener();
}

/** How often the palette was asked for; 0 means never. */
export function usePaletteRequests(): number {
  return useSyncExternalStore(
    subscribe,
    () => requests,
    () => 0,
  );
}
