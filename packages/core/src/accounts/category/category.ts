import { commit } from "@thaw/data/transact";
import { say } from "@thaw/text/say";
import * as v from "valibot";
import { nowIso, spanOf } from "../../clock.ts";
import { AppError, changedMeanwhile, notFound } from "../../error.ts";
import {
  countInCategory,
  emptyCategory,
  SETTLE_MS,
} from "../../inbox/categorisation/empty-category.ts";
import { isHiddenCategory } from "../../kernel/access/scope.ts";
import { namedList } from "../../kernel/claim/named-list.ts";
import { operation } from "../../operation.ts";
import { enqueue } from "../../queue.ts";
import { CategoryEntity, categoryIds } from "./category.entity.ts";
import {
  CATEGORIES,
  CATEGORY_DELETE_LIMIT,
  Category,
  CategoryPage,
  CreateCategory,
  DeleteCategory,
  DeletedCategory,
  MOST_CUSTOM_CATEGORIES,
  UpdateCategory,
} from "./category.schema.ts";
import {
  type CategoryRecord,
  findCategoryRecord,
  listCustomCategories,
  readCategories,
  toCategory,
} from "./category-record.ts";

/** What one request moves; the rest is moved in the background. */
const MOVED_AT_ONCE = 100;

export const categoryList = namedList("category", {
  nameTaken: "category.nameTaken",
  tooMany: "category.most",
  most: MOST_CUSTOM_CATEGORIES,
});

/** The built-in categories, then the account's own, without those that are hidden from the caller. */
export const listCategories = operation({
  permission: "inbox:read",
  input: v.object({}),
  output: CategoryPage,
  async run({ accountId, scope }) {
    const all = await readCategories(accountId);
    const items = all.filter(({ id }) => !isHiddenCategory(scope, id));
    return { items, cursor: null, total: items.length };
  },
});

export const createCategory = operation({
  permission: "labels:add",
  input: CreateCategory,
  output: Category,
  async run({ accountId, userId }, input) {
    refuseBuiltInName(input.name);
    const categoryId = await categoryIds.next(accountId);
    const made = { ...input, accountId, categoryId, createdAt: nowIso(), createdBy: userId };
    const place = await categoryList.add(
      { accountId, ownerId: categoryId },
      {
        name: input.name,
        read: () => listCustomCategories(accountId),
        write: (free) => CategoryEntity.create({ ...made, place: free }),
      },
    );
    return toCategory({ ...made, place });
  },
});

/** A new name moves the claim on it in the same transaction. */
export const updateCategory = operation({
  permission: "labels:write",
  input: UpdateCategory,
  output: Category,
  async run({ accountId }, { category_id: categoryId, ...changes }) {
    const before = await requireCustom(accountId, categoryId);
    const after = { ...before, ...definedOf(changes) };
    if (changes.name !== undefined) refuseBuiltInName(changes.name);
    const { name, sentiment, color } = after;
    const write = CategoryEntity.patch({ accountId, categoryId })
      .set({ name, sentiment, color })
      .where((row, op) => `${op.eq(row.name, before.name)} AND ${op.notExists(row.deletingAt)}`);
    const renamed = categoryList.rename({ accountId, ownerId: categoryId }, before.name, name);
    await commit([write, ...renamed], { otherwise: changed });
    return toCategory(after);
  },
});

/**
 * Takes a category away. Leads that have it go back to "not assigned", which has to be confirmed when there are any; the
 * name is free at once, and what one request does not move is moved in the background.
 */
export const deleteCategory = operation({
  permission: "labels:write",
  input: DeleteCategory,
  output: DeletedCategory,
  async run({ accountId }, { category_id: categoryId, is_confirmed }) {
    const category = await requireCustom(accountId, categoryId);
    const key = { accountId, categoryId };
    if (!is_confirmed) await refuseInUse(key);
    // Queued first: a job without a category that is being deleted does nothing, one that is missing would leave leads behind.
    await enqueue("cleanup", [{ job: { kind: "category", ...key }, delayMs: spanOf(SETTLE_MS) }]);
    const write = CategoryEntity.patch(key)
      .set({ deletingAt: nowIso() })
      .where((row, op) => `${op.eq(row.name, category.name)} AND ${op.notExists(row.deletingAt)}`);
    await commit([write, ...categoryList.release(accountId, category)], { otherwise: changed });
    const { moved, isEmpty } = await emptyCategory(key, MOVED_AT_ONCE);
    return { id: categoryId, moved, is_done: isEmpty };
  },
});

/** @throws AppError invalid_transition for a built-in or reserved id, not_found */
async function requireCustom(accountId: number, categoryId: number): Promise<CategoryRecord> {
  if (categoryId <= CATEGORY_DELETE_LIMIT) {
    throw new AppError("invalid_transition", "category.builtIn", { last: CATEGORY_DELETE_LIMIT });
  }
  const record = await findCategoryRecord(accountId, categoryId);
  if (!record || record.deletingAt !== undefined) throw notFound("category");
  return record;
}

async function refuseInUse(key: { accountId: number; categoryId: number }): Promise<void> {
  const { count, hasMore } = await countInCategory(key);
  if (count === 0) return;
  const refusal = hasMore ? "category.inUseMore" : "category.inUse";
  throw new AppError("conflict", refusal, { count }, { is_confirmed: [say("category.confirm")] });
}

function refuseBuiltInName(name: string): void {
  const wanted = name.toLowerCase();
  if (CATEGORIES.some((category) => category.name.toLowerCase() === wanted)) {
    throw categoryList.nameTaken();
  }
}

const changed = () => changedMeanwhile("category");

const definedOf = <Changes extends object>(changes: Changes) =>
  Object.fromEntries(
    Object.entries(changes).filter(([, value]) => value !== undefined),
  ) as Partial<{ [Name in keyof Changes]-?: Exclude<Changes[Name], undefined> }>;
