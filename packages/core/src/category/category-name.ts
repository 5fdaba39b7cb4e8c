import { CATEGORIES, findCategory, NOT_ASSIGNED } from "./category.schema.ts";
import { findCategoryRecord } from "./category-record.ts";

/** The name of a category; none where a lead has none, or one that is gone. Reads only for those that an account made. */
export async function categoryName(accountId: number, id: number): Promise<string | undefined> {
  if (id === NOT_ASSIGNED) return undefined;
  return findCategory(CATEGORIES, id)?.name ?? (await findCategoryRecord(accountId, id))?.name;
}
