import { concurrently } from "@thaw/data/concurrently";
import { commit, TransactionRefused } from "@thaw/data/transact";
import * as v from "valibot";
import { CampaignEntity } from "../campaign/campaign.entity.ts";
import { type CampaignRecord, requireCampaign } from "../campaign/campaign.ts";
import { AppError } from "../error.ts";
import { operation } from "../operation.ts";
import { FolderId } from "./campaign-folder.schema.ts";
import { closeFolder, countIn, countOut, dropFolder, requireFolder } from "./campaign-folder.ts";

const PAGE = 200;
const WIDTH = 4;

/**
 * Puts a campaign into a folder, or back to the unfiled ones: it is in one at most.
 *
 * @returns the folder that it was in
 * @throws AppError not_found for a campaign or a folder, conflict when somebody else moved one of them meanwhile
 */
export async function moveCampaign(
  accountId: number,
  campaignId: number,
  folderId: number | null,
): Promise<number | null> {
  const campaign = await requireCampaign(accountId, campaignId);
  const before = campaign.folderId ?? null;
  if (before === folderId) return before;
  if (folderId !== null) await requireFolder(accountId, folderId);
  await place(campaign, folderId);
  return before;
}

/**
 * Deletes a folder; its campaigns go back to the unfiled ones first. It stays to be deleted again when that is interrupted.
 */
export const deleteFolder = operation({
  permission: "campaigns:write",
  input: FolderId,
  output: v.object({ id: v.number(), unfiled: v.number() }),
  async run({ accountId }, { folder_id: folderId }) {
    await closeFolder(accountId, folderId);
    let unfiled = 0;
    for (;;) {
      const inside = await listInside(accountId, folderId);
      if (inside.length === 0) break;
      await concurrently(inside, WIDTH, (campaign) => place(campaign, null));
      unfiled += inside.length;
    }
    await dropFolder(accountId, folderId);
    return { id: folderId, unfiled };
  },
});

/** Deleted campaigns too: they may be restored. */
async function listInside(accountId: number, folderId: number): Promise<CampaignRecord[]> {
  const { data } = await CampaignEntity.query
    .byAccount({ accountId })
    .where((row, op) => op.eq(row.folderId, folderId))
    .go({ count: PAGE, consistent: true });
  return data;
}

/** Deleted campaigns are in a folder without being counted. */
async function place(campaign: CampaignRecord, folderId: number | null): Promise<void> {
  const { accountId, campaignId, folderId: from, deletedAt } = campaign;
  const row = CampaignEntity.patch({ accountId, campaignId });
  const write = folderId === null ? row.remove(["folderId"]) : row.set({ folderId });
  const isCounted = deletedAt === undefined;
  try {
    await commit([
      write.where((seen, op) =>
        [
          from === undefined ? op.notExists(seen.folderId) : op.eq(seen.folderId, from),
          isCounted ? op.notExists(seen.deletedAt) : op.exists(seen.deletedAt),
        ].join(" AND "),
      ),
      ...(isCounted && folderId !== null ? [countIn(accountId, folderId)] : []),
      ...(isCounted && from !== undefined ? [countOut(accountId, from)] : []),
    ]);
  } catch (error) {
    if (!(error instanceof TransactionRefused)) throw error;
    throw new AppError("conflict", "Somebody moved this a moment ago. Look again.");
  }
}
