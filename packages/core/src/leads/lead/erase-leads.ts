import { concurrently } from "@thaw/data/concurrently";
import { eraseFound } from "@thaw/data/erase-found";
import {
  LeadCreditEntity,
  LeadCreditReleaseEntity,
} from "../../accounts/subscription-plan/lead-credit.entity.ts";
import { lastId } from "../../kernel/id-block/id-block.ts";
import { eraseNotes } from "../note/erase-notes.ts";
import { LeadEntity } from "./lead.entity.ts";
import { dropAddress, LEAD_SHARDS } from "./lead-record.ts";

const WIDTH = 8;

/** Forgets every lead of an account with its notes, and the credits that they took. */
export async function* eraseLeads(accountId: number): AsyncGenerator<number> {
  const hasNotes = (await lastId(accountId, "note")) > 0;
  for (let shard = 0; shard < LEAD_SHARDS; shard++) {
    yield* eraseFound(
      (page) => LeadEntity.query.byId({ accountId, shard }).go(page),
      (row) => LeadEntity.delete(row),
      async (rows) => {
        if (hasNotes) {
          await concurrently(rows, WIDTH, ({ leadId }) => eraseNotes(accountId, leadId));
        }
        return rows.map(({ email }) => dropAddress(accountId, email));
      },
    );
  }
  yield* eraseFound(
    (page) => LeadCreditReleaseEntity.query.byDay({ accountId }).go(page),
    (row) => LeadCreditReleaseEntity.delete(row),
  );
  yield* eraseFound(
    (page) => LeadCreditEntity.query.byAccount({ accountId }).go(page),
    (row) => LeadCreditEntity.delete(row),
  );
}
