import { useLocation, useNavigate, useNavigation } from "@remix-run/react";
import { useRememberedSearch } from "../stored/use-remembered-search.ts";
import {
  changeList,
  firstPage,
  type ListChange,
  type ListQuery,
  type ListRules,
  pageAt,
  readListQuery,
} from "./list-query.ts";

/** The cursors of the pages walked through, so that "previous" can go back; kept with the history entry. */
type Trail = { cursor: string | null; offset: number }[];

export type ListState = {
  query: ListQuery;
  /** True while another page or another answer of this list is on its way. */
  isLoading: boolean;
  change: (change: ListChange, options?: { replace?: boolean }) => void;
  clear: (names: readonly string[]) => void;
  goToNext: (cursor: string, shown: number) => void;
  goToPrevious: () => void;
};

/** The state as it will be once the navigation under way has ended: the screen answers at once, and no change is lost. */
export function useListState(rules: ListRules): ListState {
  const remember = useRememberedSearch();
  const here = useLocation();
  const navigate = useNavigate();
  const next = useNavigation().location;
  const isLoading = next?.pathname === here.pathname;
  const { search, state } = isLoading ? next : here;
  const params = new URLSearchParams(search);
  const query = readListQuery(params, rules);
  const trail = (state as { trail?: Trail } | null)?.trail ?? [];
  const go = (to: URLSearchParams, nextTrail: Trail, replace = false) => {
    remember(to);
    const options = { state: { trail: nextTrail }, replace, preventScrollReset: replace };
    navigate({ search: to.toString() }, options);
  };
  return {
    query,
    isLoading,
    change: (change, { replace } = {}) =>
      go(changeList(params, change), change.columns === undefined ? [] : trail, replace),
    clear: (names) => {
      const to = firstPage(params);
      for (const name of ["q", ...names]) to.delete(name);
      go(to, []);
    },
    goToNext: (cursor, shown) => {
      const { cursor: own, offset } = query;
      go(pageAt(params, cursor, query.offset + shown), [...trail, { cursor: own, offset }]);
    },
    goToPrevious: () => {
      const before = trail.at(-1);
      // Who came by a link has no trail: the first page is the only one known.
      go(pageAt(params, before?.cursor ?? null, before?.offset ?? 0), trail.slice(0, -1));
    },
  };
}
