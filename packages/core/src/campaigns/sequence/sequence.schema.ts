import { boundText, issueText } from "@thaw/text/issue-text";
import * as v from "valibot";
import { Attachments } from "../../kernel/upload/upload.schema.ts";
import { Id, WholeNumber } from "../../page.schema.ts";
import { METRICS } from "../../reporting/metric/metric.schema.ts";
import { STEP_TYPES } from "./step-type.schema.ts";

const MAX_BODY = 200_000;
/** Of all steps together: the table holds 400 kB of one record. */
const MAX_BYTES = 380_000;
const encoder = new TextEncoder();

export const Variant = v.object({
  letter: v.pipe(v.string(), v.regex(/^[A-Z]$/, issueText("variantLetter"))),
  subject: v.pipe(v.string(), v.maxLength(1_000, boundText("subjectTooLong"))),
  body: v.pipe(v.string(), v.maxLength(MAX_BODY, boundText("emailBodyTooLong"))),
  share: v.optional(v.pipe(WholeNumber, v.minValue(0), v.maxValue(100)), 100),
});
export type Variant = v.InferOutput<typeof Variant>;

/** How leads are distributed among a step's variants: by the shares, or by what does best by one metric (D6). */
export const Distribution = v.variant("mode", [
  v.object({ mode: v.literal("manual") }),
  v.object({ mode: v.literal("ai"), metric: v.picklist(METRICS) }),
]);
export type Distribution = v.InferOutput<typeof Distribution>;

const MOST_MANUAL = 10;

export const DEFAULT_CONNECT_WAIT_DAYS = 7;
const ConnectWaitDays = v.pipe(
  WholeNumber,
  v.minValue(1, issueText("responseDays")),
  v.maxValue(365, issueText("responseDays")),
);

export const SequenceStep = v.object({
  seq_number: v.pipe(WholeNumber, v.minValue(1)),
  seq_type: v.optional(v.picklist(STEP_TYPES), "EMAIL"),
  seq_delay_details: v.object({
    delayInDays: v.pipe(WholeNumber, v.minValue(0), v.maxValue(365, issueText("delayDays"))),
  }),
  /** Of a LinkedIn request to connect: how long it may be pending before the next mail goes out instead. */
  connect_wait_days: v.optional(ConnectWaitDays),
  distribution: v.optional(Distribution, { mode: "manual" }),
  /** Files that every variant of the mail carries. */
  attachments: v.optional(Attachments),
  variants: v.pipe(
    v.array(Variant),
    v.minLength(1, issueText("variantsLeast")),
    v.maxLength(26, boundText("variantsMost")),
    v.transform((variants) =>
      variants.map((variant, index) => ({ ...variant, letter: String.fromCharCode(65 + index) })),
    ),
  ),
});
export type SequenceStep = v.InferOutput<typeof SequenceStep>;

/** Steps in order, numbered 1 to n; the first waits 0 days, in a subsequence up to 365; the others 1 to 365. */
const stepsWith = (first: { mayWait: boolean }) =>
  v.pipe(
    v.array(SequenceStep),
    v.maxLength(50, boundText("stepsMost")),
    v.check(
      (steps) => encoder.encode(JSON.stringify(steps)).length <= MAX_BYTES,
      issueText("textsTooLong"),
    ),
    v.transform((steps) => steps.map((step, index) => ({ ...step, seq_number: index + 1 }))),
    v.rawCheck(({ dataset, addIssue }) => {
      if (!dataset.typed) return;
      dataset.value.forEach((step, index) => {
        const tooMany = step.distribution.mode === "manual" && step.variants.length > MOST_MANUAL;
        if (tooMany) {
          addIssue({
            message: issueText("sharesByHand", { most: MOST_MANUAL }),
            path: [
              { type: "array", origin: "value", input: dataset.value, key: index, value: step },
              {
                type: "object",
                origin: "value",
                input: step,
                key: "variants",
                value: step.variants,
              },
            ],
          });
        }
        const days = step.seq_delay_details.delayInDays;
        const isWrong = index === 0 ? days !== 0 && !first.mayWait : days < 1;
        if (!isWrong) return;
        addIssue({
          message: index === 0 ? issueText("firstStepWaits") : issueText("delayDays"),
          path: [
            { type: "array", origin: "value", input: dataset.value, key: index, value: step },
            {
              type: "object",
              origin: "value",
              input: step,
              key: "seq_delay_details",
              value: step.seq_delay_details,
            },
          ],
        });
      });
    }),
  );

export const Steps = stepsWith({ mayWait: false });
export const SubsequenceSteps = stepsWith({ mayWait: true });
export const CampaignSteps = v.object({ steps: Steps });
export const SaveSequence = v.object({
  campaign_id: Id,
  steps: SubsequenceSteps,
  /** Of the steps that were changed; refused when someone else has saved since then. */
  expected_revision: v.optional(WholeNumber),
});
export const Sequence = v.object({
  campaign_id: v.number(),
  version: v.number(),
  /** Moves with each save of the steps, also before the campaign has begun. */
  revision: v.number(),
  steps: v.array(SequenceStep),
});
export type Sequence = v.InferOutput<typeof Sequence>;
