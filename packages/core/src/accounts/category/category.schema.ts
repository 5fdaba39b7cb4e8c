import { boundText, issueText } from "@thaw/text/issue-text";
import * as v from "valibot";
import { COLORS } from "../../color.schema.ts";
import { oneLine } from "../../one-line.schema.ts";
import { AccountWideId, Id, pageOf, WholeNumber } from "../../page.schema.ts";

export const SENTIMENTS = ["positive", "negative", "neutral"] as const;
export type Sentiment = (typeof SENTIMENTS)[number];

/** How sentiments are shown. */
export const SENTIMENT_LABELS: Record<Sentiment, string> = {
  positive: "Positive",
  negative: "Not Positive",
  neutral: "Neutral",
};

/** Built-in lead categories (D9); custom ones begin at 10. */
export const CATEGORIES = [
  { id: -1, name: "Lead Category Not Assigned", sentiment: "neutral" },
  { id: 1, name: "Interested", sentiment: "positive" },
  { id: 2, name: "Meeting Request", sentiment: "positive" },
  { id: 3, name: "Not Interested", sentiment: "negative" },
  { id: 4, name: "Do Not Contact", sentiment: "negative" },
  { id: 5, name: "Information Request", sentiment: "positive" },
  { id: 6, name: "Out Of Office", sentiment: "neutral" },
  { id: 7, name: "Wrong Person", sentiment: "negative" },
] as const satisfies { id: number; name: string; sentiment: Sentiment }[];
export const NOT_ASSIGNED = -1;
export const DO_NOT_CONTACT = 4;
export const OUT_OF_OFFICE = 6;
/** Categories up to this id are the product's own: nobody renames or deletes them. 8 and 9 are kept for later ones. */
export const CATEGORY_DELETE_LIMIT = 9;

/** What an account may add to the built-in ones. */
export const MOST_CUSTOM_CATEGORIES = 100;

export const AI_CATEGORISATION_MODES = ["none", "product", "custom"] as const;
export type AiCategorisationMode = (typeof AI_CATEGORISATION_MODES)[number];

export const Category = v.object({
  id: v.number(),
  name: v.string(),
  sentiment: v.picklist(SENTIMENTS),
  /** Only of custom ones. */
  color: v.optional(v.picklist(COLORS)),
});
export type Category = v.InferOutput<typeof Category>;
export const CategoryPage = pageOf(Category);

const name = v.pipe(
  v.string(issueText("categoryName")),
  oneLine,
  v.nonEmpty(issueText("categoryName")),
  v.maxLength(50, boundText("nameTooLong")),
);
const sentiment = v.picklist(SENTIMENTS, issueText("sentiment"));
const color = v.picklist(COLORS, issueText("chooseColour"));

const categoryId = v.pipe(
  WholeNumber,
  v.check((id) => id !== 0 && id >= NOT_ASSIGNED, issueText("categoryMissing")),
);
export const CategoryId = categoryId;

export const CreateCategory = v.object({ name, sentiment, color });
export const UpdateCategory = v.object({
  category_id: AccountWideId,
  name: v.optional(name),
  sentiment: v.optional(sentiment),
  color: v.optional(color),
});
export const DeleteCategory = v.object({
  category_id: AccountWideId,
  /** That its leads go back to "not assigned". */
  is_confirmed: v.optional(
    v.union([
      v.boolean(),
      v.pipe(
        v.picklist(["on", "true", "false"]),
        v.transform((word) => word !== "false"),
      ),
    ]),
    false,
  ),
});
export const DeletedCategory = v.object({
  id: v.number(),
  /** Conversations moved to "not assigned" so far. */
  moved: v.number(),
  /** False while more are being moved in the background. */
  is_done: v.boolean(),
});

/** The category with this id among those that an account has. */
export const findCategory = (categories: readonly Category[], id: number): Category | undefined =>
  categories.find((category) => category.id === id);

export const isBuiltIn = (id: number) => CATEGORIES.some((category) => category.id === id);

const categoryIds = v.pipe(
  v.array(CategoryId),
  v.maxLength(MOST_CUSTOM_CATEGORIES + CATEGORIES.length),
);
const Prompt = v.pipe(v.string(), v.trim(), v.maxLength(4_000, boundText("instructionsTooLong")));

const RULES = {
  mode: v.picklist(AI_CATEGORISATION_MODES, issueText("mode")),
  /** For "custom": how to tell the categories apart, in the account's own words. */
  prompt: v.optional(Prompt, ""),
  /** For "custom": the only categories that AI may give. */
  category_ids: v.optional(categoryIds, []),
};

type Rules = { mode: AiCategorisationMode; prompt: string; category_ids: number[] };

const isComplete = ({ mode, prompt, category_ids }: Rules) =>
  mode !== "custom" || (prompt !== "" && category_ids.some((id) => id !== NOT_ASSIGNED));
const INCOMPLETE = issueText("instructionsMissing");

export const SetAccountCategorisation = v.pipe(
  v.object(RULES),
  v.forward(
    v.check((rules) => isComplete(rules), INCOMPLETE),
    ["prompt"],
  ),
);
export const SetCampaignCategorisation = v.pipe(
  v.object({ campaign_id: Id, ...RULES }),
  v.forward(
    v.check((rules) => isComplete(rules), INCOMPLETE),
    ["prompt"],
  ),
);
export const GetCategorisation = v.object({
  /** The account's own rules without it. */
  campaign_id: v.optional(Id),
});
export const AiCategorisation = v.object({
  mode: v.picklist(AI_CATEGORISATION_MODES),
  prompt: v.string(),
  category_ids: v.array(v.number()),
  /** A campaign without rules of its own follows the account's. */
  is_own: v.boolean(),
});
export type AiCategorisation = v.InferOutput<typeof AiCategorisation>;
