import { eraseFound } from "@thaw/data/erase-found";
import { dropClaim } from "../../kernel/claim/claim.ts";
import { CampaignFolderEntity } from "./campaign-folder.entity.ts";
import { nameClaim, placeClaim } from "./campaign-folder.ts";

/** Forgets an account's folders of campaigns. */
export const eraseFolders = (accountId: number) =>
  eraseFound(
    (page) => CampaignFolderEntity.query.byAccount({ accountId }).go(page),
    (row) => CampaignFolderEntity.delete(row),
    (rows) =>
      rows.flatMap(({ name, place }) => [
        dropClaim(nameClaim(accountId, name)),
        dropClaim(placeClaim(accountId, place)),
      ]),
  );
