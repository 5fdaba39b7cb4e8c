import { eraseFound } from "@thaw/data/erase-found";
import { CounterEntity } from "./counter.entity.ts";
import { mailboxSubject } from "./counter.ts";

/** Forgets a campaign's figures, of each day and in all. */
export const eraseCounters = (accountId: number, campaignId: number) =>
  eraseSubject(accountId, `campaign:${campaignId}`);

/** Forgets those of a mailbox. */
export const eraseMailboxCounters = (accountId: number, mailboxId: number) =>
  eraseSubject(accountId, mailboxSubject(mailboxId));

const eraseSubject = (accountId: number, subject: string) =>
  eraseFound(
    (page) => CounterEntity.query.bySubject({ accountId, subject }).go(page),
    (row) => CounterEntity.delete(row),
  );
