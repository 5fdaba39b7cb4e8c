import { eraseFound } from "@thaw/data/erase-found";
import { CounterEntity } from "./counter.entity.ts";

/** Forgets a campaign's figures, of each day and in all. */
export const eraseCounters = (accountId: number, campaignId: number) =>
  eraseFound(
    (page) =>
      CounterEntity.query.bySubject({ accountId, subject: `campaign:${campaignId}` }).go(page),
    (row) => CounterEntity.delete(row),
  );
