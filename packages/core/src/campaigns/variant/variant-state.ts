import { createHash } from "node:crypto";
import { writeIfExpected } from "@thaw/data/condition";
import { now, toIso } from "../../clock.ts";
import type { PlanStep } from "../../engine/planner/plan-input.ts";
import type { Assignment } from "../../engine/planner/plan-output.ts";
import { type Counts, readDays } from "../../reporting/counter/counter.ts";
import type { SequenceStep } from "../sequence/sequence.schema.ts";
import { chooserIn } from "./distribution.ts";
import { type Days, type Judged, judge } from "./judgement.ts";
import { VariantStateEntity } from "./variant-state.entity.ts";

type Key = { accountId: number; campaignId: number };

/**
 * Of one step: `basis` is what was assigned; when texts or shares change, everything begins anew. Sends of dates up to
 * `after` were of an earlier basis.
 */
type StepState = {
  basis: string;
  after: string;
  assigned: Record<string, number>;
  /** The letter of the variant that was proved to be the best. */
  proved?: string;
};
type State = { steps: Record<string, StepState>; revision: number };

export type StepVariants = {
  step: number;
  choose: NonNullable<PlanStep["choose"]>;
  variants: { letter: string; share: number; assigned: number }[];
  /** What can be told of a step that AI distributes, and of others where figures were asked for. */
  judged?: Judged;
};

/** What each step's variants are to be assigned by now, and how far they have been. */
export type VariantPlan = { state: State; steps: Map<number, StepVariants> };

/** Costs one read, and one more where AI distributes a step; none at all where no step has variants. */
export async function readVariants(
  key: Key,
  steps: readonly SequenceStep[],
  { startedAt, judgesAll = false }: { startedAt: string | undefined; judgesAll?: boolean },
): Promise<VariantPlan> {
  const plan: VariantPlan = { state: { steps: {}, revision: 0 }, steps: new Map() };
  const open = steps.filter(({ variants }) => variants.length > 1);
  if (open.length === 0) return plan;
  const { data } = await VariantStateEntity.get(key).go({ consistent: true });
  if (data) plan.state = { steps: { ...(data.steps as State["steps"]) }, revision: data.revision };
  const judges = ({ distribution }: SequenceStep) => judgesAll || distribution.mode === "ai";
  const days = open.some(judges) ? await readSince(key, startedAt) : [];
  for (const step of open) {
    const state = stateOf(plan.state, step, days);
    plan.state.steps[step.seq_number] = state;
    plan.steps.set(
      step.seq_number,
      variantsOf(step, state, judges(step) ? judgeStep(key, step, { state, days }) : undefined),
    );
  }
  return plan;
}

async function readSince({ accountId, campaignId }: Key, startedAt?: string): Promise<Days> {
  const to = toIso(now()).slice(0, 10);
  return readDays(accountId, campaignId, { from: (startedAt ?? to).slice(0, 10), to });
}

function stateOf({ steps }: State, step: SequenceStep, days: Days): StepState {
  const { seq_number: number } = step;
  const basis = basisOf(step);
  const known = steps[number];
  if (known?.basis === basis) return { ...known, assigned: { ...known.assigned } };
  // A step of one text has no state, and may have been sent for long.
  const isSent = known !== undefined || days.some(({ counts }) => hasSent(counts, number));
  return { basis, after: isSent ? toIso(now()).slice(0, 10) : "", assigned: {} };
}

const hasSent = (counts: Counts, step: number) =>
  Object.keys(counts).some((name) => name.startsWith(`sent.${step}.`));

/** Whether what was assigned of one step's variants counts for the other as well. */
export const isGivenOutAlike = (one: SequenceStep, other: SequenceStep) =>
  basisOf(one) === basisOf(other);

function basisOf({ distribution, variants }: SequenceStep): string {
  // Not the objects themselves: the table does not keep the order of their keys.
  const text =
    distribution.mode === "ai"
      ? [distribution.metric, ...variants.flatMap(({ subject, body }) => [subject, body])]
      : variants.map(({ share }) => share);
  return createHash("sha256").update(JSON.stringify(text)).digest("base64url").slice(0, 12);
}

function judgeStep(
  { accountId, campaignId }: Key,
  { seq_number: step, distribution, variants }: SequenceStep,
  { state, days }: { state: StepState; days: Days },
): Judged {
  const metric = distribution.mode === "ai" ? distribution.metric : "reply";
  const letters = variants.map(({ letter }) => letter);
  const seed = `${accountId}|${campaignId}|${step}`;
  const { after, proved } = state;
  return judge({ seed, step, metric, letters, days, after, proved }, now());
}

function variantsOf(
  { seq_number: step, distribution, variants }: SequenceStep,
  state: StepState,
  judged: Judged | undefined,
): StepVariants {
  const given = (share: number, letter: string) => ({
    letter,
    share,
    assigned: state.assigned[letter] ?? 0,
  });
  if (distribution.mode === "manual" || !judged) {
    return {
      step,
      choose: "deficit",
      variants: variants.map(({ letter, share }) => given(share, letter)),
      ...(judged ? { judged } : {}),
    };
  }
  if (judged.phase === "proved" && judged.best !== undefined) state.proved = judged.best;
  return {
    step,
    choose: chooserIn(judged.phase),
    variants: judged.variants.map(({ letter, share }) =>
      judged.phase === "even" ? given(share, letter) : { letter, share, assigned: 0 },
    ),
    judged,
  };
}

/**
 * Notes what a run gives out, before it does.
 *
 * @returns false when another run noted something since it was read: plan again
 */
export async function noteVariants(
  key: Key,
  { state, steps }: VariantPlan,
  assignments: readonly Pick<Assignment, "step" | "variant">[],
): Promise<boolean> {
  const own = assignments.filter(({ step }) => steps.has(step));
  if (own.length === 0) return true;
  for (const { step, variant } of own) {
    const assigned = state.steps[step]?.assigned;
    if (assigned) assigned[variant] = (assigned[variant] ?? 0) + 1;
  }
  return writeIfExpected(
    VariantStateEntity.put({ ...key, steps: state.steps, revision: state.revision + 1 }).where(
      (row, op) =>
        state.revision === 0 ? op.notExists(row.revision) : op.eq(row.revision, state.revision),
    ),
  );
}
