import { concurrently } from "@thaw/data/concurrently";
import { type DueLead, listDueFollowUps } from "../../campaigns/campaign-lead/due-leads.ts";
import { toEpochMs, toIso } from "../../clock.ts";
import { type PlanFacts, planBase } from "../../engine/forecast/plan-base.ts";
import { HORIZON_MS } from "../../engine/planner/horizon.ts";
import type { PlanInput } from "../../engine/planner/plan-input.ts";
import { readSendingConstraints } from "../../engine/sending-constraint/sending-constraint.ts";
import { hasRoom, horizonAt, newTodayOf, roomOf } from "../../engine/trigger-run/plan-room.ts";
import { readFirst } from "../../engine/trigger-run/read-first.ts";
import { olderPlanSteps, planNumber, readOlder } from "../../engine/trigger-run/version-steps.ts";
import type { EpochMs } from "../../instant.schema.ts";
import type { PlanSchedule } from "../../kernel/schedule/closed-days.ts";
import type { SendSlot } from "../../senders/send-slot/send-slot.ts";

const WIDTH = 32;

type Key = { accountId: number; campaignId: number };

/**
 * What a trigger run at `at` (epoch ms) would plan with, read and not changed: the lanes of the mailboxes that have room, and
 * as many new leads as those can take.
 */
export async function dryRun(
  facts: PlanFacts,
  schedule: PlanSchedule,
  at: EpochMs,
): Promise<PlanInput> {
  const key = keyOf(facts);
  const open = facts.slots.filter((slot) => hasRoom(slot, at));
  const capacity = open.reduce((sum, slot) => sum + roomOf(slot, schedule), 0);
  const newLeft = schedule.maxNewLeadsPerDay - newTodayOf(facts.campaign, schedule, at);
  const [lanes, first] = await Promise.all([
    concurrently(open, WIDTH, (slot) => lane(key, slot, { schedule, at })),
    readFirst(facts.campaign, schedule, { at, capacity, newLeft }),
  ]);
  const input = await inputOf(facts, lanes.flat(), { schedule, at });
  const newLeads = first.map(({ leadId }) => ({ leadId }));
  return addConstraints(facts, schedule, { ...input, newLeads }, at);
}

/** The same for the follow-ups of one mailbox alone: no other lane changes what becomes of them. */
export async function dryRunLane(
  facts: PlanFacts,
  mailboxId: number,
  { schedule, at }: { schedule: PlanSchedule; at: EpochMs },
): Promise<PlanInput> {
  const slot = facts.slots.find((each) => each.mailboxId === mailboxId);
  const waiting = slot ? await lane(keyOf(facts), slot, { schedule, at }) : [];
  const input = await inputOf(facts, waiting, { schedule, at });
  const mailboxes = input.mailboxes.filter(({ id }) => id === mailboxId);
  return addConstraints(facts, schedule, { ...input, mailboxes, newLeads: [] }, at);
}

function keyOf({ campaign: { accountId, campaignId } }: PlanFacts): Key {
  return { accountId, campaignId };
}

/** What a campaign's rules ask of single leads and mailboxes, as far as it is known. */
async function addConstraints(
  { campaign }: PlanFacts,
  schedule: PlanSchedule,
  input: PlanInput,
  at: EpochMs,
): Promise<PlanInput> {
  const { accountId, campaignId, mailboxIds } = campaign;
  const ids = [...input.followUps, ...input.newLeads].map(({ leadId }) => leadId);
  const span = { from: at, until: at + HORIZON_MS, isPlanning: false };
  const constraints = await readSendingConstraints(
    { accountId, campaignId, mailboxIds, schedule },
    ids,
    span,
  );
  const add = <Lead extends { leadId: number }>(lead: Lead) => ({
    ...lead,
    ...constraints.leads.get(lead.leadId),
  });
  return {
    ...input,
    followUps: input.followUps.map(add),
    newLeads: input.newLeads.map(add),
    mailboxes: input.mailboxes.map((mailbox) => ({
      ...mailbox,
      family: constraints.families.get(mailbox.id),
    })),
    domainRateLimit: constraints.domainRateLimit,
  };
}

/** All but the new leads. Follow-ups of other versions of the sequence are planned as a run does. */
async function inputOf(
  facts: PlanFacts,
  waiting: readonly DueLead[],
  { schedule, at }: { schedule: PlanSchedule; at: EpochMs },
): Promise<Omit<PlanInput, "newLeads">> {
  const { steps, version, quota, monthlyLeft, accountTimezone } = facts;
  const base = planBase(facts, schedule, at);
  const others = await readOlder(keyOf(facts), version, waiting);
  const { campaign } = base;
  return {
    ...base,
    campaign: {
      ...campaign,
      sequence: [...campaign.sequence, ...olderPlanSteps(steps, others)],
    },
    followUps: waiting.flatMap((lead) => {
      const { leadId, dueAt, mailboxId } = lead;
      if (mailboxId === undefined) return [];
      const step = planNumber(lead, steps, others);
      return { leadId, step, dueAt: toEpochMs(dueAt), mailboxId };
    }),
    monthlyLeft,
    seed: `${base.seed}|${at}`,
    horizonMs: horizonAt(at, schedule, { timezone: accountTimezone, monthEndsAt: quota.endsAt }),
  };
}

/** The follow-ups of a mailbox that a run would look at. */
const lane = (
  key: Key,
  slot: SendSlot,
  { schedule, at }: { schedule: PlanSchedule; at: EpochMs },
): Promise<DueLead[]> =>
  listDueFollowUps(
    { ...key, mailboxId: slot.mailboxId },
    toIso(at + HORIZON_MS),
    roomOf(slot, schedule),
  );
