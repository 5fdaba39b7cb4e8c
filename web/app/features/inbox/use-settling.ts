import { useInterval } from "@mantine/hooks";
import { useRevalidator } from "@remix-run/react";
import type { ThreadMessage } from "@thaw/core/inbox/thread/thread.schema";
import { useEffect } from "react";

/** Also without a socket an answer is soon shown as sent. */
const EVERY_MS = 5_000;

/** Reads the conversation again while one of its answers is on its way. */
export function useSettling(messages: readonly ThreadMessage[]): void {
  const { revalidate, state } = useRevalidator();
  const isMoving = messages.some(({ status }) => status === "SCHEDULED" || status === "INPROGRESS");
  const { start, stop } = useInterval(() => {
    if (state === "idle" && document.visibilityState === "visible") revalidate();
  }, EVERY_MS);
  useEffect(() => {
    if (isMoving) start();
    return stop;
    // oxlint-disable-next-line react/exhaustive-deps -- the clock is wound up anew only when this changes
  }, [isMoving]);
}
