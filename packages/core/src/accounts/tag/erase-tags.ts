import { eraseFound } from "@thaw/data/erase-found";
import { erasedWithAccount } from "../../kernel/erasure/declare.ts";
import { TagEntity } from "./tag.entity.ts";
import { tagList } from "./tag.ts";

/** Deletes an account's tags, deleted ones too. */
export const tagErasure = erasedWithAccount(["labels"], {
  entities: ["tag"],
  erase: (accountId) =>
    eraseFound(
      (page) => TagEntity.query.byAccount({ accountId }).go(page),
      (row) => TagEntity.delete(row),
      (rows) => rows.flatMap((row) => tagList.release(accountId, row)),
    ),
});
