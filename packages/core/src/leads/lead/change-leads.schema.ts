import { boundText, issueText } from "@thaw/text/issue-text";
import * as v from "valibot";
import { CategoryId } from "../../accounts/category/category.schema.ts";
import { CHOOSE_TAG, TAG_CHANGES } from "../../accounts/tag/tag.schema.ts";
import { Id } from "../../page.schema.ts";

/** What is done to leads wherever they are: their places in campaigns follow. */
export const LEAD_CHANGES = [
  "pause",
  "resume",
  "stop",
  "move",
  ...TAG_CHANGES,
  "category",
  "block",
  "unblock",
  "delete",
] as const;
export type LeadChange = (typeof LEAD_CHANGES)[number];

const MOST_AT_ONCE = 400;

/** What a change cannot do without. */
const NEEDS = [
  { field: "tag_id", changes: TAG_CHANGES, message: CHOOSE_TAG },
  { field: "category_id", changes: ["category"], message: issueText("categoryMissing") },
  { field: "to_campaign_id", changes: ["move"], message: issueText("campaignMissing") },
] as const;

const Wanted = v.object({
  lead_ids: v.pipe(
    v.array(Id),
    v.minLength(1, issueText("leadsLeast")),
    v.maxLength(MOST_AT_ONCE, boundText("leadsMost")),
  ),
  change: v.picklist(LEAD_CHANGES),
  /** For pause, resume and stop: only in this campaign; in every one without it. */
  campaign_id: v.optional(Id),
  to_campaign_id: v.optional(Id),
  tag_id: v.optional(Id),
  category_id: v.optional(CategoryId),
});
type Wanted = v.InferOutput<typeof Wanted>;

const lacks = (wanted: Wanted, { field, changes }: (typeof NEEDS)[number]) =>
  (changes as readonly string[]).includes(wanted.change) && wanted[field] === undefined;

export const ChangeLeads = v.pipe(
  Wanted,
  v.rawCheck(({ dataset, addIssue }) => {
    if (!dataset.typed) return;
    const { value } = dataset;
    for (const need of NEEDS) {
      if (!lacks(value, need)) continue;
      const { field: key, message } = need;
      addIssue({
        message,
        path: [{ type: "object", origin: "value", input: value, key, value: value[key] }],
      });
    }
  }),
);
export type ChangeLeads = v.InferOutput<typeof ChangeLeads>;

const Undo = {
  /** Of pause, resume and stop: the campaigns in which the lead was changed. */
  campaign_ids: v.optional(v.array(v.number())),
  /** Of "category": what it was. */
  category_before: v.optional(v.number()),
};

export const LeadChanged = v.object({
  lead_id: v.number(),
  /** It was as wanted before. */
  is_same: v.boolean(),
  ...Undo,
});
export type LeadChanged = v.InferOutput<typeof LeadChanged>;

export const ChangedLeads = v.object({
  change: v.picklist(LEAD_CHANGES),
  tag_id: v.optional(v.number()),
  /** It had consequences that setting it back would not undo: "Do Not Contact" blocks. */
  is_final: v.boolean(),
  changed: v.array(LeadChanged),
  refused: v.array(v.object({ lead_id: v.number(), code: v.string(), reason: v.string() })),
});
