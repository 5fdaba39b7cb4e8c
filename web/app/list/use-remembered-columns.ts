import { useAppData } from "../state/app-data.ts";
import { rememberPreference, usePreferences } from "../state/preferences.ts";
import { writeColumns } from "./remembered-columns.ts";
import type { ListState } from "./use-list-state.ts";

/**
 * Where the address names no columns, those that someone chose for this list before; what they choose is kept, for them
 * and no other user of the browser.
 *
 * @param name of the list; without one nothing is kept
 */
export function useRememberedColumns(name: string | undefined, state: ListState): ListState {
  const { columns } = usePreferences();
  const userId = useAppData()?.userId;
  if (name === undefined || userId === undefined) return state;
  const list = `${userId}-${name}`;
  const kept = columns[list] ? [...columns[list]] : null;
  return {
    ...state,
    query: { ...state.query, columns: state.query.columns ?? kept },
    change: (change, options) => {
      if (change.columns !== undefined) {
        rememberPreference("thaw_columns", writeColumns(columns, list, change.columns));
      }
      // The page is drawn anew with what is remembered.
      state.change(change, options);
    },
  };
}
