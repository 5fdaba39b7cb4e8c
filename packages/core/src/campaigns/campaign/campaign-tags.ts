import type { Tagged } from "../../accounts/tag/put-tag.ts";
import { MOST_TAGS_EACH } from "../../accounts/tag/tag.schema.ts";
import { CampaignEntity } from "./campaign.entity.ts";
import { requireCampaign } from "./campaign-record.ts";

/** A campaign as something that carries tags. */
export function taggedCampaign(accountId: number, campaignId: number): Tagged {
  const key = { accountId, campaignId };
  return {
    accountId,
    read: async () => [...((await requireCampaign(accountId, campaignId)).tagIds ?? [])],
    add: (tagId) =>
      CampaignEntity.patch(key)
        .add({ tagIds: [tagId] })
        .where((row, op) => {
          const hasRoom = `${op.size(row.tagIds)} < ${op.escape(MOST_TAGS_EACH)}`;
          return `${op.notExists(row.deletedAt)} AND (${op.notExists(row.tagIds)} OR ${hasRoom})`;
        }),
    take: (tagIds) => CampaignEntity.patch(key).delete({ tagIds }),
  };
}
