import { eraseFound } from "@thaw/data/erase-found";
import { dropClaim } from "../../kernel/claim/claim.ts";
import { TagEntity } from "./tag.entity.ts";
import { nameClaim, placeClaim } from "./tag.ts";

/** Forgets an account's tags, deleted ones too. */
export const eraseTags = (accountId: number) =>
  eraseFound(
    (page) => TagEntity.query.byAccount({ accountId }).go(page),
    (row) => TagEntity.delete(row),
    (rows) =>
      rows.flatMap(({ name, place }) => [
        dropClaim(nameClaim(accountId, name)),
        dropClaim(placeClaim(accountId, place)),
      ]),
  );
