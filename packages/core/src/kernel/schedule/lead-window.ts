import type { EpochMs } from "../../instant.schema.ts";
import { nextOpening, type SendWindow } from "./window.ts";

/** The most by which two timezones differ: 14 hours before UTC to 12 behind it. */
const WIDEST_MS = 26 * 3_600_000;

const windows = new WeakMap<SendWindow, Map<string, SendWindow>>();

/** The same hours by the clock of another timezone: that of a lead, where it is known. */
export function windowIn<Window extends SendWindow>(
  window: Window,
  timezone: string | undefined,
): Window {
  if (timezone === undefined || timezone === window.timezone) return window;
  const known = windows.get(window) ?? new Map<string, SendWindow>();
  windows.set(window, known);
  const own = (known.get(timezone) as Window | undefined) ?? { ...window, timezone };
  known.set(timezone, own);
  return own;
}

/** The first instant from this one on at which the window may be open in some timezone of the world. */
export function nextOpeningAnywhere(window: SendWindow, epochMs: EpochMs): EpochMs {
  return Math.max(epochMs, nextOpening(window, epochMs - WIDEST_MS) - WIDEST_MS);
}
