import { concurrently } from "@thaw/data/concurrently";
import { commitIfExpected } from "@thaw/data/transact";
import { reserveNewLeads } from "../../campaigns/campaign/campaign-run.ts";
import { blockLead, dueAtOf } from "../../campaigns/campaign-lead/campaign-lead.ts";
import type { DueLead } from "../../campaigns/campaign-lead/due-leads.ts";
import { waitByType } from "../../campaigns/campaign-lead/hold-lead.ts";
import type { SequenceStep } from "../../campaigns/sequence/sequence.schema.ts";
import {
  HAND_TYPES,
  isByHand,
  isLinkedIn,
  type StepByHand,
} from "../../campaigns/sequence/step-type.schema.ts";
import { noteVariants, type VariantPlan } from "../../campaigns/variant/variant-state.ts";
import { toIso } from "../../clock.ts";
import { takeVariant } from "../../engine/planner/variant-choice.ts";
import type { IsoInstant } from "../../instant.schema.ts";
import { localDate } from "../../kernel/schedule/zone.ts";
import { taskIds } from "../task/task-record.ts";
import { type Decision, decideStep } from "./decide-step.ts";
import { readDueByHand, roomForTasks } from "./due-steps.ts";
import { leaveOut } from "./leave-out.ts";
import { queueActions } from "./linkedin-action.ts";
import {
  type LinkedInCapacity,
  linkedInCapacityFor,
  readLinkedInCapacities,
} from "./linkedin-room.ts";
import { type DueEnrolment, type Known, lookUp } from "./look-up.ts";
import { makeTask } from "./make-task.ts";

const WIDTH = 8;

export type TaskRun = {
  /** Epoch milliseconds. */
  startedAt: number;
  /** The campaign's local date, for its limit of new leads. */
  newDay: string;
  accountTimezone: string;
  variants: VariantPlan;
  /** Enrolments that were found among those that wait for an email. */
  strays: readonly DueLead[];
};

/** `linkedin`: the account from which the step is done. */
type Decided = { due: DueEnrolment; decision: Decision; linkedin: LinkedInCapacity | undefined };
type TaskAhead = {
  due: DueEnrolment;
  type: StepByHand;
  step: SequenceStep;
  variant: string;
  linkedin: LinkedInCapacity | undefined;
};

/**
 * Gives people the tasks of leads whose next step is done by hand and due: as many as LinkedIn's day, the campaign's limit of
 * new leads and a run have room for. Leads that the step cannot be done for go on without it. Safe to run twice.
 *
 * @returns how many tasks it made
 */
export async function releaseSteps(known: Known, run: TaskRun): Promise<number> {
  const { accountId, campaignId, linkedinIds = [] } = known.campaign;
  const made = await releaseDue(known, run);
  if (linkedinIds.length > 0) await queueActions({ accountId, campaignId });
  return made;
}

async function releaseDue(known: Known, run: TaskRun): Promise<number> {
  const { campaign, steps } = known;
  const { startedAt: at, newDay } = run;
  const linkedin = await readLinkedInCapacities(campaign, localDate(run.accountTimezone, at));
  const room = roomForTasks(linkedin);
  const begun = campaign.newDay === newDay ? (campaign.newCount ?? 0) : 0;
  const newLeft = Math.max(0, known.schedule.maxNewLeadsPerDay - begun);
  const found = await readDueByHand(campaign, steps, {
    at,
    room,
    newLeft,
    isShared: linkedin.length > 1,
  });
  const due = [...found, ...run.strays]
    .filter(({ dueAt }) => dueAt <= toIso(at))
    .sort((one, other) => (one.dueAt < other.dueAt ? -1 : 1));
  if (due.length === 0) return 0;
  const enrolments = await lookUp(
    known,
    due.map(({ leadId }) => leadId),
  );
  const decided = decideAll(enrolments, room.MANUAL_EMAIL, linkedin);
  await concurrently(decided, WIDTH, (each) => settle(known, each, toIso(at)));
  const ahead = decided.flatMap(({ decision, ...lead }) =>
    decision.do === "task" ? [{ ...lead, ...decision, variant: "A" }] : [],
  );
  const newCount = ahead.filter(({ due: { enrolment } }) => enrolment.nextStep === 1).length;
  if (newCount > 0 && !(await reserveNewLeads(campaign, { newDay, count: newCount }))) return 0;
  if (!(await chooseVariants(known, ahead, run.variants))) return 0;
  return makeTasks(known, ahead, run);
}

function decideAll(
  enrolments: readonly DueEnrolment[],
  mails: number,
  linkedin: readonly LinkedInCapacity[],
): Decided[] {
  let mailsLeft = mails;
  const ofDay = linkedin.map((capacity) => ({ ...capacity, left: { ...capacity.left } }));
  const inOrder = [...enrolments].sort((one, other) =>
    (one.enrolment.due ?? "") < (other.enrolment.due ?? "") ? -1 : 1,
  );
  return inOrder.map((due) => {
    let from: LinkedInCapacity | undefined;
    const decision = decideStep(due, (type) => {
      if (!isLinkedIn(type)) return mailsLeft > 0;
      from = linkedInCapacityFor(ofDay, due.enrolment, type);
      return from !== undefined;
    });
    if (decision.do !== "task") return { due, decision, linkedin: undefined };
    if (from && isLinkedIn(decision.type)) from.left[decision.type] -= 1;
    else mailsLeft -= 1;
    return { due, decision, linkedin: from };
  });
}

/** What happens to an enrolment that gets no task now. */
async function settle(known: Known, { due, decision }: Decided, at: IsoInstant): Promise<void> {
  const { enrolment, version } = due;
  switch (decision.do) {
    case "nothing":
    case "task":
      return;
    case "block":
      await blockLead(enrolment, 0);
      return;
    case "wait": {
      const dueAt = enrolment.due ? dueAtOf(enrolment.due) : at;
      // A lead that begins waits in its own order until there is room for it.
      if (enrolment.nextStep === 1 && isByHand(decision.type)) return;
      // Its lane already.
      if (enrolment.lane?.endsWith(`hand-${decision.type}`)) return;
      await waitByType(enrolment, { type: decision.type, dueAt, version });
      return;
    }
    case "skip":
      await commitIfExpected(leaveOut(due, { ...decision, at, schedule: known.schedule }));
  }
}

/** Variants by their shares, noted before the tasks are made; false when another run was quicker. */
async function chooseVariants(
  { campaign }: Known,
  ahead: readonly TaskAhead[],
  variants: VariantPlan,
): Promise<boolean> {
  const { accountId, campaignId, sequenceVersion: live } = campaign;
  for (const task of ahead) {
    const { version, enrolment } = task.due;
    const { seq_number: step, variants: texts } = task.step;
    const own = version === live ? variants.steps.get(step) : undefined;
    const chosen = own ?? {
      choose: "chance" as const,
      variants: texts.map(({ letter, share }) => ({ letter, share, assigned: 0 })),
    };
    const input = { campaign: { id: campaignId } };
    task.variant = takeVariant(new Map([[step, chosen]]), input, {
      leadId: enrolment.leadId,
      step,
    });
  }
  const noted = ahead
    .filter(({ due: { version } }) => version === live)
    .map(({ step, variant }) => ({ step: step.seq_number, variant }));
  if (!noted.some(({ step }) => variants.steps.has(step))) return true;
  if (!(await noteVariants({ accountId, campaignId }, variants, noted))) return false;
  // The mails of this run are noted after it.
  variants.state.revision += 1;
  return true;
}

/** One kind after the other, each in order: LinkedIn's day is one record an account, which the last to come may find full. */
async function makeTasks(
  known: Known,
  ahead: readonly TaskAhead[],
  { startedAt, accountTimezone }: TaskRun,
): Promise<number> {
  if (ahead.length === 0) return 0;
  const at = toIso(startedAt);
  const day = localDate(accountTimezone, startedAt);
  const firstId = await taskIds.reserve(known.campaign.accountId, ahead.length);
  const named = ahead.map((task, index) => ({ ...task, taskId: firstId + index }));
  const made = await concurrently(HAND_TYPES, WIDTH, async (type) => {
    let count = 0;
    const full = new Set<number | undefined>();
    for (const { due, ...task } of named) {
      const { linkedinId } = task.linkedin ?? {};
      if (task.type !== type || full.has(linkedinId)) continue;
      const outcome = await makeTask(known, due, { ...task, at, day });
      if (outcome === "made") count += 1;
      if (outcome === "full") full.add(linkedinId);
    }
    return count;
  });
  return made.reduce((sum, count) => sum + count, 0);
}
