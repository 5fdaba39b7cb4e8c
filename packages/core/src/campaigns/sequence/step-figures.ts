import * as v from "valibot";
import type { Counts } from "../../reporting/counter/counter.ts";
import { RatedFigures, ratedFigures } from "../../reporting/metric/rate.schema.ts";

/** What the emails of a step's variant have come to since the campaign began. */
export const StepFigures = v.object({
  step: v.number(),
  variant: v.string(),
  /** By a person or a connector: done, and left out. */
  done: v.number(),
  skipped: v.number(),
  ...RatedFigures.entries,
});

export type StepFigures = v.InferOutput<typeof StepFigures>;

/** Out of a campaign's counters since its beginning; by step, then by variant. */
export function stepFigures(counts: Counts): StepFigures[] {
  const names = new Set(
    Object.keys(counts).flatMap((name) => /^\w[\w-]*\.(\d+\.[A-Z])$/.exec(name)?.[1] ?? []),
  );
  return [...names]
    .map((name) => {
      const [step = "1", variant = "A"] = name.split(".");
      const of = (kind: string) => counts[`${kind}.${name}`] ?? 0;
      return {
        step: Number(step),
        variant,
        done: of("manual-done"),
        skipped: of("manual-skipped"),
        ...ratedFigures(of),
      };
    })
    .sort((a, b) => a.step - b.step || (a.variant < b.variant ? -1 : 1));
}
