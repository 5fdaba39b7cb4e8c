import { lazy, Suspense } from "react";
import { useToastsWanted } from "./toasts.ts";

const ToastArea = lazy(() => import("./toast-area.tsx"));

/** Mounts the toast area, whose code is fetched with the first toast. */
export function ToastHost() {
  if (!useToastsWanted()) return null;
  return (
    <Suspense>
      <ToastArea />
    </Suspense>
  );
}
