import { rememberPreference, usePreferences } from "../shell/preferences.ts";
import { writeColumns } from "./remembered-columns.ts";
import type { ListState } from "./use-list-state.ts";

/**
 * Where the address names no columns, those that somebody chose for this list before; what they choose is kept.
 *
 * @param name of the list; without one nothing is kept
 */
export function useRememberedColumns(name: string | undefined, state: ListState): ListState {
  const { columns } = usePreferences();
  if (name === undefined) return state;
  const kept = columns[name] ? [...columns[name]] : null;
  return {
    ...state,
    query: { ...state.query, columns: state.query.columns ?? kept },
    change: (change, options) => {
      if (change.columns !== undefined) {
        rememberPreference("thaw_columns", writeColumns(columns, name, change.columns));
      }
      // The page is drawn anew with what is remembered.
      state.change(change, options);
    },
  };
}
