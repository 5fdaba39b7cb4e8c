import { concurrently } from "@thaw/data/concurrently";
import { findSendingStop } from "../../accounts/sending-stop/sending-stop-record.ts";
import {
  monthlyQuotaOf,
  openMonth,
  readMonthlyLeft,
} from "../../accounts/subscription-plan/monthly-quota.ts";
import { type CampaignRecord, requireCampaign } from "../../campaigns/campaign/campaign-record.ts";
import { claimRun, finishRun } from "../../campaigns/campaign/campaign-run.ts";
import { markPlanned } from "../../campaigns/campaign-lead/campaign-lead.ts";
import { type DueLead, listDueFollowUps } from "../../campaigns/campaign-lead/due-leads.ts";
import { postponeLead } from "../../campaigns/campaign-lead/postpone-lead.ts";
import type { SequenceStep } from "../../campaigns/sequence/sequence.schema.ts";
import { readSteps } from "../../campaigns/sequence/sequence-record.ts";
import { isByHand } from "../../campaigns/sequence/step-type.schema.ts";
import { readSendable } from "../../campaigns/subsequence/frozen.ts";
import { readVariants } from "../../campaigns/variant/variant-state.ts";
import { now, realSeconds, spanOf, toEpochMs, toIso } from "../../clock.ts";
import { MINUTE_MS } from "../../duration.ts";
import { releaseSteps } from "../../inbox/manual-step/release-steps.ts";
import type { DurationMs, EpochMs } from "../../instant.schema.ts";
import { measure } from "../../kernel/mail-flow/mail-flow.ts";
import { type PlanSchedule, planSchedule } from "../../kernel/schedule/closed-days.ts";
import { nextOpeningAnywhere, windowIn } from "../../kernel/schedule/lead-window.ts";
import { nextOpening } from "../../kernel/schedule/window.ts";
import { localDate } from "../../kernel/schedule/zone.ts";
import { enqueue } from "../../queue.ts";
import { readSlots } from "../../senders/send-slot/send-slot.ts";
import { HORIZON_MS } from "../planner/horizon.ts";
import { plan } from "../planner/plan.ts";
import type { Plan } from "../planner/plan-output.ts";
import { readSendingConstraints } from "../sending-constraint/sending-constraint.ts";
import { completeWhenDone } from "./complete-when-done.ts";
import { busySlots, lateSlot } from "./late-slot.ts";
import { hasRoom, horizonAt, newTodayOf, roomOf, toPlanMailbox } from "./plan-room.ts";
import { readFirst } from "./read-first.ts";
import { reinstatePaused } from "./reinstate-paused.ts";
import { doDaily } from "./requeue-orphaned.ts";
import { type PlannedWith, reservePlan } from "./reserve-plan.ts";
import { messagesOf } from "./run-messages.ts";
import { recordCompleted, recordRunning } from "./trigger-run-record.ts";
import {
  type OlderVersions,
  olderPlanSteps,
  planNumber,
  readOlder,
  stepOfNumber,
} from "./version-steps.ts";

const EVERY = 5 * MINUTE_MS;
/** While sending is stopped: its release is to be seen as fast as the stop. */
const EVERY_WHILE_STOPPED = MINUTE_MS;
/** A run that takes longer is taken for dead and picked again (D4.5). */
const LOCK = 10 * MINUTE_MS;
const WIDTH = 32;

type Key = { accountId: number; campaignId: number };
/** `newDay`: the campaign's local date. */
type Run = { startedAt: EpochMs; newDay: string; accountTimezone: string; horizonMs: DurationMs };
type Work = PlannedWith & {
  schedule: PlanSchedule;
  steps: SequenceStep[];
  older: OlderVersions;
  followUps: DueLead[];
  first: DueLead[];
  isSendingStopped: boolean;
};

/**
 * One trigger run: plans what the campaign sends in the next 15 minutes. Safe to run twice: a run is claimed, slots are
 * reserved by conditional writes, and a lead leaves the due index only after its mail is queued. A mail that was queued and
 * not taken off the index is planned and queued again: it becomes a message once (decision 21).
 */
export async function runTrigger(key: Key, accountTimezone: string): Promise<void> {
  const startedAt = now();
  const lockedUntil = toIso(startedAt + spanOf(LOCK));
  if (!(await claimRun(key, { now: toIso(startedAt), lockedUntil }))) return;
  const record = await requireCampaign(key.accountId, key.campaignId);
  const campaign = await readSendable(record);
  const schedule = campaign && (await planSchedule(campaign, startedAt));
  const opens = schedule ? opensAt(schedule, startedAt) : startedAt + EVERY;
  if (!campaign || !schedule || opens > startedAt) {
    await finishRun(record, { lockedUntil }, toIso(opens));
    return;
  }
  const runKey = { ...key, scheduledAt: campaign.nextRunAt ?? toIso(startedAt) };
  await recordRunning(runKey, toIso(startedAt));
  const work = await readWork(campaign, schedule, startedAt);
  const newDay = localDate(schedule.timezone, startedAt);
  const horizonMs = horizonAt(startedAt, schedule, {
    timezone: accountTimezone,
    monthEndsAt: work.quota.endsAt,
  });
  const run = { startedAt, newDay, accountTimezone, horizonMs };
  measureLateness(work.slots, run);
  const tasksMade = await releaseByHand(work, run);
  const planned = planWork(work, run);
  const emailsScheduled = await carryOut(work, planned, run);
  await postpone(work, planned, startedAt);
  const foundNothing = planned.checkpoints.filter(
    (checkpoint) => tasksMade === 0 || checkpoint === "no_automatic_step",
  );
  await recordCompleted(runKey, {
    stepsChecked: work.steps.length,
    emailsScheduled,
    tasksMade,
    messages: await messagesOf(key, foundNothing, { slots: work.slots, at: startedAt }),
  });
  const every = work.isSendingStopped ? EVERY_WHILE_STOPPED : EVERY;
  await finishRun(record, { lockedUntil }, toIso(startedAt + Math.min(every, horizonMs)));
  await doDaily(campaign, startedAt);
  if (work.first.length + work.followUps.length === 0) await completeWhenDone(key);
}

/** What should have left by now through a mailbox that can send. Reads nothing: the slots are here. */
function measureLateness(
  slots: Work["slots"],
  { startedAt: at, accountTimezone: timezone }: Run,
): void {
  const since = busySlots(slots, { timezone, at }).map(
    (slot) => lateSlot(slot, { at, graceMs: MINUTE_MS }) ?? at,
  );
  const oldest = Math.min(at, ...since);
  if (oldest < at) measure("OldestDueSeconds", realSeconds(at - oldest));
}

/** What people do is made their task; only mails are left to be planned. Nothing is read where there is nothing of that. */
async function releaseByHand(work: Work, run: Run): Promise<number> {
  const { campaign, steps, older, variants } = work;
  if (!campaign.handTypes?.length) return 0;
  const { sequenceVersion: live } = campaign;
  const stepOf = ({ step, version = live }: DueLead) =>
    (version === live ? steps : older.get(version))?.[step - 1];
  const isForHands = (lead: DueLead) => isByHand(stepOf(lead)?.seq_type ?? "EMAIL");
  const strays = work.followUps.filter(isForHands);
  work.followUps = work.followUps.filter((lead) => !isForHands(lead));
  work.first = work.first.filter((lead) => !isForHands(lead));
  return releaseSteps(work, { ...run, variants, strays });
}

/** A campaign that writes by its leads' own clocks looks whether someone's hours are open. */
const opensAt = (schedule: PlanSchedule, at: EpochMs) =>
  schedule.usesLeadTimezone ? nextOpeningAnywhere(schedule, at) : nextOpening(schedule, at);

async function readWork(
  campaign: CampaignRecord,
  schedule: PlanSchedule,
  at: EpochMs,
): Promise<Work> {
  const { accountId, campaignId, mailboxIds } = campaign;
  const key = { accountId, campaignId };
  const [steps, slots, stop] = await Promise.all([
    readSteps(accountId, campaignId, campaign.sequenceVersion),
    readSlots(accountId, mailboxIds, { consistent: false }),
    findSendingStop(accountId),
  ]);
  const quota = await monthlyQuotaOf(accountId, at);
  await openMonth(quota, at);
  const monthlyLeft = Math.min(await readMonthlyLeft(quota), Number.MAX_SAFE_INTEGER);
  const variants = await readVariants(key, steps, { startedAt: campaign.startedAt });
  const until = toIso(at + HORIZON_MS);
  const open = slots.filter((slot) => hasRoom(slot, at));
  const capacity = open.reduce((sum, slot) => sum + roomOf(slot, schedule), 0);
  const newLeft = schedule.maxNewLeadsPerDay - newTodayOf(campaign, schedule, at);
  const [followUps, first] = await Promise.all([
    concurrently(open, WIDTH, (slot) =>
      listDueFollowUps({ ...key, mailboxId: slot.mailboxId }, until, roomOf(slot, schedule)),
    ),
    readFirst(campaign, schedule, { at, capacity, newLeft }),
  ]);
  const admitted = [
    await reinstatePaused(campaign, followUps.flat()),
    await reinstatePaused(campaign, first),
  ] as const;
  const ids = admitted.flat().map(({ leadId }) => leadId);
  return {
    campaign,
    schedule,
    steps,
    older: await readOlder(key, campaign.sequenceVersion, admitted[0]),
    variants,
    quota,
    monthlyLeft,
    slots,
    followUps: admitted[0],
    first: admitted[1],
    isSendingStopped: stop !== undefined,
    constraints: await readSendingConstraints(
      { accountId, campaignId, mailboxIds, schedule },
      ids,
      {
        from: at,
        until: at + HORIZON_MS,
        isPlanning: true,
      },
    ),
  };
}

function planWork(
  {
    campaign,
    schedule,
    steps,
    older,
    variants,
    monthlyLeft,
    slots,
    followUps,
    first,
    isSendingStopped,
    constraints,
  }: Work,
  run: Run,
): Plan {
  return plan(
    {
      campaign: {
        id: campaign.campaignId,
        schedule,
        sequence: [
          ...steps.map((step) => ({
            variants: step.variants.map(({ letter }) => ({ letter, share: 100, assigned: 0 })),
            ...variants.steps.get(step.seq_number),
            step: step.seq_number,
            delayDays: step.seq_delay_details.delayInDays,
            automatic: step.seq_type === "EMAIL",
          })),
          ...olderPlanSteps(steps, older),
        ],
      },
      newToday: newTodayOf(campaign, schedule, run.startedAt),
      isSendingStopped,
      monthlyLeft,
      followUps: followUps.flatMap((lead) => {
        const { leadId, dueAt, mailboxId } = lead;
        if (mailboxId === undefined) return [];
        const step = planNumber(lead, steps, older);
        return {
          leadId,
          step,
          dueAt: toEpochMs(dueAt),
          mailboxId,
          ...constraints.leads.get(leadId),
        };
      }),
      newLeads: first.map(({ leadId }) => ({ leadId, ...constraints.leads.get(leadId) })),
      mailboxes: slots.map((slot) => ({
        ...toPlanMailbox(slot, run.accountTimezone),
        family: constraints.families.get(slot.mailboxId),
      })),
      domainRateLimit: constraints.domainRateLimit,
      seed: `${campaign.accountId}|${campaign.campaignId}|${run.startedAt}`,
      horizonMs: run.horizonMs,
    },
    run.startedAt,
  );
}

async function carryOut(work: Work, planned: Plan, run: Run): Promise<number> {
  const { accountId, campaignId } = work.campaign;
  const kept = await reservePlan(work, planned, run.newDay);
  const due = new Map([...work.followUps, ...work.first].map((lead) => [lead.leadId, lead]));
  const { sequenceVersion: live } = work.campaign;
  const jobs = kept.map(({ leadId, step, variant, mailboxId, scheduledAt: at }) => {
    const lead = due.get(leadId);
    const scheduledAt = toIso(at);
    const plan = {
      step: stepOfNumber(step),
      variant,
      sequenceVersion: lead?.version ?? live,
      mailboxId,
      month: work.quota.startsAt,
      dueAt: lead?.dueAt ?? scheduledAt,
      scheduledAt,
    };
    return {
      job: { accountId, campaignId, leadId, step: plan.step, plan },
      delayMs: at - run.startedAt,
    };
  });
  await enqueue("send", jobs);
  await concurrently(jobs, WIDTH, ({ job: { plan, ...key } }) => markPlanned(key, plan));
  return jobs.length;
}

/**
 * By their own clocks, leads whose hours are shut fall due when they open, and those whose domain has had its mails in its
 * next hour: they must not stand before the others.
 */
async function postpone(
  { campaign, schedule, constraints, ...due }: Work,
  planned: Plan,
  at: EpochMs,
) {
  if (!schedule.usesLeadTimezone && !constraints.domainRateLimit) return;
  const { accountId, campaignId } = campaign;
  const leads = new Map([...due.followUps, ...due.first].map((lead) => [lead.leadId, lead]));
  await concurrently(planned.waiting, WIDTH, async ({ leadId, until = at }) => {
    const lead = leads.get(leadId);
    if (!lead) return;
    const window = windowIn(schedule, constraints.leads.get(leadId)?.timezone);
    const opens = nextOpening(window, Math.max(until, toEpochMs(lead.dueAt)));
    if (opens < at + HORIZON_MS && until === at) return;
    const key = { accountId, campaignId, leadId };
    const { step, mailboxId, version } = lead;
    await postponeLead(key, { step, mailboxId, version, dueAt: toIso(opens) });
  });
}
