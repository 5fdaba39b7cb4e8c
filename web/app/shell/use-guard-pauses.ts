import { useDebouncedCallback } from "@mantine/hooks";
import { useEffect, useRef, useState } from "react";
import { toast } from "../components/toasts.ts";
import { useRealtime } from "../components/use-realtime.ts";
import { useText } from "../messages/text.tsx";

type Paused = readonly { id: number; name: string }[];

/** A pause comes with a burst of bounces. */
const GATHER_MS = 500;

function isStatusNews(message: unknown): boolean {
  if (typeof message !== "object" || message === null) return false;
  const { type, kinds } = message as { type?: unknown; kinds?: unknown };
  return type === "campaign-events" && Array.isArray(kinds) && kinds.includes("campaign-status");
}

/** Not by a fetcher: its failure would take the whole screen down for the sake of a number. */
async function fetchPaused(): Promise<Paused | undefined> {
  try {
    const response = await fetch("/app/guard-pauses");
    return response.ok ? ((await response.json()) as { items: Paused }).items : undefined;
  } catch {
    return undefined;
  }
}

/** How many campaigns a guard has paused; a new one is said at once, on whatever screen. Null where nobody may look. */
export function useGuardPauses(loaded: Paused | null): number | null {
  const t = useText("shell");
  const [known, setKnown] = useState({ loaded, paused: loaded });
  if (known.loaded !== loaded) setKnown({ loaded, paused: loaded });
  const notified = useRef(new Set(loaded?.map(({ id }) => id)));
  useEffect(() => {
    for (const { id } of loaded ?? []) notified.current.add(id);
  }, [loaded]);
  const refresh = useDebouncedCallback(async () => {
    const paused = await fetchPaused();
    if (!paused) return;
    setKnown({ loaded, paused });
    for (const { id, name } of paused) {
      if (!notified.current.has(id))
        toast.failed(t("guardPausedTitle", { name }), t("guardPaused"));
    }
    notified.current = new Set(paused.map(({ id }) => id));
  }, GATHER_MS);
  useRealtime((message) => {
    if (loaded !== null && isStatusNews(message)) refresh();
  });
  return known.paused && known.paused.length;
}
