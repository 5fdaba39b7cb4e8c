import type { SequenceStep } from "../../campaigns/sequence/sequence.schema.ts";
import { readVersions } from "../../campaigns/sequence/sequence-record.ts";
import { isGivenOutAlike } from "../../campaigns/variant/variant-state.ts";
import type { PlanStep } from "../planner/plan-input.ts";

/** More than a sequence has steps. */
const APART = 1_000;

/** Where a follow-up stands: its step, and the version of the sequence that it is of where that is not the live one. */
type StepOfVersion = { step: number; version?: number | undefined };

/** The steps that leads are on who finish an older version. */
export type OlderVersions = ReadonlyMap<number, readonly SequenceStep[]>;

/** The versions besides `live` that follow-ups are of: nothing is read where there are none. */
export function readOlder(
  { accountId, campaignId }: { accountId: number; campaignId: number },
  live: number,
  followUps: readonly StepOfVersion[],
): Promise<OlderVersions> {
  const versions = new Set(followUps.flatMap(({ version = live }) => version));
  versions.delete(live);
  return readVersions(accountId, campaignId, [...versions]);
}

/**
 * The number under which a run plans a follow-up. The planner knows nothing of versions: a step of an older one has a number
 * of its own, unless the live step of that number is planned and distributed alike.
 */
export function planNumber(
  { step, version }: StepOfVersion,
  live: readonly SequenceStep[],
  older: OlderVersions,
): number {
  const own = version === undefined ? undefined : older.get(version);
  if (version === undefined || own === undefined) return step;
  return isPlannedAlike(own[step - 1], live[step - 1]) ? step : version * APART + step;
}

/** The step behind a number of `planNumber`. */
export const stepOfNumber = (number: number) => number % APART;

/** What the planner is told of older versions: of each step that is not planned like the live one. */
export function olderPlanSteps(live: readonly SequenceStep[], older: OlderVersions): PlanStep[] {
  return [...older].flatMap(([version, steps]) =>
    steps.flatMap((each) => {
      const step = planNumber({ step: each.seq_number, version }, live, older);
      return step < APART ? [] : [{ ...olderStep(each), step }];
    }),
  );
}

/** Nobody counts any more how far its variants have been assigned: each lead takes one by chance, as probable as its share. */
const olderStep = (step: SequenceStep) => ({
  delayDays: step.seq_delay_details.delayInDays,
  automatic: step.seq_type === "EMAIL",
  choose: "chance" as const,
  variants: step.variants.map(({ letter, share }) => ({
    letter,
    share: step.distribution.mode === "ai" ? 100 / step.variants.length : share,
    assigned: 0,
  })),
});

function isPlannedAlike(one: SequenceStep | undefined, other: SequenceStep | undefined): boolean {
  return one?.seq_type === other?.seq_type && one && other ? isGivenOutAlike(one, other) : false;
}
