import type { CampaignStatus } from "../campaign/campaign.schema.ts";
import { type CampaignRecord, findCampaigns } from "../campaign/campaign.ts";

/** A subsequence sends while its parent could (SEQ-27): otherwise its mails wait. */
export const isFreezing = (parent: CampaignStatus | undefined): boolean =>
  parent !== "ACTIVE" && parent !== "COMPLETED";

/**
 * A campaign as its mails are planned: a subsequence works from the mailboxes and LinkedIn accounts that its parent has by now. Undefined while it
 * is frozen.
 */
export async function readSendable(campaign: CampaignRecord): Promise<CampaignRecord | undefined> {
  const { accountId, parentId } = campaign;
  if (parentId === undefined) return campaign;
  const [parent] = await findCampaigns(accountId, [parentId]);
  if (!parent || isFreezing(parent.status)) return undefined;
  const { mailboxIds, linkedinIds = [] } = parent;
  return { ...campaign, mailboxIds, linkedinIds };
}
