import { useLocation, useMatches } from "@remix-run/react";
import { useEffect } from "react";
import { readNow } from "../state/clock.ts";
import { useRootData } from "../state/root-data.ts";
import { useLatest } from "../state/use-latest.ts";
import { anonymousId, pageView, sendPageView } from "./page-view.ts";

/** Tells the operator's sink, where there is one, of every navigation that has ended, and of the first page. */
export function usePageViews(): void {
  const sink = useRootData()?.pageViewSink;
  const routeId = useMatches().at(-1)?.id;
  // The address changes when a navigation has ended; another key is another navigation.
  const { key } = useLocation();
  const notify = useLatest(() => {
    if (!sink || routeId === undefined) return;
    try {
      sendPageView(sink, pageView(routeId, anonymousId(window.localStorage), readNow()));
    } catch {
      // A browser that forbids storage gives nobody a name.
    }
  });
  useEffect(() => notify.current?.(), [notify, key]);
}
