import { eraseFound } from "@thaw/data/erase-found";
import { dropClaim } from "../../kernel/claim/claim.ts";
import { erasedWithAccount } from "../../kernel/erasure/declare.ts";
import { LeadErasureEntity } from "./lead-erasure.entity.ts";
import { erasureClaim } from "./lead-erasure-record.ts";

/** Deletes the proofs of erasures. */
export const leadErasureErasure = erasedWithAccount(["block_list"], {
  entities: ["leadErasure"],
  erase: (accountId) =>
    eraseFound(
      (page) => LeadErasureEntity.query.byAccount({ accountId }).go(page),
      (row) => LeadErasureEntity.delete(row),
      (rows) => rows.map(({ leadId }) => dropClaim(erasureClaim(accountId, leadId))),
    ),
});
