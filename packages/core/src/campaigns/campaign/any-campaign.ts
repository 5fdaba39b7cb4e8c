import { CampaignEntity } from "./campaign.entity.ts";

/** Whether the account has ever saved a campaign that is not yet gone for good. */
export async function hasAnyCampaign(accountId: number): Promise<boolean> {
  const { data } = await CampaignEntity.query
    .byAccount({ accountId })
    .go({ limit: 1, attributes: ["campaignId"] });
  return data.length > 0;
}
