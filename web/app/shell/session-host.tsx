import { lazy, Suspense } from "react";
import { useExpiry } from "./session-watch.ts";

const SessionDialog = lazy(() => import("./session-dialog.tsx"));

/** Mounts the dialog, whose code is fetched when a session has ended. */
export function SessionHost() {
  const expiry = useExpiry();
  if (!expiry) return null;
  return (
    <Suspense>
      <SessionDialog message={expiry.message} />
    </Suspense>
  );
}
