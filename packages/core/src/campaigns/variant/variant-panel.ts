import * as v from "valibot";
import { operation } from "../../operation.ts";
import { readTotals } from "../../reporting/counter/counter.ts";
import { METRICS } from "../../reporting/metric/metric.schema.ts";
import { RatedFigures, ratedFigures } from "../../reporting/metric/rate.schema.ts";
import { CampaignId } from "../campaign/campaign.schema.ts";
import { requireCampaign } from "../campaign/campaign-record.ts";
import { readRestrictedMetrics, without } from "../restricted-metric/restricted-metrics.ts";
import { readSteps } from "../sequence/sequence-record.ts";
import { type StepFigures, stepFigures } from "../sequence/step-figures.ts";
import { readVariants, type StepVariants } from "./variant-state.ts";

const StepPanel = v.object({
  step: v.number(),
  mode: v.picklist(["manual", "ai"]),
  /** What the variants are judged by; replies where shares are set by hand. */
  metric: v.picklist(METRICS),
  /** `even`: too early to tell. `leading`: one is probably the best. `proved`: one is the winning variant. */
  phase: v.picklist(["even", "learning", "leading", "proved"]),
  /** The letter of the variant that leads or is proved. */
  best: v.optional(v.string()),
  /** How many more counted sends the variants need together, until one can lead and until one can be proved. */
  missing: v.object({ leading: v.number(), proved: v.number() }),
  variants: v.array(
    v.object({
      letter: v.string(),
      /** Percent of the next leads. */
      share: v.number(),
      /** Since the campaign began, as in its figures by step. */
      figures: RatedFigures,
      /**
       * What the chance is judged by: sends since the texts were last changed that are old enough (1 day for opens and clicks, 3
       * for replies), and those of them that succeeded within 7 days.
       */
      counted: v.number(),
      successes: v.number(),
      /** How probable it is that this variant's rate is the best, in [0, 1]. */
      chance: v.number(),
    }),
  ),
});

export const VariantPanel = v.object({ steps: v.array(StepPanel) });
export type VariantPanel = v.InferOutput<typeof VariantPanel>;

/** How the variants of each step that has several are doing, and what the next leads will get. */
export const getVariantPanel = operation({
  permission: "campaigns:read",
  input: CampaignId,
  output: VariantPanel,
  async run({ accountId, scope }, { campaign_id: campaignId }) {
    const { sequenceVersion, startedAt } = await requireCampaign(accountId, campaignId);
    const steps = await readSteps(accountId, campaignId, sequenceVersion);
    const [plan, [total = {}], hidden] = await Promise.all([
      readVariants({ accountId, campaignId }, steps, { startedAt, judgesAll: true }),
      readTotals(accountId, [campaignId]),
      readRestrictedMetrics({ accountId, scope }, [campaignId]),
    ]);
    const figures = stepFigures(without(total, hidden.get(campaignId)?.total));
    return {
      steps: steps.flatMap(({ seq_number, distribution: { mode } }) => {
        const step = plan.steps.get(seq_number);
        return step?.judged ? [{ mode, ...toPanel(step, step.judged, figures) }] : [];
      }),
    };
  },
});

function toPanel(
  { step, variants }: StepVariants,
  judged: NonNullable<StepVariants["judged"]>,
  figures: readonly StepFigures[],
) {
  const { metric, phase, best, missing } = judged;
  return {
    step,
    metric,
    phase,
    ...(best === undefined ? {} : { best }),
    missing,
    variants: variants.map(({ letter, share }, index) => {
      const { counted = 0, successes = 0 } = judged.records[index] ?? {};
      const shown = figures.find((each) => each.step === step && each.variant === letter);
      return {
        letter,
        share,
        figures: ratedFigures((name) => shown?.[name] ?? 0),
        counted,
        successes,
        chance: judged.variants[index]?.chance ?? 0,
      };
    }),
  };
}
