import { eraseFound } from "@thaw/data/erase-found";
import { CsvDeletionEntity } from "./csv-deletion.entity.ts";

/** Forgets what was to be deleted by CSV. */
export const eraseDeletions = (accountId: number) =>
  eraseFound(
    (page) => CsvDeletionEntity.query.byIdentifier({ accountId }).go(page),
    (row) => CsvDeletionEntity.delete(row),
  );
