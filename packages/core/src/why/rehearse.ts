import { concurrently } from "@thaw/data/concurrently";
import { type DueLead, listDueFirst, listDueFollowUps } from "../campaign-lead/due-leads.ts";
import { toIso } from "../clock.ts";
import { type PlanFacts, planBase } from "../forecast/plan-base.ts";
import { readTraits } from "../lead-trait/lead-trait.ts";
import type { MailboxSlot } from "../mailbox/mailbox-slot.ts";
import type { PlanInput } from "../planner/plan-input.ts";
import type { PlanSchedule } from "../schedule/closed-days.ts";
import { HORIZON_MS, hasRoom, MOST_LEADS, roomOf } from "../trigger-run/plan-room.ts";

const WIDTH = 32;

type Key = { accountId: number; campaignId: number };

/**
 * What a trigger run at `at` (epoch ms) would plan with, read and not changed: the lanes of the mailboxes that have room, and
 * as many new leads as those can take.
 */
export async function rehearse(
  facts: PlanFacts,
  schedule: PlanSchedule,
  at: number,
): Promise<PlanInput> {
  const { accountId, campaignId } = facts.campaign;
  const key = { accountId, campaignId };
  const base = inputOf(facts, schedule, at);
  const open = facts.slots.filter((slot) => hasRoom(slot, at));
  const capacity = open.reduce((sum, slot) => sum + roomOf(slot, schedule), 0);
  const [lanes, first] = await Promise.all([
    concurrently(open, WIDTH, (slot) => lane(key, slot, { schedule, at })),
    capacity > 0 ? listDueFirst(key, toIso(at), Math.min(capacity, MOST_LEADS)) : [],
  ]);
  const newLeads = first.map(({ leadId }) => ({ leadId }));
  return addTraits(facts, schedule, { ...base, followUps: lanes.flat(), newLeads }, at);
}

/** The same for the follow-ups of one mailbox alone: no other lane changes what becomes of them. */
export async function rehearseLane(
  facts: PlanFacts,
  mailboxId: number,
  { schedule, at }: { schedule: PlanSchedule; at: number },
): Promise<PlanInput> {
  const { accountId, campaignId } = facts.campaign;
  const slot = facts.slots.find((each) => each.mailboxId === mailboxId);
  const base = inputOf(facts, schedule, at);
  const followUps = slot ? await lane({ accountId, campaignId }, slot, { schedule, at }) : [];
  const mailboxes = base.mailboxes.filter(({ id }) => id === mailboxId);
  return addTraits(facts, schedule, { ...base, mailboxes, followUps, newLeads: [] }, at);
}

/** What a campaign's rules ask of single leads and mailboxes, as far as it is known. */
async function addTraits(
  { campaign }: PlanFacts,
  schedule: PlanSchedule,
  input: PlanInput,
  at: number,
): Promise<PlanInput> {
  const { accountId, mailboxIds } = campaign;
  const ids = [...input.followUps, ...input.newLeads].map(({ leadId }) => leadId);
  const span = { from: at, until: at + HORIZON_MS, isPlanning: false };
  const traits = await readTraits({ accountId, mailboxIds, schedule }, ids, span);
  const add = <Lead extends { leadId: number }>(lead: Lead) => ({
    ...lead,
    ...traits.leads.get(lead.leadId),
  });
  return {
    ...input,
    followUps: input.followUps.map(add),
    newLeads: input.newLeads.map(add),
    mailboxes: input.mailboxes.map((mailbox) => ({
      ...mailbox,
      family: traits.families.get(mailbox.id),
    })),
    domainHours: traits.domainHours,
  };
}

function inputOf(facts: PlanFacts, schedule: PlanSchedule, at: number) {
  const base = planBase(facts, schedule, at);
  return {
    ...base,
    monthlyLeft: facts.monthlyLeft,
    seed: `${base.seed}|${at}`,
    horizonMs: HORIZON_MS,
  };
}

async function lane(
  key: Key,
  slot: MailboxSlot,
  { schedule, at }: { schedule: PlanSchedule; at: number },
) {
  const due = await listDueFollowUps(
    { ...key, mailboxId: slot.mailboxId },
    toIso(at + HORIZON_MS),
    roomOf(slot, schedule),
  );
  return due.flatMap((lead) => toFollowUp(lead) ?? []);
}

function toFollowUp({ leadId, step, dueAt, mailboxId }: DueLead) {
  return mailboxId === undefined
    ? undefined
    : { leadId, step, dueAt: Date.parse(dueAt), mailboxId };
}
