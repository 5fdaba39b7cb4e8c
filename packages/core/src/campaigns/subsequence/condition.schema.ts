import * as v from "valibot";
import { Id, WholeNumber } from "../../page.schema.ts";

const days = (least: number, most: number, what: string) =>
  v.pipe(
    WholeNumber,
    v.minValue(least, `${what}: ${least} to ${most} days`),
    v.maxValue(most, `${what}: ${least} to ${most} days`),
  );

const Phrase = v.pipe(
  v.string(),
  v.trim(),
  v.nonEmpty("A phrase cannot be empty"),
  v.maxLength(200, "A phrase has at most 200 characters"),
);

/** What moves a lead from a campaign into one of its subsequences (D6.2). */
export const Condition = v.variant(
  "kind",
  [
    v.object({
      kind: v.literal("category"),
      category_ids: v.pipe(
        v.array(Id),
        v.minLength(1, "Choose at least one category"),
        v.maxLength(50, "Choose at most 50 categories"),
        v.transform((ids) => [...new Set(ids)]),
      ),
    }),
    v.object({
      kind: v.literal("open"),
      count: v.optional(
        v.pipe(WholeNumber, v.minValue(1, "At least one open"), v.maxValue(20, "At most 20 opens")),
        1,
      ),
      wait_days: v.optional(days(0, 30, "Wait without a reply"), 0),
    }),
    v.object({ kind: v.literal("reply") }),
    v.object({
      kind: v.literal("click"),
      url_contains: v.optional(
        v.pipe(v.string(), v.trim(), v.maxLength(200, "At most 200 characters")),
      ),
    }),
    v.object({
      kind: v.literal("reply_text"),
      phrases: v.pipe(
        v.array(Phrase),
        v.minLength(1, "Write at least one phrase"),
        v.maxLength(10, "Write at most 10 phrases"),
      ),
    }),
    v.object({
      kind: v.literal("linkedin_connection"),
      /** The request was accepted, or is still pending after so many days. */
      when: v.optional(v.picklist(["accepted", "pending"]), "accepted"),
      pending_days: v.optional(days(1, 365, "Pending"), 7),
    }),
    v.object({
      kind: v.literal("re_engagement"),
      days: v.optional(days(1, 365, "Wait after the last email"), 30),
    }),
    v.object({ kind: v.literal("push_on_bounce") }),
  ],
  "Choose what moves a lead here",
);
export type Condition = v.InferOutput<typeof Condition>;

export type ConditionKind = Condition["kind"];

export const CONDITION_KINDS = Condition.options.map(({ entries }) => entries.kind.literal);
