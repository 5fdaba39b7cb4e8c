import type { VariantPanel } from "@thaw/core/campaigns/variant/variant-panel";
import type { Text } from "../../messages/text.tsx";

type Copy = Text<"campaign-detail">;
type Step = VariantPanel["steps"][number];

/** Whether a variant of a step leads or is proved, and which. */
export const comparisonOf = (t: Copy, { phase, best = "" }: Pick<Step, "phase" | "best">) =>
  t(`phase.${phase}`, { letter: best });

/** What this means for the next leads, and how many emails are missing until more can be said. */
export const explain = (t: Copy, step: Pick<Step, "mode" | "phase" | "missing">) =>
  [t(`phaseHint.${step.mode}.${step.phase}`), ...stillMissing(t, step)].join(" ");

function stillMissing(t: Copy, { phase, missing }: Pick<Step, "phase" | "missing">): string[] {
  if (phase === "proved") return [];
  if (missing.leading > 0) return [t("missingToLead", { count: missing.leading })];
  if (missing.proved > 0) return [t("missingToProve", { count: missing.proved })];
  return [t("judgedOnMondays")];
}
