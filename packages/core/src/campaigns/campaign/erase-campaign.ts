import { CampaignEntity } from "./campaign.entity.ts";
import type { CampaignRecord } from "./campaign-record.ts";

type Key = { accountId: number; campaignId: number };

/** Any campaign or subsequence that there still is, deleted ones too. */
export async function findAnyCampaign(accountId: number): Promise<CampaignRecord | undefined> {
  const { data } = await CampaignEntity.query
    .byAccount({ accountId })
    .go({ limit: 1, consistent: true });
  return data[0];
}

/** Deletes a campaign, once all that hangs on it is forgotten. */
export async function* dropCampaign({ accountId, campaignId }: Key): AsyncGenerator<number> {
  await CampaignEntity.delete({ accountId, campaignId }).go({ response: "none" });
  yield 1;
}
