import { concurrently } from "@thaw/data/concurrently";
import { systemActor } from "../actor.ts";
import {
  type CampaignRecord,
  claimRun,
  finishRun,
  requireCampaign,
  reserveNewLeads,
  toFigures,
} from "../campaign/campaign.ts";
import { changeStatus } from "../campaign/campaign-status.ts";
import type { SequenceStep } from "../campaign/sequence.schema.ts";
import { readSteps, readVersions } from "../campaign/sequence.ts";
import { isByHand } from "../campaign/step-type.schema.ts";
import { markPlanned } from "../campaign-lead/campaign-lead.ts";
import { type DueLead, listDueFirst, listDueFollowUps } from "../campaign-lead/due-leads.ts";
import { postponeLead } from "../campaign-lead/postpone-lead.ts";
import { now, spanOf, toIso } from "../clock.ts";
import { readTotals } from "../counter/counter.ts";
import { holdDomainHours } from "../domain-hour/domain-hour.ts";
import { readTraits, type Traits } from "../lead-trait/lead-trait.ts";
import { type MailboxSlot, readSlots, reserveSlots } from "../mailbox/mailbox-slot.ts";
import { releaseSteps } from "../manual-step/release-steps.ts";
import {
  giveMailsBack,
  holdMails,
  type MonthlyQuota,
  monthlyQuotaOf,
  openMonth,
  readMonthlyLeft,
} from "../plan/monthly-quota.ts";
import { warnOfQuota } from "../plan/quota-warning.ts";
import { plan } from "../planner/plan.ts";
import type { Assignment, Plan } from "../planner/plan-output.ts";
import { enqueue } from "../queue.ts";
import { type PlanSchedule, planSchedule } from "../schedule/closed-days.ts";
import { nextOpeningAnywhere, windowIn } from "../schedule/lead-window.ts";
import { nextOpening } from "../schedule/window.ts";
import { localDate } from "../schedule/zone.ts";
import { readSendable } from "../subsequence/frozen.ts";
import { noteVariants, readVariants, type VariantPlan } from "../variant/variant-state.ts";
import { HORIZON_MS, hasRoom, MOST_LEADS, roomOf, toPlanMailbox } from "./plan-room.ts";
import { readmit } from "./readmit.ts";
import { CHECKPOINT_MESSAGES } from "./trigger-run.schema.ts";
import { recordCompleted, recordRunning } from "./trigger-run.ts";
import { type OlderVersions, olderPlanSteps, planNumber, stepOfNumber } from "./version-steps.ts";

const MINUTE = 60_000;
const EVERY = 5 * MINUTE;
/** A run that takes longer is taken for dead and picked again (D4.5). */
const LOCK = 10 * MINUTE;
const WIDTH = 32;

type Key = { accountId: number; campaignId: number };
type Work = {
  campaign: CampaignRecord;
  schedule: PlanSchedule;
  steps: SequenceStep[];
  older: OlderVersions;
  variants: VariantPlan;
  quota: MonthlyQuota;
  monthlyLeft: number;
  slots: MailboxSlot[];
  followUps: DueLead[];
  first: DueLead[];
  traits: Traits;
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
  const campaign = await readSendable(await requireCampaign(key.accountId, key.campaignId));
  const schedule = campaign && (await planSchedule(campaign, startedAt));
  const newDay = schedule ? localDate(schedule.timezone, startedAt) : "";
  const opens = schedule ? opensAt(schedule, startedAt) : startedAt + EVERY;
  if (!campaign || !schedule || opens > startedAt) {
    await finishRun(key, { lockedUntil }, toIso(opens));
    return;
  }
  const runKey = { ...key, scheduledAt: campaign.nextRunAt ?? toIso(startedAt) };
  await recordRunning(runKey, toIso(startedAt));
  const work = await readWork(campaign, schedule, startedAt);
  const byHand = { startedAt, newDay, accountTimezone };
  const tasksMade = await releaseByHand(work, byHand);
  const planned = planWork(work, { startedAt, newDay, accountTimezone });
  const emailsScheduled = await carryOut(work, planned, { startedAt, newDay });
  await putOff(work, planned, startedAt);
  await recordCompleted(runKey, {
    stepsChecked: work.steps.length,
    emailsScheduled,
    tasksMade,
    messages: planned.checkpoints
      .filter((checkpoint) => tasksMade === 0 || checkpoint === "no_automatic_step")
      .map((checkpoint) => CHECKPOINT_MESSAGES[checkpoint]),
  });
  await finishRun(key, { lockedUntil }, toIso(startedAt + EVERY));
  if (work.first.length + work.followUps.length === 0) await completeWhenDone(key);
}

/** What people do is made their task; only mails are left to be planned. Nothing is read where there is nothing of that. */
async function releaseByHand(
  work: Work,
  run: { startedAt: number; newDay: string; accountTimezone: string },
): Promise<number> {
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

/** A campaign that writes by its leads' own clocks looks whether somebody's hours are open. */
const opensAt = (schedule: PlanSchedule, at: number) =>
  schedule.usesLeadTimezone ? nextOpeningAnywhere(schedule, at) : nextOpening(schedule, at);

async function readWork(
  campaign: CampaignRecord,
  schedule: PlanSchedule,
  at: number,
): Promise<Work> {
  const { accountId, campaignId, mailboxIds } = campaign;
  const key = { accountId, campaignId };
  const [steps, slots] = await Promise.all([
    readSteps(accountId, campaignId, campaign.sequenceVersion),
    readSlots(accountId, mailboxIds, { consistent: false }),
  ]);
  const quota = await monthlyQuotaOf(accountId, at);
  await openMonth(quota, at);
  const monthlyLeft = Math.min(await readMonthlyLeft(quota), Number.MAX_SAFE_INTEGER);
  const variants = await readVariants(key, steps, { startedAt: campaign.startedAt });
  const until = toIso(at + HORIZON_MS);
  const open = slots.filter((slot) => hasRoom(slot, at));
  const capacity = open.reduce((sum, slot) => sum + roomOf(slot, schedule), 0);
  const [followUps, first] = await Promise.all([
    concurrently(open, WIDTH, (slot) =>
      listDueFollowUps({ ...key, mailboxId: slot.mailboxId }, until, roomOf(slot, schedule)),
    ),
    capacity > 0 ? listDueFirst(key, toIso(at), Math.min(capacity, MOST_LEADS)) : [],
  ]);
  const admitted = [
    await readmit(campaign, followUps.flat()),
    await readmit(campaign, first),
  ] as const;
  const ids = admitted.flat().map(({ leadId }) => leadId);
  return {
    campaign,
    schedule,
    steps,
    older: await readOlder(campaign, admitted[0]),
    variants,
    quota,
    monthlyLeft,
    slots,
    followUps: admitted[0],
    first: admitted[1],
    traits: await readTraits({ accountId, mailboxIds, schedule }, ids, {
      from: at,
      until: at + HORIZON_MS,
      isPlanning: true,
    }),
  };
}

/** The versions besides the live one that follow-ups are of: nothing is read where there are none. */
function readOlder(
  { accountId, campaignId, sequenceVersion: live }: CampaignRecord,
  followUps: readonly DueLead[],
): Promise<OlderVersions> {
  const versions = new Set(followUps.flatMap(({ version = live }) => version));
  versions.delete(live);
  return readVersions(accountId, campaignId, [...versions]);
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
    traits,
  }: Work,
  run: { startedAt: number; newDay: string; accountTimezone: string },
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
      newToday: campaign.newDay === run.newDay ? (campaign.newCount ?? 0) : 0,
      monthlyLeft,
      followUps: followUps.flatMap((lead) => {
        const { leadId, dueAt, mailboxId } = lead;
        if (mailboxId === undefined) return [];
        const step = planNumber(lead, steps, older);
        return { leadId, step, dueAt: Date.parse(dueAt), mailboxId, ...traits.leads.get(leadId) };
      }),
      newLeads: first.map(({ leadId }) => ({ leadId, ...traits.leads.get(leadId) })),
      mailboxes: slots.map((slot) => ({
        ...toPlanMailbox(slot, run.accountTimezone),
        family: traits.families.get(slot.mailboxId),
      })),
      domainHours: traits.domainHours,
      seed: `${campaign.accountId}|${campaign.campaignId}|${run.startedAt}`,
      horizonMs: HORIZON_MS,
    },
    run.startedAt,
  );
}

async function carryOut(
  work: Work,
  planned: Plan,
  run: { startedAt: number; newDay: string },
): Promise<number> {
  const held = await holdSlots(work.slots, planned);
  const { accountId, campaignId } = work.campaign;
  const kept = await holdDomains(
    work,
    planned.assignments.filter(({ mailboxId }) => held.has(mailboxId)),
  );
  if (kept.length > 0 && !(await holdMails(work.quota, kept.length))) return 0;
  await warnOfQuota(work.quota, work.quota.limit - work.monthlyLeft + kept.length);
  if (!(await isCounted(work, kept, run.newDay))) {
    // Somebody else counted at the same moment: nothing is planned, and the month has these mails again.
    if (kept.length > 0) {
      await giveMailsBack(work.quota, kept.length).go({ response: "none" });
    }
    return 0;
  }
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

/** Counts what each variant was given and the day's new leads; false when somebody else was quicker. */
async function isCounted(
  { campaign, variants }: Work,
  kept: readonly Assignment[],
  newDay: string,
): Promise<boolean> {
  const { accountId, campaignId } = campaign;
  if (!(await noteVariants({ accountId, campaignId }, variants, kept))) return false;
  const count = kept.filter(({ step }) => step === 1).length;
  return count === 0 || reserveNewLeads(campaign, { newDay, count });
}

/** Where mails to one domain are limited, those that have a place in its hour. */
async function holdDomains(
  { campaign: { accountId }, traits }: Work,
  assignments: readonly Assignment[],
): Promise<readonly Assignment[]> {
  const { domainHours, leads } = traits;
  if (!domainHours) return assignments;
  const mails = assignments.map((assignment) => ({
    assignment,
    domain: leads.get(assignment.leadId)?.domain ?? "",
    at: assignment.scheduledAt,
  }));
  const kept = await holdDomainHours(accountId, domainHours.limit, mails);
  return kept.map(({ assignment }) => assignment);
}

/**
 * By their own clocks, leads whose hours are shut fall due when they open, and those whose domain has had its mails in its
 * next hour: they must not stand before the others.
 */
async function putOff({ campaign, schedule, traits, ...due }: Work, planned: Plan, at: number) {
  if (!schedule.usesLeadTimezone && !traits.domainHours) return;
  const { accountId, campaignId } = campaign;
  const leads = new Map([...due.followUps, ...due.first].map((lead) => [lead.leadId, lead]));
  await concurrently(planned.waiting, WIDTH, async ({ leadId, until = at }) => {
    const lead = leads.get(leadId);
    if (!lead) return;
    const window = windowIn(schedule, traits.leads.get(leadId)?.timezone);
    const opens = nextOpening(window, Math.max(until, Date.parse(lead.dueAt)));
    if (opens < at + HORIZON_MS && until === at) return;
    const key = { accountId, campaignId, leadId };
    const { step, mailboxId, version } = lead;
    await postponeLead(key, { step, mailboxId, version, dueAt: toIso(opens) });
  });
}

/** Reserves each mailbox's slots with one write; a mailbox that somebody else was quicker with waits for the next run. */
async function holdSlots(slots: MailboxSlot[], planned: Plan): Promise<Set<number>> {
  const byId = new Map(slots.map((slot) => [slot.mailboxId, slot]));
  const held = await concurrently(planned.reservations, WIDTH, async (reservation) => {
    const slot = byId.get(reservation.mailboxId);
    const { count, day } = reservation;
    const isHeld =
      slot &&
      (await reserveSlots(slot, {
        count,
        day,
        nextFreeAt: toIso(reservation.nextFreeAt),
        lastSlotAt: toIso(reservation.lastAt),
      }));
    return isHeld ? [reservation.mailboxId] : [];
  });
  return new Set(held.flat());
}

/** D4.1: ACTIVE → COMPLETED once every lead is COMPLETED, STOPPED or BLOCKED. A subsequence waits for more of them. */
async function completeWhenDone(key: Key): Promise<void> {
  const [counts] = await readTotals(key.accountId, [key.campaignId]);
  const { leads, finished } = toFigures(counts ?? {});
  if (leads === 0 || finished < leads) return;
  const campaign = await requireCampaign(key.accountId, key.campaignId);
  if (campaign.status !== "ACTIVE" || campaign.parentId !== undefined) return;
  await changeStatus(systemActor(key.accountId), campaign, "COMPLETED", "all_leads_finished");
}
