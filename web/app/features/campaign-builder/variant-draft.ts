import type { DraftStep } from "./sequence-draft.ts";

/** How many variants a step may have (SEQ-02, SEQ-03). */
export const MOST_VARIANTS = { manual: 10, ai: 26 } as const;

const letterAt = (index: number) => String.fromCharCode(65 + index);

export const sumOfShares = ({ variants }: DraftStep) =>
  variants.reduce((sum, { share }) => sum + share, 0);

/** One more variant, beginning as a copy of the one that is shown, with shares as even as whole percents allow. */
export function addVariant(step: DraftStep, copyOf: string): DraftStep {
  const shown = step.variants.find(({ letter }) => letter === copyOf);
  const copy = { letter: "", subject: shown?.subject ?? "", body: shown?.body ?? "", share: 0 };
  return evenly({ ...step, variants: [...step.variants, copy] });
}

/** One variant less; those behind it move up a letter. The last one stays. */
export function removeVariant(step: DraftStep, letter: string): DraftStep {
  if (step.variants.length === 1) return step;
  return evenly({ ...step, variants: step.variants.filter((each) => each.letter !== letter) });
}

export function setShare(step: DraftStep, letter: string, share: number): DraftStep {
  const variants = step.variants.map((each) =>
    each.letter === letter ? { ...each, share } : each,
  );
  return { ...step, variants };
}

function evenly(step: DraftStep): DraftStep {
  const count = step.variants.length;
  const each = Math.floor(100 / count);
  const variants = step.variants.map((variant, index) => ({
    ...variant,
    letter: letterAt(index),
    share: index < 100 - each * count ? each + 1 : each,
  }));
  const distribution = count === 1 ? ({ mode: "manual" } as const) : step.distribution;
  return { ...step, variants, distribution };
}
