import { filteredPageOptions } from "@thaw/data/page-options";
import type { PendingWrite } from "@thaw/data/transact";
import { CampaignEntity } from "./campaign.entity.ts";
import type { CampaignRecord } from "./campaign-record.ts";

/** The next campaigns of a folder; deleted ones too, since they may be restored. */
export async function listFiled(
  accountId: number,
  folderId: number,
  limit: number,
): Promise<CampaignRecord[]> {
  const { data } = await CampaignEntity.query
    .byAccount({ accountId })
    .where((row, op) => op.eq(row.folderId, folderId))
    .go({ ...filteredPageOptions(limit), consistent: true });
  return data;
}

/** For a transaction: puts a campaign into a folder, or into none; refused when it was moved or deleted since it was read. */
export function file(
  { accountId, campaignId, folderId: from, deletedAt }: CampaignRecord,
  folderId: number | null,
): PendingWrite {
  const row = CampaignEntity.patch({ accountId, campaignId });
  const write = folderId === null ? row.remove(["folderId"]) : row.set({ folderId });
  return write.where((seen, op) =>
    [
      from === undefined ? op.notExists(seen.folderId) : op.eq(seen.folderId, from),
      deletedAt === undefined ? op.notExists(seen.deletedAt) : op.exists(seen.deletedAt),
    ].join(" AND "),
  );
}
