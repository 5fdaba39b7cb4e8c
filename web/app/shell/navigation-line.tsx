import { useNavigation } from "@remix-run/react";
import { lazy, Suspense, useEffect, useState } from "react";

/** Milliseconds before a page change admits that it takes time. */
const PATIENCE = 300;

const ProgressLine = lazy(() => import("./progress-line.tsx"));

/** A line at the top while a page change takes long; its code is fetched when that first happens. */
export function NavigationLine() {
  const isBusy = useNavigation().state !== "idle";
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
