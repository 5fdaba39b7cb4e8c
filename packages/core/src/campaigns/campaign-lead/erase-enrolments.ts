import { eraseFound } from "@thaw/data/erase-found";
import type { PendingWrite } from "@thaw/data/transact";
import { dropClaim } from "../../kernel/claim/claim.ts";
import { CampaignLeadEntity } from "./campaign-lead.entity.ts";
import { SHARDS } from "./campaign-lead.ts";
import { entryClaim } from "./move-to-subsequence.ts";

type Campaign = { accountId: number; campaignId: number };

/**
 * Forgets which leads are in a campaign.
 *
 * @param beneath what else is known by the leads alone
 */
export async function* eraseEnrolments(
  campaign: Campaign,
  beneath: (leadIds: readonly number[]) => Promise<readonly PendingWrite[]>,
): AsyncGenerator<number> {
  for (let shard = 0; shard < SHARDS; shard++) {
    yield* eraseFound(
      (page) => CampaignLeadEntity.query.byCampaign({ ...campaign, shard }).go(page),
      (row) => CampaignLeadEntity.delete(row),
      (rows) => beneath(rows.map(({ leadId }) => leadId)),
    );
  }
}

/** Deletes the records that these leads have once been in a subsequence. */
export const dropEntries = (subsequence: Campaign, leadIds: readonly number[]): PendingWrite[] =>
  leadIds.map((leadId) => dropClaim(entryClaim({ ...subsequence, leadId })));
