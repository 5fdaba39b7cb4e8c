import { useDebouncedCallback } from "@mantine/hooks";
import { useState } from "react";
import { useRealtime } from "../components/use-realtime.ts";
import { isInboxNews } from "../features/inbox/inbox-news.ts";

/** Mails come in bursts. */
const GATHER_MS = 500;

/** Not by a fetcher: its failure would take the whole screen down for the sake of a number. */
async function fetchUnread(): Promise<number | undefined> {
  try {
    const response = await fetch("/app/unread");
    return response.ok ? ((await response.json()) as { unread: number }).unread : undefined;
  } catch {
    return undefined;
  }
}

/** How many conversations are unread: as the page was loaded, then as news come in. Null where nobody may look. */
export function useUnread(loaded: number | null): number | null {
  const [known, setKnown] = useState({ loaded, unread: loaded });
  // A form that was sent has read the number anew.
  if (known.loaded !== loaded) setKnown({ loaded, unread: loaded });
  const refresh = useDebouncedCallback(async () => {
    const unread = await fetchUnread();
    if (unread !== undefined) setKnown({ loaded, unread });
  }, GATHER_MS);
  useRealtime((message) => {
    if (loaded !== null && isInboxNews(message)) refresh();
  });
  return known.unread;
}
