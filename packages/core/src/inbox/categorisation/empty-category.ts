import { concurrently } from "@thaw/data/concurrently";
import { NOT_ASSIGNED } from "../../accounts/category/category.schema.ts";
import {
  deleteCategoryRecord,
  findCategoryRecord,
} from "../../accounts/category/category-record.ts";
import { now, spanOf } from "../../clock.ts";
import { listInCategory } from "../thread/thread-category.ts";
import { assignCategory } from "./assign-category.ts";

type CategoryKey = { accountId: number; categoryId: number };

const PAGE = 100;
const WIDTH = 8;
/** Real time that the index is given to show what was written just before a category was closed. */
export const SETTLE_MS = 15_000;

/** How many conversations have a category, as far as one page tells. */
export async function countInCategory({ accountId, categoryId }: CategoryKey) {
  const page = await listInCategory(accountId, categoryId, PAGE);
  return { count: page.threadIds.length, hasMore: page.hasMore };
}

/** Moves at most `most` conversations out of a category that is being deleted. */
export async function emptyCategory(
  { accountId, categoryId }: CategoryKey,
  most: number,
): Promise<{ moved: number; isEmpty: boolean }> {
  let moved = 0;
  while (moved < most) {
    const limit = Math.min(PAGE, most - moved);
    const { threadIds, hasMore } = await listInCategory(accountId, categoryId, limit);
    const results = await concurrently(threadIds, WIDTH, (threadId) =>
      assignCategory(
        { accountId, threadId },
        {
          categoryId: NOT_ASSIGNED,
          by: 0,
          mayChange: (thread) => thread.categoryId === categoryId,
        },
      ),
    );
    moved += results.filter((result) => result === "assigned").length;
    if (!hasMore) return { moved, isEmpty: true };
    // The index still shows what has been moved already: the rest waits for the next look.
    if (!results.includes("assigned")) break;
  }
  return { moved, isEmpty: false };
}

/**
 * One more stretch of deleting a category. Safe to run twice; does nothing for a category that is not being deleted.
 *
 * @returns milliseconds after which to go on, undefined when it is gone
 */
export async function continueDeletion(
  key: CategoryKey,
  most: number = 10 * PAGE,
): Promise<number | undefined> {
  const record = await findCategoryRecord(key.accountId, key.categoryId);
  if (record?.deletingAt === undefined) return undefined;
  const { isEmpty } = await emptyCategory(key, most);
  if (!isEmpty) return 0;
  const settlesInMs = Date.parse(record.deletingAt) + spanOf(SETTLE_MS) - now();
  if (settlesInMs > 0) return settlesInMs;
  await deleteCategoryRecord(key);
  return undefined;
}
