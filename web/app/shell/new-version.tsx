import { useWindowEvent } from "@mantine/hooks";
import { useText } from "../messages/text.tsx";
import { CHUNK_FAILED } from "./chunk-failed.ts";

/**
 * After a deployment the old page's pieces are gone: a failed download offers to load the new ones. The browser's
 * own dialog, because a dialog of ours might be among the pieces that are gone.
 */
export function NewVersionPrompt() {
  const t = useText("shell");
  const ask = () => {
    // Nothing can be loaded anew without a connection; the notice says so.
    if (navigator.onLine && window.confirm(t("newVersion"))) window.location.reload();
  };
  useWindowEvent(CHUNK_FAILED, ask);
  // Vite's own event, for pieces that are not screens.
  useWindowEvent("vite:preloadError" as keyof WindowEventMap, ask);
  return null;
}
