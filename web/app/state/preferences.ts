import type { RememberedColumns } from "../list/remembered-columns.ts";
import { useText } from "../messages/text.tsx";
import { useRootData } from "./root-data.ts";

const YEAR_SECONDS = 365 * 24 * 60 * 60;

/** Keeps a choice of this browser where the server sees it before it draws the next page. */
export function rememberPreference(
  name: "thaw_nav" | "thaw_density" | "thaw_tz" | "thaw_columns",
  value: string,
) {
  const secure = window.location.protocol === "https:" ? "; Secure" : "";
  const copy = encodeURIComponent(value);
  // oxlint-disable-next-line unicorn/no-document-cookie -- not every browser has the Cookie Store API
  document.cookie = `${name}=${copy}; Path=/; Max-Age=${YEAR_SECONDS}; SameSite=Lax${secure}`;
}

const NO_COLUMNS: RememberedColumns = {};
const UNKNOWN = {
  timeZone: "UTC",
  navigationCollapsed: false,
  density: "comfortable",
  columns: NO_COLUMNS,
  hasCommandKey: false,
} as const;

/** The key that is held for commands, as it is written on the keyboard: ⌘ or Ctrl. */
export function useCommandKey(): string {
  const t = useText("shell");
  return usePreferences().hasCommandKey ? "⌘" : t("control");
}

export function usePreferences() {
  return useRootData()?.preferences ?? UNKNOWN;
}
