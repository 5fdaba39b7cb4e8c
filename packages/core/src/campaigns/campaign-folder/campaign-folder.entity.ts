import { client, table } from "@thaw/data/table";
import { Entity } from "electrodb";
import { idSequence } from "../../kernel/id-block/id-block.ts";

/**
 * A folder of campaigns, with the number of campaigns in it.
 *
 * Claims hold its name and its number among those that an account may have.
 */
export const CampaignFolderEntity = new Entity(
  {
    model: { service: "thaw", entity: "campaignFolder", version: "1" },
    attributes: {
      accountId: { type: "number", required: true },
      folderId: { type: "number", required: true, padding: { length: 12, char: "0" } },
      name: { type: "string", required: true },
      place: { type: "number", required: true },
      /** Moves with every campaign that comes or goes, in its transaction. */
      campaignCount: { type: "number", required: true },
      /** Takes in no more campaigns; it is gone once those that it has are unfiled. */
      deletingAt: { type: "string" },
      createdAt: { type: "string", required: true },
      createdBy: { type: "number", required: true },
    },
    indexes: {
      byAccount: {
        pk: { field: "pk", composite: ["accountId"] },
        sk: { field: "sk", composite: ["folderId"] },
      },
    },
  },
  { client, table },
);

export const folderIds = idSequence("campaign-folder");
