import { concurrently } from "@thaw/data/concurrently";
import { eraseFound } from "@thaw/data/erase-found";
import { LEAD_ERASURES } from "../../erasure/lead-erasure/of-lead.ts";
import { erasedWithAccount, eraseWith, type LeadErasure } from "../../kernel/erasure/declare.ts";
import { LeadEntity } from "./lead.entity.ts";
import { dropAddress, LEAD_SHARDS } from "./lead-record.ts";

const WIDTH = 8;

/** Deletes every lead of an account with what leads alone lead to. */
export const leadErasure = erasedWithAccount(["leads"], {
  entities: ["lead"],
  async *erase(accountId) {
    const theirs = await theirsIn(accountId);
    for (let shard = 0; shard < LEAD_SHARDS; shard++) {
      yield* eraseFound(
        (page) => LeadEntity.query.byId({ accountId, shard }).go(page),
        (row) => LeadEntity.delete(row),
        async (rows) => {
          if (theirs.length > 0) {
            await concurrently(rows, WIDTH, (lead) => eraseWith(theirs, lead));
          }
          return rows.map(({ email }) => dropAddress(accountId, email));
        },
      );
    }
  },
});

/** What an account's leads alone lead to, of kinds that it ever had. */
async function theirsIn(accountId: number): Promise<LeadErasure[]> {
  const found = [];
  for (const erasure of LEAD_ERASURES) {
    if (erasure.ids && (await erasure.ids.last(accountId)) > 0) found.push(erasure);
  }
  return found;
}
