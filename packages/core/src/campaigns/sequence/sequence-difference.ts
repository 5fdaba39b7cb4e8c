import * as v from "valibot";
import type { SequenceStep, Variant } from "./sequence.schema.ts";

export const CHANGES = [
  "step_added",
  "step_removed",
  "type",
  "delay",
  "distribution",
  "variant_added",
  "variant_removed",
  "share",
  "subject",
  "body",
  "other",
] as const;

export const SequenceChange = v.object({
  change: v.picklist(CHANGES),
  /** By the numbers of the newer version; of one that was removed, by those of the older. */
  step: v.number(),
  variant: v.optional(v.string()),
  before: v.string(),
  after: v.string(),
});
export type SequenceChange = v.InferOutput<typeof SequenceChange>;

/**
 * What was changed from one version of a sequence to the next, in the order of the steps. Steps that are the same at the
 * beginning and at the end stay out, so that a step put in between is one change.
 */
export function sequenceDifference(
  before: readonly SequenceStep[],
  after: readonly SequenceStep[],
): SequenceChange[] {
  const shorter = Math.min(before.length, after.length);
  let head = 0;
  while (head < shorter && isSame(before[head], after[head])) head++;
  let tail = 0;
  while (tail < shorter - head && isSame(before.at(-1 - tail), after.at(-1 - tail))) tail++;
  const old = before.slice(head, before.length - tail);
  const present = after.slice(head, after.length - tail);
  const changes: SequenceChange[] = [];
  for (let at = 0; at < Math.max(old.length, present.length); at++) {
    changes.push(...changesOf(old[at], present[at], head + at + 1));
  }
  return changes;
}

/** Whether nothing was changed, fields included whose changes are not described here. */
export const isSameSequence = (before: readonly SequenceStep[], after: readonly SequenceStep[]) =>
  before.length === after.length && before.every((step, at) => isSame(step, after[at]));

function isSame(one: SequenceStep | undefined, other: SequenceStep | undefined): boolean {
  return textOf({ ...one, seq_number: 0 }) === textOf({ ...other, seq_number: 0 });
}

/** The table does not keep the order of keys. */
const textOf = (value: unknown): string =>
  JSON.stringify(value, (_, part: unknown) =>
    typeof part === "object" && part !== null && !Array.isArray(part)
      ? Object.fromEntries(Object.entries(part).sort(([one], [other]) => (one < other ? -1 : 1)))
      : part,
  );

function changesOf(
  before: SequenceStep | undefined,
  after: SequenceStep | undefined,
  step: number,
): SequenceChange[] {
  if (!before) return [{ change: "step_added", step, before: "", after: titleOf(after) }];
  if (!after) return [{ change: "step_removed", step, before: titleOf(before), after: "" }];
  const compare = (
    change: SequenceChange["change"],
    one: string,
    other: string,
    variant?: string,
  ) =>
    one === other
      ? []
      : [{ change, step, before: one, after: other, ...(variant ? { variant } : {}) }];
  const days = ({ seq_delay_details }: SequenceStep) => String(seq_delay_details.delayInDays);
  const mode = ({ distribution }: SequenceStep) =>
    distribution.mode === "ai" ? distribution.metric : "manual";
  const letters = [...before.variants, ...after.variants].map(({ letter }) => letter);
  const changes = [
    ...compare("type", before.seq_type, after.seq_type),
    ...compare("delay", days(before), days(after)),
    ...compare("distribution", mode(before), mode(after)),
    ...[...new Set(letters)].flatMap((letter) => {
      const old = find(before, letter);
      const present = find(after, letter);
      if (!old) return compare("variant_added", "", present?.subject || letter, letter);
      if (!present) return compare("variant_removed", old.subject || letter, "", letter);
      return [
        ...compare("share", String(old.share), String(present.share), letter),
        ...compare("subject", old.subject, present.subject, letter),
        ...compare("body", old.body, present.body, letter),
      ];
    }),
  ];
  const isOther = changes.length === 0 && !isSame(before, after);
  return isOther ? [{ change: "other", step, before: "", after: "" }] : changes;
}

const titleOf = (step: SequenceStep | undefined): string => step?.variants[0]?.subject ?? "";

const find = ({ variants }: SequenceStep, letter: string): Variant | undefined =>
  variants.find((variant) => variant.letter === letter);
