import { type RefObject, useEffect } from "react";

/** A menu gives the focus back to its button so many milliseconds after it has closed, and a moment more. */
const MENU_CLOSED_MS = 20;

/** What opened something: of an item of a menu, which is gone by then, the button of the menu. */
function openerOf(element: Element | null): Element | null {
  const menu = element?.closest('[role="menu"]');
  return menu ? document.getElementById(menu.getAttribute("aria-labelledby") ?? "") : element;
}

/**
 * Gives the focus back once the component is gone, unless somebody has put it elsewhere. Until then, what is opened by a
 * menu takes it again from the menu's button.
 */
export function useFocusBack(root?: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const opener = openerOf(document.activeElement);
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
  }, [root]);
}
