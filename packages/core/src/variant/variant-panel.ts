import * as v from "valibot";
import { CampaignId } from "../campaign/campaign.schema.ts";
import { requireCampaign } from "../campaign/campaign.ts";
import { METRICS } from "../campaign/sequence.schema.ts";
import { readSteps } from "../campaign/sequence.ts";
import { operation } from "../operation.ts";
import { readVariants, type StepVariants } from "./variant-state.ts";

const StepPanel = v.object({
  step: v.number(),
  mode: v.picklist(["manual", "ai"]),
  /** What the variants are judged by; replies where shares are set by hand. */
  metric: v.picklist(METRICS),
  /** `even`: too early to tell. */
  phase: v.picklist(["even", "learning", "winner"]),
  variants: v.array(
    v.object({
      letter: v.string(),
      /** Percent of the next leads. */
      share: v.number(),
      sent: v.number(),
      /** Sends that are old enough to be judged, and those of them that succeeded within 7 days. */
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
  async run({ accountId }, { campaign_id: campaignId }) {
    const { sequenceVersion, startedAt } = await requireCampaign(accountId, campaignId);
    const steps = await readSteps(accountId, campaignId, sequenceVersion);
    const key = { accountId, campaignId };
    const plan = await readVariants(key, steps, { startedAt, judgesAll: true });
    return {
      steps: steps.flatMap(({ seq_number, distribution }) => {
        const step = plan.steps.get(seq_number);
        return step?.judged ? [toPanel(distribution.mode, step, step.judged)] : [];
      }),
    };
  },
});

function toPanel(
  mode: "manual" | "ai",
  { step, variants }: StepVariants,
  judged: NonNullable<StepVariants["judged"]>,
) {
  return {
    step,
    mode,
    metric: judged.metric,
    phase: judged.phase,
    variants: variants.map(({ letter, share }, index) => {
      const { sent = 0, counted = 0, successes = 0 } = judged.records[index] ?? {};
      return {
        letter,
        share,
        sent,
        counted,
        successes,
        chance: judged.variants[index]?.chance ?? 0,
      };
    }),
  };
}
