import { useNavigation } from "@remix-run/react";
import { lazy, Suspense, useEffect, useState, useSyncExternalStore } from "react";
import { api } from "../api.ts";

/** Milliseconds before a page change or a call admits that it takes time. */
const PATIENCE = 300;

const ProgressLine = lazy(() => import("./progress-line.tsx"));

/** A line at the top while a page change or a call takes long; its code is fetched when that first happens. */
export function NavigationLine() {
  const isNavigating = useNavigation().state !== "idle";
  const isCalling = useSyncExternalStore(api.onLoading, api.isLoading, () => false);
  const isBusy = isNavigating || isCalling;
  const [isSlow, setIsSlow] = useState(false);
  const [wasSlow, setWasSlow] = useState(false);
  useEffect(() => {
    if (!isBusy) return;
    const timer = setTimeout(() => {
      setIsSlow(true);
      setWasSlow(true);
    }, PATIENCE);
    return () => {
      clearTimeout(timer);
      setIsSlow(false);
    };
  }, [isBusy]);
  if (!wasSlow) return null;
  return (
    <Suspense>
      <ProgressLine isBusy={isSlow} />
    </Suspense>
  );
}
