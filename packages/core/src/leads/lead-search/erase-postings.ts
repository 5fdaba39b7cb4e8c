import { eraseFound } from "@thaw/data/erase-found";
import { erasedWithAccount } from "../../kernel/erasure/declare.ts";
import { LEAD_SHARDS, leadIds } from "../lead/lead-record.ts";
import { LeadPostingEntity } from "./lead-posting.entity.ts";
import { rangeOf } from "./lead-posting.ts";

/** Deletes the words by which an account's leads are found. */
export const postingErasure = erasedWithAccount(["leads"], {
  entities: ["leadPosting"],
  async *erase(accountId) {
    const last = rangeOf(await leadIds.last(accountId));
    for (let range = 0; range <= last; range++) {
      for (let shard = 0; shard < LEAD_SHARDS; shard++) {
        yield* eraseFound(
          (page) => LeadPostingEntity.query.byTerm({ accountId, range, shard }).go(page),
          (row) => LeadPostingEntity.delete(row),
        );
      }
    }
  },
});
