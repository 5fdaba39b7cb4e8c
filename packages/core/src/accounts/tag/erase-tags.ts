import { eraseFound } from "@thaw/data/erase-found";
import { TagEntity } from "./tag.entity.ts";
import { tagList } from "./tag.ts";

/** Forgets an account's tags, deleted ones too. */
export const eraseTags = (accountId: number) =>
  eraseFound(
    (page) => TagEntity.query.byAccount({ accountId }).go(page),
    (row) => TagEntity.delete(row),
    (rows) => rows.flatMap((row) => tagList.release(accountId, row)),
  );
