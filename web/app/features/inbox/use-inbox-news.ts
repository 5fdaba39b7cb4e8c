import { useDebouncedCallback } from "@mantine/hooks";
import { useRevalidator } from "@remix-run/react";
import { useRealtime } from "../../components/use-realtime.ts";
import { isInboxNews } from "./inbox-news.ts";

/** News come in bursts; a list that jumps at each is no help. */
const GATHER_MS = 300;

/** Reads the list and the open conversation again when something came in or an answer moved on. */
export function useInboxNews(): void {
  const { revalidate } = useRevalidator();
  const refresh = useDebouncedCallback(revalidate, GATHER_MS);
  useRealtime((message) => {
    if (isInboxNews(message)) refresh();
  });
}
