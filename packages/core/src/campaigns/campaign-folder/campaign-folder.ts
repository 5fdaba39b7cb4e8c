import { pageOptions } from "@thaw/data/page-options";
import { commit, type PendingWrite } from "@thaw/data/transact";
import type { EntityItem } from "electrodb";
import * as v from "valibot";
import { byName } from "../../by-name.ts";
import { nowIso } from "../../clock.ts";
import { changedMeanwhile, notFound } from "../../error.ts";
import type { Scope } from "../../kernel/access/scope.ts";
import { namedList } from "../../kernel/claim/named-list.ts";
import { operation } from "../../operation.ts";
import { pageOf } from "../../page.schema.ts";
import { countVisibleByFolder } from "../campaign/visible-campaigns.ts";
import { CampaignFolderEntity, folderIds } from "./campaign-folder.entity.ts";
import {
  CampaignFolder,
  CreateFolder,
  FolderId,
  MOST_FOLDERS,
  RenameFolder,
} from "./campaign-folder.schema.ts";

type FolderRecord = EntityItem<typeof CampaignFolderEntity>;

export const folderList = namedList("campaign-folder", {
  nameTaken: "campaign.folderNameTaken",
  tooMany: "campaign.mostFolders",
  most: MOST_FOLDERS,
});

/** All folders of the account, by name: there are at most 100. */
export const listFolders = operation({
  permission: "campaigns:read",
  input: v.object({}),
  output: pageOf(CampaignFolder),
  async run({ accountId, scope }) {
    const folders = await countedFor(accountId, scope, await readFolders(accountId));
    const items = folders.map(toFolder);
    items.sort(byName);
    return { items, cursor: null, total: items.length };
  },
});

export const getFolder = operation({
  permission: "campaigns:read",
  input: FolderId,
  output: CampaignFolder,
  async run({ accountId, scope }, { folder_id }) {
    const folder = await requireFolder(accountId, folder_id);
    const [counted] = await countedFor(accountId, scope, [folder]);
    if (!counted) throw notFound("folder");
    return toFolder(counted);
  },
});

/** What a folder counts is what its list will show; to a client it is there for what it holds of theirs. */
async function countedFor(
  accountId: number,
  scope: Scope,
  folders: readonly FolderRecord[],
): Promise<readonly FolderRecord[]> {
  if (scope.kind === "all") return folders;
  const counts = await countVisibleByFolder(accountId, scope);
  return folders
    .map((each) => ({ ...each, campaignCount: counts.get(each.folderId) ?? 0 }))
    .filter(({ campaignCount }) => scope.kind === "own" || campaignCount > 0);
}

export const createFolder = operation({
  permission: "campaigns:write",
  input: CreateFolder,
  output: CampaignFolder,
  async run({ accountId, userId }, { name }) {
    const folderId = await folderIds.next(accountId);
    const made = {
      accountId,
      folderId,
      name,
      campaignCount: 0,
      createdAt: nowIso(),
      createdBy: userId,
    };
    const place = await folderList.add(
      { accountId, ownerId: folderId },
      {
        name,
        read: () => readFolders(accountId),
        write: (free) => CampaignFolderEntity.create({ ...made, place: free }),
      },
    );
    return toFolder({ ...made, place });
  },
});

/** The new name is claimed in the transaction that gives the old one back. */
export const renameFolder = operation({
  permission: "labels:write",
  input: RenameFolder,
  output: CampaignFolder,
  async run({ accountId }, { folder_id: folderId, name }) {
    const before = await requireFolder(accountId, folderId);
    const write = CampaignFolderEntity.patch({ accountId, folderId })
      .set({ name })
      .where((row, op) => `${op.eq(row.name, before.name)} AND ${op.notExists(row.deletingAt)}`);
    const renamed = folderList.rename({ accountId, ownerId: folderId }, before.name, name);
    await commit([write, ...renamed], { otherwise: changed });
    return toFolder({ ...before, name });
  },
});

/** From here on nothing is moved into the folder. Safe to run twice. */
export async function closeFolder(accountId: number, folderId: number): Promise<void> {
  await requireFolder(accountId, folderId);
  await CampaignFolderEntity.patch({ accountId, folderId })
    .set({ deletingAt: nowIso() })
    .go({ response: "none" });
}

/** Ends a closed folder that no campaign is in any more, and gives its name back. */
export async function dropFolder(accountId: number, folderId: number): Promise<void> {
  const folder = await requireFolder(accountId, folderId);
  const write = CampaignFolderEntity.delete({ accountId, folderId }).where(
    (row, op) => `${op.eq(row.name, folder.name)} AND ${op.exists(row.deletingAt)}`,
  );
  await commit([write, ...folderList.release(accountId, folder)], { otherwise: changed });
}

/** For a transaction: a campaign comes in; refused when the folder is gone or going. */
export function countIn(accountId: number, folderId: number): PendingWrite {
  return CampaignFolderEntity.patch({ accountId, folderId })
    .add({ campaignCount: 1 })
    .where((row, op) => op.notExists(row.deletingAt));
}

/** For a transaction: a campaign goes out; refused when the folder is gone. */
export function countOut(accountId: number, folderId: number): PendingWrite {
  return CampaignFolderEntity.patch({ accountId, folderId }).subtract({ campaignCount: 1 });
}

/** @throws AppError not_found */
export async function requireFolder(accountId: number, folderId: number): Promise<FolderRecord> {
  const { data } = await CampaignFolderEntity.get({ accountId, folderId }).go({ consistent: true });
  if (!data) throw notFound("folder");
  return data;
}

async function readFolders(accountId: number): Promise<FolderRecord[]> {
  const { data } = await CampaignFolderEntity.query
    .byAccount({ accountId })
    .go({ ...pageOptions(MOST_FOLDERS), consistent: true });
  return data;
}

function toFolder({ folderId, name, campaignCount, createdAt }: FolderRecord): CampaignFolder {
  return { id: folderId, name, campaigns: campaignCount, created_at: createdAt };
}

const changed = () => changedMeanwhile("folder");
