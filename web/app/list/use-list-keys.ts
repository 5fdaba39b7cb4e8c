import { useId } from "react";
import { useText } from "../messages/text.tsx";
import { type ScreenKey, useScreenKeys } from "../state/screen-keys.ts";

type Rows = {
  count: number;
  onOpen?: (index: number) => void;
  onSelect?: (index: number) => void;
  onBack?: () => void;
};

const find = (listId: string, selector: string) =>
  document.getElementById(listId)?.querySelector<HTMLElement>(selector);

/** The row that holds the focus, or -1. */
function currentRow(listId: string): number {
  const row = document.activeElement?.closest<HTMLElement>("[data-row]");
  const isOurs = row && document.getElementById(listId)?.contains(row);
  return isOurs ? Number(row.dataset.row) : -1;
}

function focusRow(listId: string, index: number): void {
  const row = find(listId, `[data-row="${index}"]`);
  row?.focus();
  row?.scrollIntoView({ block: "nearest" });
}

/**
 * `j` and `k` move the focus among elements marked `data-row={index}`, `x` selects, Enter opens, Esc goes back, `/` goes
 * to the element marked `data-search`.
 * @returns the id that the element around them has to carry
 */
export function useListKeys({ count, onOpen, onSelect, onBack }: Rows): string {
  const t = useText("shell");
  const listId = useId();
  const move = (by: number) => {
    const to = currentRow(listId) + by;
    focusRow(listId, Math.min(Math.max(to, 0), count - 1));
  };
  const withCurrent = (run: (index: number) => void) => () => {
    const index = currentRow(listId);
    if (index >= 0) run(index);
  };
  const keys: ScreenKey[] = [
    { keys: "j", label: t("keysDown"), run: () => move(1) },
    { keys: "k", label: t("keysUp"), run: () => move(-1) },
    { keys: "/", label: t("keysSearch"), run: () => find(listId, "[data-search]")?.focus() },
  ];
  if (onSelect) keys.push({ keys: "x", label: t("keysSelect"), run: withCurrent(onSelect) });
  if (onOpen) keys.push({ keys: "Enter", label: t("keysOpen"), run: withCurrent(onOpen) });
  if (onBack) keys.push({ keys: "Escape", label: t("keysBack"), run: onBack });
  useScreenKeys(keys);
  return listId;
}
