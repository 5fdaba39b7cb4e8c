import { eraseFound } from "@thaw/data/erase-found";
import { MonthlyQuotaEntity } from "./monthly-quota.entity.ts";

/** Forgets how many mails each month took. */
export const eraseQuotas = (accountId: number) =>
  eraseFound(
    (page) => MonthlyQuotaEntity.query.byMonth({ accountId }).go(page),
    (row) => MonthlyQuotaEntity.delete(row),
  );
