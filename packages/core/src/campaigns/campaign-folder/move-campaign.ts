import { concurrently } from "@thaw/data/concurrently";
import { commit } from "@thaw/data/transact";
import * as v from "valibot";
import { changedMeanwhile } from "../../error.ts";
import { operation } from "../../operation.ts";
import { file, listFiled } from "../campaign/campaign-filing.ts";
import { type CampaignRecord, requireCampaign } from "../campaign/campaign-record.ts";
import { FolderId } from "./campaign-folder.schema.ts";
import { closeFolder, countIn, countOut, dropFolder, requireFolder } from "./campaign-folder.ts";

const PAGE = 200;
const WIDTH = 4;

/**
 * Puts a campaign into a folder, or back to the unfiled ones: it is in one at most.
 *
 * @returns the folder that it was in
 * @throws AppError not_found for a campaign or a folder, conflict when someone else moved one of them meanwhile
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
  await assignFolder(campaign, folderId);
  return before;
}

/**
 * Deletes a folder; its campaigns go back to the unfiled ones first. It stays to be deleted again when that is interrupted.
 */
export const deleteFolder = operation({
  permission: "labels:write",
  input: FolderId,
  output: v.object({ id: v.number(), unfiled: v.number() }),
  async run({ accountId }, { folder_id: folderId }) {
    await closeFolder(accountId, folderId);
    let unfiled = 0;
    for (;;) {
      const inside = await listFiled(accountId, folderId, PAGE);
      if (inside.length === 0) break;
      await concurrently(inside, WIDTH, (campaign) => assignFolder(campaign, null));
      unfiled += inside.length;
    }
    await dropFolder(accountId, folderId);
    return { id: folderId, unfiled };
  },
});

/** Deleted campaigns are in a folder without being counted. */
async function assignFolder(campaign: CampaignRecord, folderId: number | null): Promise<void> {
  const { accountId, folderId: from, deletedAt } = campaign;
  const isCounted = deletedAt === undefined;
  await commit(
    [
      file(campaign, folderId),
      ...(isCounted && folderId !== null ? [countIn(accountId, folderId)] : []),
      ...(isCounted && from !== undefined ? [countOut(accountId, from)] : []),
    ],
    { otherwise: justMoved },
  );
}

const justMoved = () => changedMeanwhile("moved");
