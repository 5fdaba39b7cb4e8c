import { eraseFound } from "@thaw/data/erase-found";
import { erasedWithAccount } from "../../kernel/erasure/declare.ts";
import { CategoryEntity } from "./category.entity.ts";
import { categoryList } from "./category.ts";

/** Deletes an account's own categories. */
export const categoryErasure = erasedWithAccount(["labels"], {
  entities: ["category"],
  async *erase(accountId) {
    yield* eraseFound(
      (page) => CategoryEntity.query.byAccount({ accountId }).go(page),
      (row) => CategoryEntity.delete(row),
      (rows) => rows.flatMap((row) => categoryList.release(accountId, row)),
    );
  },
});
