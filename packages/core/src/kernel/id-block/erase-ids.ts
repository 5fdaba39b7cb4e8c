import { eraseFound } from "@thaw/data/erase-found";
import { IdBlockEntity } from "./id-block.entity.ts";

/** Forgets an account's counters of ids: the last thing, since whatever had one must be gone. */
export const eraseIds = (accountId: number) =>
  eraseFound(
    (page) => IdBlockEntity.query.byKind({ scope: String(accountId) }).go(page),
    (row) => IdBlockEntity.delete(row),
  );
