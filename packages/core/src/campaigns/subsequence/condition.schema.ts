import { boundText, issueText } from "@thaw/text/issue-text";
import * as v from "valibot";
import { Id, WholeNumber } from "../../page.schema.ts";

const days = (least: number, most: number, key: "waitDays" | "pendingDays" | "lastEmailDays") => {
  const text = issueText(key, { least, most });
  return v.pipe(WholeNumber, v.minValue(least, text), v.maxValue(most, text));
};

const Phrase = v.pipe(
  v.string(),
  v.trim(),
  v.nonEmpty(issueText("phraseEmpty")),
  v.maxLength(200, boundText("phraseTooLong")),
);

/** What moves a lead from a campaign into one of its subsequences (D6.2). */
export const Condition = v.variant(
  "kind",
  [
    v.object({
      kind: v.literal("category"),
      category_ids: v.pipe(
        v.array(Id),
        v.minLength(1, issueText("categoriesLeast")),
        v.maxLength(50, boundText("categoriesMost")),
        v.transform((ids) => [...new Set(ids)]),
      ),
    }),
    v.object({
      kind: v.literal("open"),
      count: v.optional(
        v.pipe(
          WholeNumber,
          v.minValue(1, issueText("opensLeast")),
          v.maxValue(20, boundText("opensMost")),
        ),
        1,
      ),
      wait_days: v.optional(days(0, 30, "waitDays"), 0),
    }),
    v.object({ kind: v.literal("reply") }),
    v.object({
      kind: v.literal("click"),
      url_contains: v.optional(
        v.pipe(v.string(), v.trim(), v.maxLength(200, boundText("charactersMost"))),
      ),
    }),
    v.object({
      kind: v.literal("reply_text"),
      phrases: v.pipe(
        v.array(Phrase),
        v.minLength(1, issueText("phrasesLeast")),
        v.maxLength(10, boundText("phrasesMost")),
      ),
    }),
    v.object({
      kind: v.literal("linkedin_connection"),
      /** The request was accepted, or is still pending after so many days. */
      when: v.optional(v.picklist(["accepted", "pending"]), "accepted"),
      pending_days: v.optional(days(1, 365, "pendingDays"), 7),
    }),
    v.object({
      kind: v.literal("re_engagement"),
      days: v.optional(days(1, 365, "lastEmailDays"), 30),
    }),
    v.object({ kind: v.literal("push_on_bounce") }),
  ],
  issueText("conditionMissing"),
);
export type Condition = v.InferOutput<typeof Condition>;

export type ConditionKind = Condition["kind"];

export const CONDITION_KINDS = Condition.options.map(({ entries }) => entries.kind.literal);
