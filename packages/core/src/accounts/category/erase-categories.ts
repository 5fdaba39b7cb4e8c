import { eraseFound } from "@thaw/data/erase-found";
import { CategorisationEntity } from "../../inbox/categorisation/categorisation.entity.ts";
import { CategoryEntity } from "./category.entity.ts";
import { categoryList } from "./category.ts";

/** Forgets an account's own categories, and how AI was to give them. */
export async function* eraseCategories(accountId: number): AsyncGenerator<number> {
  yield* eraseFound(
    (page) => CategorisationEntity.query.byCampaign({ accountId }).go(page),
    (row) => CategorisationEntity.delete(row),
  );
  yield* eraseFound(
    (page) => CategoryEntity.query.byAccount({ accountId }).go(page),
    (row) => CategoryEntity.delete(row),
    (rows) => rows.flatMap((row) => categoryList.release(accountId, row)),
  );
}
