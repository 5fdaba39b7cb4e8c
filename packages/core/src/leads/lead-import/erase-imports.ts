import { eraseFound } from "@thaw/data/erase-found";
import { dropClaim } from "../../kernel/claim/claim.ts";
import { erasedWithAccount } from "../../kernel/erasure/declare.ts";
import { eraseRejects } from "./erase-files.ts";
import { ImportJobEntity } from "./import-job.entity.ts";
import { fileClaim } from "./lead-import.ts";

/** Forgets an account's imports and the rows that they left out; their files go with its other files. */
export const importErasure = erasedWithAccount(["imports"], {
  entities: ["importJob", "importReject"],
  erase: (accountId) =>
    eraseFound(
      (page) => ImportJobEntity.query.byAccount({ accountId }).go(page),
      (row) => ImportJobEntity.delete(row),
      async (rows) => {
        for (const { importId } of rows) await eraseRejects(accountId, importId);
        return rows.map(({ fileKey }) => dropClaim(fileClaim(accountId, fileKey)));
      },
    ),
});
