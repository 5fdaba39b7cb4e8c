import type { Actor } from "@thaw/core/actor";
import { AppError } from "@thaw/core/error";
import type { Operation } from "@thaw/core/operation";
import { MAX_PAGE } from "@thaw/core/page.schema";

const MOST = 10_000;
/** A list that is narrowed by a search gives pages with few rows. */
const MOST_PAGES = 100;

type Page = { items: unknown[]; cursor: string | null; total?: number };

/**
 * Calls an operation; a list that is asked for from an `offset` on is read up to there, page by page, as cursors are its
 * only places. A list that was read from its begin to its end says how many rows it has, whether it keeps a count or not.
 *
 * @throws AppError invalid for an offset that is none or is too far, or that comes with a cursor
 */
export async function callFrom(
  operation: Operation,
  actor: Actor,
  { offset, ...input }: Record<string, unknown>,
): Promise<unknown> {
  if (!isList(operation)) return operation(actor, input);
  const read = async (more: object) => (await operation(actor, { ...input, ...more })) as Page;
  if (offset === undefined) return counted(await read({}), input.cursor ? undefined : 0);
  if (input.cursor) throw new AppError("invalid", "Send a cursor or an offset");
  const skip = readOffset(offset);
  let left = skip;
  let cursor: string | null = null;
  for (let pages = 0; left > 0; pages++) {
    if (pages === MOST_PAGES)
      throw new AppError("invalid", "This is too far: go on with the cursor");
    const page = await read({ limit: Math.min(left, MAX_PAGE), cursor });
    // Nothing is there: the list has ended before.
    if (page.cursor === null) return { ...counted(page, skip - left), items: [] };
    left -= page.items.length;
    cursor = page.cursor;
  }
  return counted(await read(cursor === null ? {} : { cursor }), skip - left);
}

/** @param before how many rows came before this page, where that is known */
function counted(page: Page, before: number | undefined): Page {
  if (page.total !== undefined || page.cursor !== null || before === undefined) return page;
  return { ...page, total: before + page.items.length };
}

/** @throws AppError invalid */
function readOffset(offset: unknown): number {
  const isCount = typeof offset === "string" && /^\d{1,5}$/.test(offset);
  const skip = isCount ? Number(offset) : Number.NaN;
  if (skip <= MOST) return skip;
  const message = `An offset is at most ${MOST}: go on with the cursor`;
  throw new AppError("invalid", message, { offset: [message] });
}

/** A list that is given page by page. */
export function isList({ input }: Pick<Operation, "input">): boolean {
  const entries = "entries" in input ? (input.entries as object) : {};
  return "limit" in entries && "cursor" in entries;
}
