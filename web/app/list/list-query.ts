/** What the address says about a list: the same for the loader, the screen and a colleague who opens the link. */
export type ListQuery = {
  search: string;
  sort: Sort | null;
  /** Chosen values by filter; filters without a value are absent. */
  filters: Record<string, string[]>;
  limit: number;
  cursor: string | null;
  /** How many rows come before this page. */
  offset: number;
  /** Ids of the columns shown, in order; null is the screen's own choice. */
  columns: string[] | null;
};

export type Sort = { by: string; descending: boolean };

export type ListRules = {
  /** The values that each filter takes; "any" for ids and other open sets. */
  filters?: Record<string, readonly string[] | "any">;
  sorts?: readonly string[];
  defaultSort?: Sort;
  /** Rows of a page until someone chooses; 50 when absent. */
  firstLimit?: number;
};

export const PAGE_SIZES = [10, 25, 50, 100] as const;
export const DEFAULT_PAGE_SIZE = 50;
const LONGEST_SEARCH = 200;

function readSort(params: URLSearchParams, rules: ListRules): Sort | null {
  const text = params.get("sort") ?? "";
  const by = text.replace(/^-/, "");
  const isKnown = rules.sorts?.includes(by) ?? false;
  return isKnown ? { by, descending: text.startsWith("-") } : (rules.defaultSort ?? null);
}

function readFilters(params: URLSearchParams, rules: ListRules): Record<string, string[]> {
  const chosen = Object.entries(rules.filters ?? {}).map(([name, allowed]): [string, string[]] => {
    const values = params
      .getAll(name)
      .filter((value) => allowed === "any" || allowed.includes(value));
    return [name, [...new Set(values)]];
  });
  return Object.fromEntries(chosen.filter(([, values]) => values.length > 0));
}

/** Reads a list's state; whatever the rules do not know is left out rather than refused. */
export function readListQuery(params: URLSearchParams, rules: ListRules = {}): ListQuery {
  const limit = Number(params.get("limit"));
  const offset = Number(params.get("offset"));
  const columns = params.get("columns")?.split(",").filter(Boolean) ?? [];
  return {
    search: (params.get("q") ?? "").trim().slice(0, LONGEST_SEARCH),
    sort: readSort(params, rules),
    filters: readFilters(params, rules),
    limit: PAGE_SIZES.find((size) => size === limit) ?? rules.firstLimit ?? DEFAULT_PAGE_SIZE,
    cursor: params.get("cursor") || null,
    offset: Number.isSafeInteger(offset) && offset > 0 && params.get("cursor") ? offset : 0,
    columns: columns.length > 0 ? columns : null,
  };
}

export type ListChange = Partial<{
  search: string;
  sort: Sort | null;
  filter: { name: string; values: readonly string[] };
  limit: number;
  columns: readonly string[] | null;
}>;

const sortWord = (sort: Sort | null) => (sort ? `${sort.descending ? "-" : ""}${sort.by}` : "");

/** The single values that a change sets; an empty one leaves the address. */
function settings({ search, sort, limit, columns }: ListChange): [string, string][] {
  const set: [string, string][] = [];
  if (search !== undefined) set.push(["q", search.trim()]);
  if (sort !== undefined) set.push(["sort", sortWord(sort)]);
  if (limit !== undefined) set.push(["limit", String(limit)]);
  if (columns !== undefined) set.push(["columns", columns?.join(",") ?? ""]);
  return set;
}

/** The address after a change. Another question starts at the first page; another set of columns does not. */
export function changeList(params: URLSearchParams, change: ListChange): URLSearchParams {
  const next = new URLSearchParams(params);
  for (const [name, value] of settings(change)) {
    if (value) next.set(name, value);
    else next.delete(name);
  }
  if (change.filter) {
    next.delete(change.filter.name);
    for (const value of change.filter.values) next.append(change.filter.name, value);
  }
  const onlyColumns = Object.keys(change).every((key) => key === "columns");
  return onlyColumns ? next : firstPage(next);
}

export function firstPage(params: URLSearchParams): URLSearchParams {
  return pageAt(params, null, 0);
}

export function pageAt(
  params: URLSearchParams,
  cursor: string | null,
  offset: number,
): URLSearchParams {
  const next = new URLSearchParams(params);
  next.delete("cursor");
  next.delete("offset");
  if (cursor) {
    next.set("cursor", cursor);
    next.set("offset", String(offset));
  }
  return next;
}
