import { useEffect } from "react";

/** What opened something: of an item of a menu, which is gone by then, the button of the menu. */
function openerOf(element: Element | null): Element | null {
  const menu = element?.closest('[role="menu"]');
  return menu ? document.getElementById(menu.getAttribute("aria-labelledby") ?? "") : element;
}

/** Gives the focus back once the component is gone, unless somebody has put it elsewhere. */
export function useFocusBack(): void {
  useEffect(() => {
    const opener = openerOf(document.activeElement);
    return () => {
      // What the component held is still on its way out.
      setTimeout(() => {
        if (document.activeElement && document.activeElement !== document.body) return;
        const known = opener?.isConnected ? opener : document.getElementById("content");
        if (known instanceof HTMLElement) known.focus({ preventScroll: true });
      });
    };
  }, []);
}
