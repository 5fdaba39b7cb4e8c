import { writeIfExpected } from "@thaw/data/condition";
import { notFound } from "../error.ts";
import { CampaignEntity } from "./campaign.entity.ts";

type Assignment = { accountId: number; campaignId: number; userId: number; isAssigned: boolean };

/**
 * Lets a member reach a campaign with its subsequences, or no longer. Doing it again changes nothing.
 *
 * @throws AppError not_found
 */
export async function assignCampaign(assignment: Assignment): Promise<void> {
  const { accountId, campaignId, userId, isAssigned } = assignment;
  const patch = CampaignEntity.patch({ accountId, campaignId });
  const change = isAssigned
    ? patch.add({ assigneeIds: [userId] })
    : patch.delete({ assigneeIds: [userId] });
  const isDone = await writeIfExpected(
    change.where((row, op) => `${op.notExists(row.deletedAt)} AND ${op.notExists(row.parentId)}`),
  );
  if (!isDone) throw notFound("campaign");
}
