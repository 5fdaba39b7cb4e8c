import { eraseFound } from "@thaw/data/erase-found";
import { dropClaim } from "../../kernel/claim/claim.ts";
import { erasedWithAccount } from "../../kernel/erasure/declare.ts";
import { SavedTemplateEntity } from "./saved-template.entity.ts";
import { nameClaim } from "./saved-template.ts";

/** Deletes an account's saved mails and snippets. */
export const templateErasure = erasedWithAccount(["templates"], {
  entities: ["savedTemplate"],
  erase: (accountId) =>
    eraseFound(
      (page) => SavedTemplateEntity.query.byAccount({ accountId }).go(page),
      (row) => SavedTemplateEntity.delete(row),
      (rows) => rows.map(({ kind, name }) => dropClaim(nameClaim(accountId, kind, name))),
    ),
});
