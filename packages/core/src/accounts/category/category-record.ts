import { pageOptions } from "@thaw/data/page-options";
import { onlyIf } from "@thaw/data/transact";
import type { EntityItem } from "electrodb";
import { CategoryEntity } from "./category.entity.ts";
import { CATEGORIES, type Category, MOST_CUSTOM_CATEGORIES } from "./category.schema.ts";

export type CategoryRecord = EntityItem<typeof CategoryEntity>;

/** Some are still there that are being deleted. */
const MOST_READ = 2 * MOST_CUSTOM_CATEGORIES;

export function toCategory({ categoryId, name, sentiment, color }: CategoryRecord): Category {
  return { id: categoryId, name, sentiment, color };
}

/** The categories that an account made, oldest first, without those that are being deleted. */
export async function listCustomCategories(accountId: number): Promise<CategoryRecord[]> {
  const { data } = await CategoryEntity.query
    .byAccount({ accountId })
    .go({ ...pageOptions(MOST_READ), consistent: true });
  return data.filter(({ deletingAt }) => deletingAt === undefined);
}

/** Everything that a lead of the account can be: the built-in categories, then its own. */
export async function readCategories(accountId: number): Promise<Category[]> {
  return [...CATEGORIES, ...(await listCustomCategories(accountId)).map(toCategory)];
}

export async function findCategoryRecord(
  accountId: number,
  categoryId: number,
): Promise<CategoryRecord | undefined> {
  const { data } = await CategoryEntity.get({ accountId, categoryId }).go({ consistent: true });
  return data ?? undefined;
}

/** For a transaction: refused when the category is gone or going. */
export function requireInUse(accountId: number, categoryId: number) {
  return onlyIf(
    CategoryEntity.delete({ accountId, categoryId }).where(
      (row, op) => `${op.exists(row.name)} AND ${op.notExists(row.deletingAt)}`,
    ),
  );
}

export async function deleteCategoryRecord(key: {
  accountId: number;
  categoryId: number;
}): Promise<void> {
  await CategoryEntity.delete(key).go({ response: "none" });
}
