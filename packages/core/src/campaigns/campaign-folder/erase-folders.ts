import { eraseFound } from "@thaw/data/erase-found";
import { erasedWithAccount } from "../../kernel/erasure/declare.ts";
import { CampaignFolderEntity } from "./campaign-folder.entity.ts";
import { folderList } from "./campaign-folder.ts";

/** Deletes an account's folders of campaigns. */
export const folderErasure = erasedWithAccount(["labels"], {
  entities: ["campaignFolder"],
  erase: (accountId) =>
    eraseFound(
      (page) => CampaignFolderEntity.query.byAccount({ accountId }).go(page),
      (row) => CampaignFolderEntity.delete(row),
      (rows) => rows.flatMap((row) => folderList.release(accountId, row)),
    ),
});
