import { boundText, issueText } from "@thaw/text/issue-text";
import * as v from "valibot";
import { putTag, takeTag } from "../../accounts/tag/put-tag.ts";
import { CHOOSE_TAG, saysTag, TAG_CHANGES } from "../../accounts/tag/tag.schema.ts";
import type { Actor } from "../../actor.ts";
import { changedIds, Refused } from "../../bulk-results.schema.ts";
import { changeEach } from "../../bulk-results.ts";
import { operation } from "../../operation.ts";
import { Id } from "../../page.schema.ts";
import { moveCampaign } from "../campaign-folder/move-campaign.ts";
import { StartCampaign } from "./campaign.schema.ts";
import { pauseCampaign, startCampaign } from "./campaign-launch.ts";
import { archiveCampaign, unarchiveCampaign } from "./campaign-life.ts";
import { taggedCampaign } from "./campaign-tags.ts";
import { undoStart } from "./undo-start.ts";

const CAMPAIGN_CHANGES = [
  "start",
  "undo_start",
  "pause",
  "archive",
  "unarchive",
  "move",
  ...TAG_CHANGES,
] as const;

export const ChangeCampaigns = v.pipe(
  v.object({
    campaign_ids: changedIds(issueText("chooseCampaigns"), boundText("campaignsAtOnce")),
    change: v.picklist(CAMPAIGN_CHANGES),
    /** Where "move" puts them; no folder when absent. */
    folder_id: v.optional(v.nullable(Id)),
    /** For "tag" and "untag". */
    tag_id: v.optional(Id),
    /** For "start", as of one campaign. */
    undo_seconds: StartCampaign.entries.undo_seconds,
  }),
  v.forward(
    v.check((input) => saysTag(input), CHOOSE_TAG),
    ["tag_id"],
  ),
);
type ChangeCampaigns = v.InferOutput<typeof ChangeCampaigns>;

export const ChangedCampaigns = v.object({
  change: v.picklist(CAMPAIGN_CHANGES),
  /** Of "tag" and "untag". */
  tag_id: v.optional(v.number()),
  results: v.array(
    v.variant("ok", [
      v.object({
        id: v.number(),
        ok: v.literal(true),
        /** Where a moved campaign was before, to put it back. */
        folder_before: v.optional(v.nullable(v.number())),
        /** Of "tag" and "untag": the campaign was as wanted before. */
        is_same: v.optional(v.boolean()),
        /** Of "start": it waits for a second person's approval. */
        is_asked: v.optional(v.boolean()),
      }),
      Refused,
    ]),
  ),
});

/** Changes many campaigns, each by itself: what one refuses keeps none of the others. */
export const changeCampaigns = operation({
  permission: "campaigns:write",
  input: ChangeCampaigns,
  output: ChangedCampaigns,
  async run(actor, input) {
    const results = await changeEach(actor, input.campaign_ids, (id) => change(actor, id, input));
    const { change: wanted, tag_id } = input;
    return { change: wanted, ...(tag_id === undefined ? {} : { tag_id }), results };
  },
});

async function change(
  actor: Actor,
  id: number,
  { change: wanted, folder_id: folderId = null, tag_id: tagId = 0, undo_seconds }: ChangeCampaigns,
): Promise<{ folder_before?: number | null; is_same?: boolean; is_asked?: boolean }> {
  const { accountId } = actor;
  if (wanted === "tag") return { is_same: !(await putTag(tagId, taggedCampaign(accountId, id))) };
  if (wanted === "untag") {
    return { is_same: !(await takeTag(tagId, taggedCampaign(accountId, id))) };
  }
  if (wanted === "move") return { folder_before: await moveCampaign(accountId, id, folderId) };
  const { approval } = await BY_NAME[wanted](actor, { campaign_id: id, undo_seconds });
  return approval?.state === "asked" ? { is_asked: true } : {};
}

const BY_NAME = {
  start: startCampaign,
  undo_start: undoStart,
  pause: pauseCampaign,
  archive: archiveCampaign,
  unarchive: unarchiveCampaign,
};
