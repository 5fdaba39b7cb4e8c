import { boundText, issueText } from "@thaw/text/issue-text";
import * as v from "valibot";

/** How freely the model writes: 0 sticks to the point, 2 varies most. */
export const CREATIVITIES = [0, 1, 2] as const;
export type Creativity = (typeof CREATIVITIES)[number];

/** The model's `temperature` for each creativity. */
export const TEMPERATURES: Record<Creativity, number> = { 0: 0, 1: 0.5, 2: 1 };

export const TONES = [
  "professional",
  "lazy",
  "formal",
  "informal",
  "enthusiastic",
  "cautious",
  "neutral",
] as const;

export const WRITING_TASKS = ["write", "improve", "shorten", "subject"] as const;

const fieldName = v.pipe(v.string(), v.regex(/^\w{1,64}$/, issueText("leadField")));

const Wish = v.pipe(v.string(), v.trim(), v.maxLength(1_000, boundText("sayItIn")));
const Draft = v.pipe(v.string(), v.maxLength(20_000, boundText("aiReads")));

export const WriteWithAi = v.pipe(
  v.object({
    task: v.picklist(WRITING_TASKS),
    tone: v.optional(v.picklist(TONES), "neutral"),
    creativity: v.optional(v.picklist(CREATIVITIES), 1),
    draft: v.optional(Draft, ""),
    /** What the text is about, in the writer's own words. */
    wish: v.optional(Wish, ""),
    /** Names of lead fields that the text may use as variables. No lead's values leave the product. */
    lead_fields: v.optional(v.pipe(v.array(fieldName), v.maxLength(60)), []),
    /** One of the offered models; the account's chosen one when absent. */
    model: v.optional(v.pipe(v.string(), v.maxLength(100))),
  }),
  v.forward(
    v.check(({ draft, wish }) => draft.trim() !== "" || wish !== "", issueText("draftOrTopic")),
    ["wish"],
  ),
);
export const WrittenText = v.object({ text: v.string(), model: v.string() });

export const AiSettings = v.object({
  /** Every model that can be chosen. */
  models: v.array(v.string()),
  model: v.string(),
  /** The end of the account's own key; absent when it has none. */
  key_masked: v.optional(v.string()),
  /** There is a key, the account's or the platform's. */
  is_available: v.boolean(),
});
export type AiSettings = v.InferOutput<typeof AiSettings>;

export const UpdateAiSettings = v.object({
  model: v.optional(v.pipe(v.string(), v.maxLength(100))),
  /** Forms cannot send an empty text. */
  removes_key: v.optional(
    v.union([
      v.boolean(),
      v.pipe(
        v.literal("on"),
        v.transform(() => true),
      ),
    ]),
    false,
  ),
  /** Write-only. An empty text takes the key away. */
  secret_key: v.optional(
    v.pipe(
      v.string(),
      v.trim(),
      v.maxLength(500, boundText("keyTooLong")),
      v.regex(/^[\x21-\x7e]*$/, issueText("keyCharacters")),
    ),
  ),
});
