import { writeIfExpected } from "@thaw/data/condition";
import { commitIfExpected } from "@thaw/data/transact";
import type { Condition } from "../subsequence/condition.schema.ts";
import { CampaignEntity } from "./campaign.entity.ts";
import { type CampaignRecord, findCampaigns } from "./campaign-record.ts";

/**
 * A campaign with its family: its subsequences, or for a subsequence its parent and the parent's other subsequences. Reads
 * only where there is a family.
 */
export async function readFamily(campaign: CampaignRecord): Promise<CampaignRecord[]> {
  const { accountId, campaignId, parentId } = campaign;
  const found = parentId === undefined ? [campaign] : await findCampaigns(accountId, [parentId]);
  const others = found.flatMap((root) => [root.campaignId, ...(root.subsequenceIds ?? [])]);
  const rest = others.filter((id) => id !== campaignId);
  return [campaign, ...(await findCampaigns(accountId, rest))];
}

/**
 * Stores a subsequence and has its campaign know of it, both or neither.
 *
 * @returns false when someone changed the campaign since it was read
 */
export async function addToFamily(
  { accountId, campaignId: parentId, revision, subsequenceIds = [] }: CampaignRecord,
  subsequence: Parameters<typeof CampaignEntity.create>[0] & { campaignId: number },
): Promise<boolean> {
  return commitIfExpected([
    CampaignEntity.create(subsequence),
    CampaignEntity.patch({ accountId, campaignId: parentId })
      .set({
        subsequenceIds: [...subsequenceIds, subsequence.campaignId],
        revision: revision + 1,
      })
      .where((row, op) => op.eq(row.revision, revision)),
  ]);
}

/** Stores when leads move into a subsequence; false when someone changed it since it was read. */
export function writeCondition(
  { accountId, campaignId, revision, conditionRevision = 0 }: CampaignRecord,
  condition: Condition,
): Promise<boolean> {
  return writeIfExpected(
    CampaignEntity.patch({ accountId, campaignId })
      .set({
        condition,
        conditionRevision: conditionRevision + 1,
        revision: revision + 1,
      })
      .remove(["approval"])
      .where((row, op) => op.eq(row.revision, revision)),
  );
}
