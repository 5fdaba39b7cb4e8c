import { SequenceEntity } from "../sequence/sequence.entity.ts";
import type { SequenceStep } from "../sequence/sequence.schema.ts";
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

/** How many steps the longest version of a campaign's sequence has. */
export async function countMostSteps(key: Key): Promise<number> {
  let most = 0;
  let cursor: string | null = null;
  do {
    const page: { data: { steps?: unknown }[]; cursor: string | null } = await SequenceEntity.query
      .byCampaign(key)
      .go({ limit: 10, cursor, consistent: true });
    for (const { steps } of page.data) most = Math.max(most, (steps as SequenceStep[]).length);
    cursor = page.cursor;
  } while (cursor !== null);
  return most;
}

/** Forgets a campaign, once all that hangs on it is forgotten. */
export async function* dropCampaign({ accountId, campaignId }: Key): AsyncGenerator<number> {
  await CampaignEntity.delete({ accountId, campaignId }).go({ response: "none" });
  yield 1;
}
