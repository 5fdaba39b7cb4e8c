import type { CampaignStatus } from "../campaign/campaign.schema.ts";
import { type CampaignRecord, findCampaigns } from "../campaign/campaign-record.ts";

/** A subsequence sends while its parent could (SEQ-27): otherwise its mails wait. */
export const isFreezing = (parent: CampaignStatus | undefined): boolean =>
  parent !== "ACTIVE" && parent !== "COMPLETED";

/**
 * A campaign as its mails are planned: a subsequence works from the mailboxes and LinkedIn accounts that its parent has by now.
 * `parentStatus`: of a subsequence's parent, where that is still there.
 */
export async function readWithSenders(
  campaign: CampaignRecord,
): Promise<{ campaign: CampaignRecord; parentStatus?: CampaignStatus }> {
  const { accountId, parentId } = campaign;
  if (parentId === undefined) return { campaign };
  const [parent] = await findCampaigns(accountId, [parentId]);
  if (!parent) return { campaign };
  const { mailboxIds, linkedinIds = [], status: parentStatus } = parent;
  return { campaign: { ...campaign, mailboxIds, linkedinIds }, parentStatus };
}

/** The same for planning: undefined while a subsequence is frozen. */
export async function readSendable(campaign: CampaignRecord): Promise<CampaignRecord | undefined> {
  const { campaign: sendable, parentStatus } = await readWithSenders(campaign);
  const isFrozen = campaign.parentId !== undefined && isFreezing(parentStatus);
  return isFrozen ? undefined : sendable;
}
