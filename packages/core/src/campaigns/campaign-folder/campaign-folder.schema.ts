import { boundText, issueText } from "@thaw/text/issue-text";
import * as v from "valibot";
import { oneLine } from "../../one-line.schema.ts";
import { AccountWideId } from "../../page.schema.ts";

export const MOST_FOLDERS = 100;

const name = v.pipe(
  v.string(),
  oneLine,
  v.nonEmpty(issueText("folderName")),
  v.maxLength(80, boundText("nameTooLong")),
);

export const FolderId = v.object({ folder_id: AccountWideId });
export const CreateFolder = v.object({ name });
export const RenameFolder = v.object({ folder_id: AccountWideId, name });

export const CampaignFolder = v.object({
  id: v.number(),
  name: v.string(),
  campaigns: v.number(),
  created_at: v.string(),
});
export type CampaignFolder = v.InferOutput<typeof CampaignFolder>;
