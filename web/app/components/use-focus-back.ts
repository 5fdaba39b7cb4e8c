import { type RefObject, useEffect, useState } from "react";

/** A menu gives the focus back to its button so many milliseconds after it has closed, and a moment more. */
const MENU_CLOSED_MS = 20;

/** What opens something just now: of an item of a menu, which is gone in a moment, the button of the menu. */
function findOpener(): Element | null {
  if (typeof document === "undefined") return null;
  const menu = document.activeElement?.closest('[role="menu"]');
  if (!menu) return document.activeElement;
  return document.getElementById(menu.getAttribute("aria-labelledby") ?? "");
}

/**
 * Gives the focus back once the component is gone, unless someone has put it elsewhere. Until then, what is opened by a
 * menu takes it again from the menu's button.
 */
export function useFocusBack(root?: RefObject<HTMLElement | null>): void {
  // The first render still sees it.
  const [opener] = useState(findOpener);
  useEffect(() => {
    const take = () => {
      if (document.activeElement !== opener) return;
      const dialog = root?.current?.querySelector<HTMLElement>('[role="dialog"]');
      (dialog?.querySelector<HTMLElement>("[data-autofocus]") ?? dialog)?.focus();
    };
    const timer = setTimeout(take, MENU_CLOSED_MS);
    return () => {
      clearTimeout(timer);
      // What the component held is still on its way out.
      setTimeout(() => {
        if (document.activeElement && document.activeElement !== document.body) return;
        const known = opener?.isConnected ? opener : document.getElementById("content");
        if (known instanceof HTMLElement) known.focus({ preventScroll: true });
      });
    };
  }, [root, opener]);
}
