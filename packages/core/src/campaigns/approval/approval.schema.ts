import { boundText, issueText } from "@thaw/text/issue-text";
import * as v from "valibot";
import { Id } from "../../page.schema.ts";

export const APPROVAL_STATES = ["asked", "approved", "refused"] as const;

/** Where a campaign's start stands that a second person has to approve. */
export const Approval = v.object({
  state: v.picklist(APPROVAL_STATES),
  asked_by: v.number(),
  asked_at: v.string(),
  decided_by: v.optional(v.number()),
  decided_at: v.optional(v.string()),
  /** Why it was refused. */
  reason: v.optional(v.string()),
});
export type Approval = v.InferOutput<typeof Approval>;

export const RefuseStart = v.object({
  campaign_id: Id,
  reason: v.pipe(
    v.string(),
    v.trim(),
    v.nonEmpty(issueText("whatToChange")),
    v.maxLength(1_000, boundText("reasonTooLong")),
  ),
});
