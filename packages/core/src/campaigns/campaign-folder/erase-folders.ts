import { eraseFound } from "@thaw/data/erase-found";
import { CampaignFolderEntity } from "./campaign-folder.entity.ts";
import { folderList } from "./campaign-folder.ts";

/** Forgets an account's folders of campaigns. */
export const eraseFolders = (accountId: number) =>
  eraseFound(
    (page) => CampaignFolderEntity.query.byAccount({ accountId }).go(page),
    (row) => CampaignFolderEntity.delete(row),
    (rows) => rows.flatMap((row) => folderList.release(accountId, row)),
  );
