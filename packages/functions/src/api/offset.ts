import type { Actor } from "@thaw/core/actor";
import { AppError } from "@thaw/core/error";
import type { Operation } from "@thaw/core/operation";
import { MAX_PAGE } from "@thaw/core/page.schema";

const MOST = 10_000;
/** A list that is narrowed by a search gives pages with few rows. */
const MOST_PAGES = 100;

type Page = { items: unknown[]; cursor: string | null };

/**
 * Calls an operation; a list that is asked for from an `offset` on is read up to there, page by page, as cursors are its
 * only places.
 *
 * @throws AppError invalid for an offset that is none or is too far, or that comes with a cursor
 */
export async function callFrom(
  operation: Operation,
  actor: Actor,
  { offset, ...input }: Record<string, unknown>,
): Promise<unknown> {
  if (offset === undefined || !isList(operation)) return operation(actor, input);
  if (input.cursor) throw new AppError("invalid", "Send a cursor or an offset");
  const isCount = typeof offset === "string" && /^\d{1,5}$/.test(offset);
  const skip = isCount ? Number(offset) : Number.NaN;
  if (!(skip <= MOST)) {
    const message = `An offset is at most ${MOST}: go on with the cursor`;
    throw new AppError("invalid", message, { offset: [message] });
  }
  let left = skip;
  let cursor: string | null = null;
  for (let read = 0; left > 0; read++) {
    if (read === MOST_PAGES)
      throw new AppError("invalid", "This is too far: go on with the cursor");
    const limit = Math.min(left, MAX_PAGE);
    const page = (await operation(actor, { ...input, limit, cursor })) as Page;
    // Nothing is there: the list has ended before.
    if (page.cursor === null) return { ...page, items: [] };
    left -= page.items.length;
    cursor = page.cursor;
  }
  return operation(actor, { ...input, ...(cursor === null ? {} : { cursor }) });
}

/** A list that is given page by page. */
export function isList({ input }: Pick<Operation, "input">): boolean {
  const entries = "entries" in input ? (input.entries as object) : {};
  return "limit" in entries && "cursor" in entries;
}
