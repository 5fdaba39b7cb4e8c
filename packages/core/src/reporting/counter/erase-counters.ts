import { eraseFound } from "@thaw/data/erase-found";
import { erasedWithCampaign } from "../../kernel/erasure/declare.ts";
import { CounterEntity } from "./counter.entity.ts";
import { mailboxSubject } from "./counter.ts";

/** Deletes a campaign's figures, of each day and in all. */
export const counterErasure = erasedWithCampaign({
  entities: ["counter"],
  erase: ({ accountId, campaignId }) => eraseSubject(accountId, `campaign:${campaignId}`),
});

/** Deletes those of a mailbox. */
export const eraseMailboxCounters = (accountId: number, mailboxId: number) =>
  eraseSubject(accountId, mailboxSubject(mailboxId));

function eraseSubject(accountId: number, subject: string) {
  return eraseFound(
    (page) => CounterEntity.query.bySubject({ accountId, subject }).go(page),
    (row) => CounterEntity.delete(row),
  );
}
