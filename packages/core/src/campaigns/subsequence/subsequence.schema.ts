import * as v from "valibot";
import { Id, WholeNumber } from "../../page.schema.ts";
import { CampaignName } from "../campaign/campaign.schema.ts";
import { Condition } from "./condition.schema.ts";

export const DEFAULT_SUBSEQUENCE_NAME = "Untitled Subsequence";
/** A campaign has at most so many: all of them are looked at whenever one of its leads does something. */
export const MAX_SUBSEQUENCES = 25;

export const CreateSubsequence = v.object({
  /** The campaign whose leads come into it. */
  campaign_id: Id,
  name: v.optional(CampaignName, DEFAULT_SUBSEQUENCE_NAME),
  condition: v.optional(Condition),
});

export const SetCondition = v.object({
  campaign_id: Id,
  condition: Condition,
  /** Of the condition that was changed; refused when someone else has saved since then. */
  expected_revision: v.optional(WholeNumber),
});
