import { NOT_ASSIGNED } from "../../accounts/category/category.schema.ts";
import { bareWord, hasWords } from "../lead-search/lead-terms.ts";
import type { LeadFilters } from "./lead-list.schema.ts";
import { foldText, type LeadRecord } from "./lead-record.ts";

const MOST_WORDS = 5;

/** The filters that a lead alone decides; its places in campaigns have their own. */
export type LeadTest = {
  words: readonly string[];
  categoryIds: readonly number[];
  tagIds: readonly number[];
  from: string | undefined;
  to: string | undefined;
  /** Where not every lead is visible: the test for that. */
  isVisible?: ((lead: LeadRecord) => boolean) | undefined;
  /** Such a lead as the caller sees it: every other test is of that. */
  see?: ((lead: LeadRecord) => LeadRecord) | undefined;
  /** Of the campaigns that it is seen in. */
  isOfClients?: ((lead: LeadRecord) => boolean) | undefined;
};

export const listOf = <Value>(one: Value | Value[] | undefined): Value[] =>
  one === undefined ? [] : Array.isArray(one) ? one : [one];

export function testOf(filters: LeadFilters): LeadTest {
  const words = foldText(filters.search ?? "").split(/\s+/);
  return {
    words: [...new Set(words.filter(Boolean).map(bareWord))].slice(0, MOST_WORDS),
    categoryIds: listOf(filters.category_id),
    tagIds: listOf(filters.tag_id),
    from: filters.imported_from,
    to: filters.imported_to,
  };
}

export function isNarrow({ words, categoryIds, tagIds, from, to, ...only }: LeadTest): boolean {
  const chosen = words.length + categoryIds.length + tagIds.length;
  return chosen > 0 || Boolean(from) || Boolean(to) || Boolean(only.isVisible ?? only.isOfClients);
}

const any = (parts: string[]) => (parts.length > 0 ? [`(${parts.join(" OR ")})`] : []);

// The names that ElectroDB gives to attributes and operations in `where` are typed by the query alone.
type Row = Record<"searched" | "categoryId" | "tagIds" | "createdAt", never>;
type Op = {
  eq: (attribute: never, value: never) => string;
  gte: (attribute: never, value: never) => string;
  lt: (attribute: never, value: never) => string;
  contains: (attribute: never, value: never) => string;
  notExists: (attribute: never) => string;
};

/** The test for the table to make, so that what fails it is not sent; of words it tells only that they are somewhere. */
export function conditionOf(test: LeadTest, row: Row, op: Op): string {
  const isAsKept = test.see === undefined;
  return [
    // Leads from before have no such text: they are looked at here.
    ...test.words.map(
      (word) => `(${op.contains(row.searched, word as never)} OR ${op.notExists(row.searched)})`,
    ),
    // What someone sees of a lead may differ from what is kept.
    ...any(
      (isAsKept ? test.categoryIds : []).map((id) =>
        id === NOT_ASSIGNED ? op.notExists(row.categoryId) : op.eq(row.categoryId, id as never),
      ),
    ),
    ...any((isAsKept ? test.tagIds : []).map((id) => op.contains(row.tagIds, id as never))),
    ...(isAsKept && test.from ? [op.gte(row.createdAt, test.from as never)] : []),
    ...(isAsKept && test.to ? [op.lt(row.createdAt, test.to as never)] : []),
  ].join(" AND ");
}

/** The same test of a lead that is here. */
export function passes(test: LeadTest, kept: LeadRecord): boolean {
  const { words, categoryIds, tagIds, from, to, isVisible, isOfClients } = test;
  if (isVisible && !isVisible(kept)) return false;
  const lead = seenBy(test, kept);
  const has = (id: number) => lead.tagIds?.includes(id) ?? false;
  return (
    (categoryIds.length === 0 || categoryIds.includes(lead.categoryId ?? NOT_ASSIGNED)) &&
    (tagIds.length === 0 || tagIds.some(has)) &&
    isBetween(lead.createdAt, from, to) &&
    (isOfClients === undefined || isOfClients(lead)) &&
    hasWords(lead, words)
  );
}

export const seenBy = ({ see }: LeadTest, lead: LeadRecord): LeadRecord => see?.(lead) ?? lead;

const isBetween = (at: string, from: string | undefined, to: string | undefined) =>
  (from === undefined || at >= from) && (to === undefined || at < to);
