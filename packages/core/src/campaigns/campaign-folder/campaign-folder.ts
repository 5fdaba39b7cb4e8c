import { commit, type PendingWrite, TransactionRefused } from "@thaw/data/transact";
import { upTo } from "@thaw/data/up-to";
import type { EntityItem } from "electrodb";
import * as v from "valibot";
import { byName } from "../../by-name.ts";
import { nowIso } from "../../clock.ts";
import { AppError, lostRace, notFound } from "../../error.ts";
import type { Scope } from "../../kernel/access/scope.ts";
import { dropClaim, takeClaim } from "../../kernel/claim/claim.ts";
import { freePlaceAmong } from "../../kernel/claim/free-place.ts";
import { nextId } from "../../kernel/id-block/id-block.ts";
import { operation } from "../../operation.ts";
import { pageOf } from "../../page.schema.ts";
import { countReachedByFolder } from "../campaign/reach-campaigns.ts";
import { CampaignFolderEntity } from "./campaign-folder.entity.ts";
import {
  CampaignFolder,
  CreateFolder,
  FolderId,
  MOST_FOLDERS,
  RenameFolder,
} from "./campaign-folder.schema.ts";

type FolderRecord = EntityItem<typeof CampaignFolderEntity>;

const ATTEMPTS = 8;

export const nameClaim = (accountId: number, name: string) => ({
  scope: accountId,
  kind: "campaign-folder-name",
  value: name,
});
export const placeClaim = (accountId: number, place: number) => ({
  scope: accountId,
  kind: "campaign-folder-place",
  value: String(place),
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
  const counts = await countReachedByFolder(accountId, scope);
  return folders
    .map((each) => ({ ...each, campaignCount: counts.get(each.folderId) ?? 0 }))
    .filter(({ campaignCount }) => scope.kind === "own" || campaignCount > 0);
}

export const createFolder = operation({
  permission: "campaigns:write",
  input: CreateFolder,
  output: CampaignFolder,
  async run({ accountId, userId }, { name }) {
    const folderId = await nextId(accountId, "campaign-folder");
    const owner = { accountId, ownerId: folderId };
    for (let attempt = 1; ; attempt++) {
      const record = {
        accountId,
        folderId,
        name,
        place: freePlace(await readFolders(accountId)),
        campaignCount: 0,
        createdAt: nowIso(),
        createdBy: userId,
      };
      try {
        await commit([
          takeClaim(nameClaim(accountId, name), owner),
          takeClaim(placeClaim(accountId, record.place), owner),
          CampaignFolderEntity.create(record),
        ]);
        return toFolder(record);
      } catch (error) {
        if (!(error instanceof TransactionRefused)) throw error;
        if (error.refused.includes(0)) throw nameTaken();
        // Somebody else took the place at the same moment.
        if (attempt === ATTEMPTS) throw lostRace();
      }
    }
  },
});

/** The new name is claimed in the transaction that gives the old one back. */
export const renameFolder = operation({
  permission: "labels:write",
  input: RenameFolder,
  output: CampaignFolder,
  async run({ accountId }, { folder_id: folderId, name }) {
    const before = await requireFolder(accountId, folderId);
    const isOther = name.toLowerCase() !== before.name.toLowerCase();
    try {
      await commit([
        CampaignFolderEntity.patch({ accountId, folderId })
          .set({ name })
          .where(
            (row, op) => `${op.eq(row.name, before.name)} AND ${op.notExists(row.deletingAt)}`,
          ),
        ...(isOther
          ? [
              takeClaim(nameClaim(accountId, name), { accountId, ownerId: folderId }),
              dropClaim(nameClaim(accountId, before.name)),
            ]
          : []),
      ]);
    } catch (error) {
      if (!(error instanceof TransactionRefused)) throw error;
      if (error.refused.includes(1)) throw nameTaken();
      throw changedMeanwhile();
    }
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
  const { name, place } = await requireFolder(accountId, folderId);
  try {
    await commit([
      CampaignFolderEntity.delete({ accountId, folderId }).where(
        (row, op) => `${op.eq(row.name, name)} AND ${op.exists(row.deletingAt)}`,
      ),
      dropClaim(nameClaim(accountId, name)),
      dropClaim(placeClaim(accountId, place)),
    ]);
  } catch (error) {
    if (error instanceof TransactionRefused) throw changedMeanwhile();
    throw error;
  }
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
    .go({ ...upTo(MOST_FOLDERS), consistent: true });
  return data;
}

function freePlace(folders: readonly FolderRecord[]): number {
  const place = freePlaceAmong(folders, MOST_FOLDERS);
  if (place !== undefined) return place;
  throw new AppError("conflict", `An account has at most ${MOST_FOLDERS} folders`);
}

function toFolder({ folderId, name, campaignCount, createdAt }: FolderRecord): CampaignFolder {
  return { id: folderId, name, campaigns: campaignCount, created_at: createdAt };
}

function nameTaken(): AppError {
  const message = "There is a folder with this name";
  return new AppError("conflict", message, { name: [message] });
}

const changedMeanwhile = () =>
  new AppError("conflict", "Someone else just changed this folder. Reload and try again.");
