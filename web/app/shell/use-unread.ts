import { useDebouncedCallback } from "@mantine/hooks";
import { useFetcher } from "@remix-run/react";
import { isInboxNews } from "../components/inbox-news.ts";
import { useRealtime } from "../components/use-realtime.ts";
import type { loader } from "../routes/app.unread/route.tsx";

/** Mails come in bursts. */
const GATHER_MS = 500;

/** How many conversations are unread: as the page was loaded, then as news come in. Null where nobody may look. */
export function useUnread(loaded: number | null): number | null {
  const fetcher = useFetcher<typeof loader>({ key: "unread" });
  const refresh = useDebouncedCallback(() => fetcher.load("/app/unread"), GATHER_MS);
  useRealtime((message) => {
    if (loaded !== null && isInboxNews(message)) refresh();
  });
  return loaded === null ? null : (fetcher.data?.unread ?? loaded);
}
