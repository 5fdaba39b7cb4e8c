import { useDebouncedCallback, useInterval } from "@mantine/hooks";
import { useRevalidator } from "@remix-run/react";
import { useEffect } from "react";
import { useRealtime } from "./use-realtime.ts";

/** News come in bursts; figures need not flicker. */
const GATHER_MS = 1_000;
/** Also without a socket: the figures of an active campaign stay close to the truth. */
const EVERY_MS = 20_000;

function isNewsOf(message: unknown, shown: ReadonlySet<number>): boolean {
  if (typeof message !== "object" || message === null) return false;
  const { type, campaign_id } = message as { type?: unknown; campaign_id?: unknown };
  return type === "campaign-events" && typeof campaign_id === "number" && shown.has(campaign_id);
}

/** Reads the page again when one of the campaigns shown has news, and now and then while one is active. */
export function useLiveFigures(campaigns: readonly { id: number; status: string }[]): void {
  const { revalidate, state } = useRevalidator();
  const refresh = () => {
    if (state === "idle" && document.visibilityState === "visible") revalidate();
  };
  const gather = useDebouncedCallback(refresh, GATHER_MS);
  const shown = new Set(campaigns.map(({ id }) => id));
  useRealtime((message) => {
    if (isNewsOf(message, shown)) gather();
  });
  const hasActive = campaigns.some(({ status }) => status === "ACTIVE");
  const { start, stop } = useInterval(refresh, EVERY_MS);
  useEffect(() => {
    if (hasActive) start();
    return stop;
    // oxlint-disable-next-line react/exhaustive-deps -- the clock is wound up anew only when this changes
  }, [hasActive]);
}
