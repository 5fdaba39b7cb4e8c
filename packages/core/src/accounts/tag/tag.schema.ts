import { boundText, issueText } from "@thaw/text/issue-text";
import * as v from "valibot";
import { COLORS } from "../../color.schema.ts";
import { oneLine } from "../../one-line.schema.ts";
import { AccountWideId, Id } from "../../page.schema.ts";

/** What an account may have. */
export const MOST_TAGS = 100;
/** What one campaign, lead, mailbox or template may carry. */
export const MOST_TAGS_EACH = 20;
const LONGEST_NAME = 40;

const name = v.pipe(
  v.string(issueText("tagNameMissing")),
  oneLine,
  v.nonEmpty(issueText("tagNameMissing")),
  v.maxLength(LONGEST_NAME, boundText("nameTooLong")),
);
const color = v.picklist(COLORS, issueText("chooseColour"));

export const TagId = v.object({ tag_id: AccountWideId });
export const CreateTag = v.object({ name, color: v.optional(color, "gray") });
export const UpdateTag = v.object({
  tag_id: AccountWideId,
  name: v.optional(name),
  color: v.optional(color),
});

export const Tag = v.object({
  id: v.number(),
  name: v.string(),
  color: v.picklist(COLORS),
});
export type Tag = v.InferOutput<typeof Tag>;

/** What is done with one tag to many records at once, among other changes. */
export const TAG_CHANGES = ["tag", "untag"] as const;
export const CHOOSE_TAG = issueText("chooseTag");

/** Those changes say which tag is meant, and the others none. */
export const saysTag = ({ change, tag_id }: { change: string; tag_id?: number | undefined }) =>
  tag_id !== undefined || !(TAG_CHANGES as readonly string[]).includes(change);

/** Which tags a list is narrowed to: one of them or several. */
export const TagChoice = v.optional(
  v.union([Id, v.pipe(v.array(Id), v.maxLength(MOST_TAGS_EACH))]),
);
