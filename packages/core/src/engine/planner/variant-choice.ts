import { hash32 } from "../../seeded-hash.ts";
import type { PlanInput, PlanStep, PlanVariant } from "./plan-input.ts";

/** A step that the engine sends, with the variants as they stand in a run. */
export type ChosenStep = Pick<PlanStep, "choose"> & { variants: PlanVariant[] };

type Chooser = { campaign: Pick<PlanInput["campaign"], "id"> };

/** The variant that a lead gets, counted for those after it. */
export function takeVariant(
  steps: ReadonlyMap<number, ChosenStep>,
  input: Chooser,
  lead: { leadId: number; step: number },
): string {
  const { choose, variants } = steps.get(lead.step) ?? { choose: "deficit", variants: [] };
  const chosen = choose === "chance" ? byChance(input, lead, variants) : byDeficit(variants);
  if (chosen === undefined) throw new Error(`Step ${lead.step} has no variant`);
  chosen.assigned += 1;
  return chosen.letter;
}

/** The same variant for the same lead and shares, whichever run asks. */
function byChance(
  input: Chooser,
  { leadId, step }: { leadId: number; step: number },
  variants: PlanVariant[],
): PlanVariant | undefined {
  let left = (100 * hash32(input.campaign.id, step, leadId, "variant")) / 2 ** 32;
  for (const variant of variants) {
    left -= variant.share;
    if (left < 0) return variant;
  }
  return variants.findLast(({ share }) => share > 0);
}

/**
 * Of the variants that have had less than their share, the one that is a whole lead behind soonest; of several the one furthest
 * behind, then the first. Only so is none ever a lead away from its share: always giving to the one furthest behind lets the
 * others wait too long where there are many (Steiner and Yeomans, "Level schedules for mixed-model, just-in-time processes",
 * 1993).
 */
function byDeficit(variants: PlanVariant[]): PlanVariant | undefined {
  const total = variants.reduce((sum, variant) => sum + variant.assigned, 0);
  const deficitOf = ({ share, assigned }: PlanVariant) => share * (total + 1) - 100 * assigned;
  const deadlineOf = ({ share, assigned }: PlanVariant) =>
    Math.ceil((100 * (assigned + 1)) / share);
  const [chosen] = variants
    .filter((variant) => deficitOf(variant) > 0)
    .sort((one, other) => deadlineOf(one) - deadlineOf(other) || deficitOf(other) - deficitOf(one));
  return chosen;
}
