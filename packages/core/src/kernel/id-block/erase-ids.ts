import { eraseFound } from "@thaw/data/erase-found";
import { erasedWithAccount } from "../erasure/declare.ts";
import { IdBlockEntity } from "./id-block.entity.ts";

/** Forgets an account's counters of ids: the last thing, since whatever had one must be gone. */
export const idErasure = erasedWithAccount(["ids"], {
  entities: ["idBlock"],
  erase: (accountId) =>
    eraseFound(
      (page) => IdBlockEntity.query.byKind({ scope: String(accountId) }).go(page),
      (row) => IdBlockEntity.delete(row),
    ),
});
