import { lazy, Suspense, useEffect } from "react";
import { useToastsWanted } from "./toasts.ts";

const load = () => import("./toast-area.tsx");
/** Without a connection it cannot be fetched any more; the screen must not go down with it. */
const ToastArea = lazy(() => load().catch(() => ({ default: () => <></> })));

const LATER_MS = 2_000;

/** Mounts the toast area with the first toast. Its code comes once the screen is there: a lost connection is told by a toast. */
export function ToastHost() {
  const isWanted = useToastsWanted();
  useEffect(() => {
    const timer = setTimeout(() => void load().catch(() => undefined), LATER_MS);
    return () => clearTimeout(timer);
  }, []);
  if (!isWanted) return null;
  return (
    <Suspense>
      <ToastArea />
    </Suspense>
  );
}
