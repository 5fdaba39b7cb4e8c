import { useRevalidator } from "@remix-run/react";
import { useRealtime } from "../components/use-realtime.ts";

function concerns(message: unknown, userId: number): boolean {
  if (typeof message !== "object" || message === null) return false;
  const { type, user_ids: ids } = message as { type?: unknown; user_ids?: unknown };
  return type === "access" && Array.isArray(ids) && ids.includes(userId);
}

/**
 * Acts at once upon a change of what the user may do: everything on the page is asked for again, and the answers lead away
 * from a page that is no longer theirs, or say that the session has ended.
 */
export function useAccessWatch(userId: number | undefined): void {
  const { revalidate } = useRevalidator();
  useRealtime((message) => {
    if (userId !== undefined && concerns(message, userId)) revalidate();
  });
}
