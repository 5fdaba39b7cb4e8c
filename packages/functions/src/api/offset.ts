import type { Actor } from "@thaw/core/actor";
import { AppError } from "@thaw/core/error";
import { type Operation, parse } from "@thaw/core/operation";
import { MAX_PAGE, PageInput } from "@thaw/core/page.schema";
import * as v from "valibot";

const MOST = 10_000;
/** A list that is narrowed by a search gives pages with few rows. */
const MOST_PAGES = 100;
/** So many pages are read on to count the rows of a list that keeps no count: a thousand rows. */
const MOST_COUNTED = 5;

type Page = { items: unknown[]; cursor: string | null; total?: number };
type Counted = Page & { total_is_at_least?: number };
type Asked = Record<string, unknown>;

/**
 * Calls an operation; a list that is asked for from an `offset` on is read up to there, page by page, as cursors are its
 * only places, and a little further to say how many rows it has (decision 26). A list that was read from its begin to its end
 * says that anyhow. `sort` is what operations call `order`.
 *
 * @throws AppError invalid for an offset that is none or is too far, or that comes with a cursor
 */
export async function callFrom(
  operation: Operation,
  actor: Actor,
  { offset, ...asked }: Asked,
): Promise<unknown> {
  const { sort, ...input } = asked;
  const isWhole = isWholeList(operation);
  if (!isWhole && !isList(operation)) return operation(actor, asked);
  if (sort !== undefined && !takesOrder(operation)) throw refusedSort();
  if (isWhole) return cut((await operation(actor, input)) as Page, offset, input);
  const ordered = sort === undefined ? input : { ...input, order: sort };
  const read = async (more: object) => (await operation(actor, { ...ordered, ...more })) as Page;
  if (offset === undefined) return counted(await read({}), input.cursor ? undefined : 0);
  if (input.cursor) throw new AppError("invalid", "request.cursorOrOffset");
  return readFrom(readOffset(offset), read);
}

async function readFrom(skip: number, read: (more: object) => Promise<Page>): Promise<Counted> {
  let left = skip;
  let cursor: string | null = null;
  for (let pages = 0; left > 0; pages++) {
    if (pages === MOST_PAGES) throw new AppError("invalid", "request.offsetTooFar");
    const page = await read({ limit: Math.min(left, MAX_PAGE), cursor });
    // Nothing is there: the list has ended before.
    if (page.cursor === null) return { ...counted(page, skip - left), items: [] };
    left -= page.items.length;
    cursor = page.cursor;
  }
  const page = await read(cursor === null ? {} : { cursor });
  return page.total === undefined ? countOn(page, skip - left, read) : page;
}

/** @param before how many rows came before this page */
async function countOn(
  page: Page,
  before: number,
  read: (more: object) => Promise<Page>,
): Promise<Counted> {
  let rows = before + page.items.length;
  let { cursor } = page;
  for (let pages = 0; cursor !== null && pages < MOST_COUNTED; pages++) {
    const next = await read({ limit: MAX_PAGE, cursor });
    rows += next.items.length;
    cursor = next.cursor;
  }
  return cursor === null ? { ...page, total: rows } : { ...page, total_is_at_least: rows };
}

/** @param before how many rows came before this page, where that is known */
function counted(page: Page, before: number | undefined): Page {
  if (page.total !== undefined || page.cursor !== null || before === undefined) return page;
  return { ...page, total: before + page.items.length };
}

/** A part of a list that is short and read whole; all of it where nothing is asked. */
function cut(page: Page, offset: unknown, { limit }: Asked): Page {
  const { items } = page;
  const from = offset === undefined ? 0 : readOffset(offset);
  const most = limit === undefined ? items.length : readLimit(limit);
  return { ...page, items: items.slice(from, from + most), total: items.length };
}

/** @throws AppError invalid */
function readOffset(offset: unknown): number {
  const isCount = typeof offset === "string" && /^\d{1,5}$/.test(offset);
  const skip = isCount ? Number(offset) : Number.NaN;
  if (skip <= MOST) return skip;
  throw AppError.at("invalid", "offset", "request.offsetMost", { most: MOST });
}

function refusedSort(): AppError {
  return AppError.at("invalid", "sort", "request.oneOrder");
}

const Limit = v.object({ limit: PageInput.limit });
const readLimit = (limit: unknown) => parse(Limit, { limit }).limit;

const entriesOf = (schema: object): object =>
  "entries" in schema ? (schema.entries as object) : {};

/** Whether a list has more than one order. */
export const takesOrder = ({ input }: Pick<Operation, "input">) => "order" in entriesOf(input);

/** A list that is given page by page. */
export function isList({ input }: Pick<Operation, "input">): boolean {
  const entries = entriesOf(input);
  return "limit" in entries && "cursor" in entries;
}

/** A list that has so few rows that it is read whole. */
export function isWholeList({ input, output }: Pick<Operation, "input" | "output">): boolean {
  const given = entriesOf(output);
  const isPage = "items" in given && "cursor" in given && "total" in given;
  return isPage && !isList({ input }) && !("before" in entriesOf(input));
}
