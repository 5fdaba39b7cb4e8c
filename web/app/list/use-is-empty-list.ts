import { useSearchParams } from "@remix-run/react";
import { type ListQuery, type ListRules, readListQuery } from "./list-query.ts";

type Rows = { items: readonly unknown[] };

/** Whether there is nothing at all, and not only nothing that matches or nothing further. */
export const isEmptyList = ({ items }: Rows, { search, filters, offset }: ListQuery): boolean =>
  items.length === 0 && search === "" && Object.keys(filters).length === 0 && offset === 0;

/** The same for the screen around a list: what an empty one says and offers need not stand there twice. */
export function useIsEmptyList(page: Rows, rules: ListRules): boolean {
  const [params] = useSearchParams();
  return isEmptyList(page, readListQuery(params, rules));
}
