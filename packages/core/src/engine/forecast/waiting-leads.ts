import type { CampaignLeadRecord } from "../../campaigns/campaign-lead/campaign-lead.ts";
import { dueAtOf, listShard, SHARDS } from "../../campaigns/campaign-lead/campaign-lead.ts";
import { waitsForMailbox } from "../../campaigns/campaign-lead/waiting.ts";
import { toEpochMs, toIso } from "../../clock.ts";
import { DAY_MS } from "../../duration.ts";
import type { EpochMs } from "../../instant.schema.ts";
import { windowIn } from "../../kernel/schedule/lead-window.ts";
import { dueAfter } from "../../kernel/schedule/window.ts";
import { type Counts, readDays } from "../../reporting/counter/counter.ts";
import type { FollowUp } from "../planner/plan-input.ts";
import type { Assignment } from "../planner/plan-output.ts";
import type { WaitingLeads } from "./estimate.ts";
import type { PlanBase } from "./plan-base.ts";

/** So many rows of a shard are read to play a campaign ahead lead by lead. */
const MOST_OF_A_SHARD = 500;
export const MOST_LEADS = MOST_OF_A_SHARD * SHARDS;
/** How many days of figures tell when the leads between two steps fall due. */
const MOST_DAYS = 62;

type CampaignKey = { accountId: number; campaignId: number };

/** Every lead that still gets mail, one by one. Instants in epoch ms. */
export type LeadsByState = {
  /** In the order in which runs take them: earliest due first. */
  newLeads: { leadId: number; dueAt: EpochMs }[];
  followUps: FollowUp[];
  /** Their next mail is drafted and on its way. */
  planned: Assignment[];
};

/** Reads a campaign's leads, all of them; undefined when there are too many for that. */
export async function readLeads(key: CampaignKey): Promise<LeadsByState | undefined> {
  const page = { limit: MOST_OF_A_SHARD + 1, afterLeadId: 0 };
  const shards = await Promise.all(
    Array.from({ length: SHARDS }, (_, shard) => listShard({ ...key, shard }, page)),
  );
  if (shards.some(({ length }) => length > MOST_OF_A_SHARD)) return undefined;
  const found: LeadsByState = { newLeads: [], followUps: [], planned: [] };
  const fresh: { leadId: number; due: string }[] = [];
  for (const lead of shards.flat()) {
    const { leadId, nextStep, mailboxId, scheduledAt, due } = lead;
    if (!mayGoOn(lead)) continue;
    if (scheduledAt !== undefined && mailboxId !== undefined) {
      const mail = { leadId, step: nextStep, mailboxId, scheduledAt: toEpochMs(scheduledAt) };
      found.planned.push({ ...mail, variant: "" });
    } else if (due !== undefined && mailboxId !== undefined && isFollowUp(lead)) {
      found.followUps.push({ leadId, step: nextStep, mailboxId, dueAt: Date.parse(dueAtOf(due)) });
    } else if (due !== undefined) {
      fresh.push({ leadId, due });
    }
  }
  found.newLeads = fresh
    .sort((one, other) => (one.due < other.due ? -1 : 1))
    .map(({ leadId, due }) => ({ leadId, dueAt: Date.parse(dueAtOf(due)) }));
  return found;
}

/** Only the mailbox that wrote before, or was chosen for it, can write to the lead next. */
export const isFollowUp = (lead: CampaignLeadRecord) => lead.nextStep > 1 || waitsForMailbox(lead);

const mayGoOn = ({ status }: CampaignLeadRecord) =>
  status === "STARTED" || status === "INPROGRESS" || status === "PAUSED";

/** The follow-up that a mail brings with it once it has left at its planned time. */
export function afterMail(
  { leadId, step, mailboxId, scheduledAt }: Assignment,
  { sequence, schedule }: PlanBase["campaign"],
  timezone: string | undefined,
): FollowUp[] {
  const next = sequence[sequence.findIndex((each) => each.step === step) + 1];
  if (!next) return [];
  const dueAt = dueAfter(scheduledAt, next.delayDays, windowIn(schedule, timezone));
  return [{ leadId, step: next.step, mailboxId, dueAt }];
}

/**
 * How many leads wait for which step and from when on, from the kept figures alone: those who had a step last wait for the
 * next one. Leads that ended early are taken off every step alike.
 */
export async function countWaiting(
  key: CampaignKey,
  { sequence, schedule }: PlanBase["campaign"],
  { counts, now }: { counts: Counts; now: EpochMs },
): Promise<{ newLeads: number; waiting: WaitingLeads[] }> {
  const longest = Math.max(0, ...sequence.map(({ delayDays }) => delayDays));
  const from = toIso(now - Math.min(longest + 7, MOST_DAYS) * DAY_MS).slice(0, 10);
  const days = await readDays(key.accountId, key.campaignId, { from, to: toIso(now).slice(0, 10) });
  const sent = sequence.map(({ step }) => sentOf(counts, step));
  const between = sequence.map((_, at) => Math.max(0, (sent[at] ?? 0) - (sent[at + 1] ?? 0)));
  // A lead that had the last step waits for nothing.
  between[sequence.length - 1] = 0;
  const inBetween = between.reduce((sum, count) => sum + count, 0);
  const finished = (counts["lead-finished"] ?? 0) - (counts["lead-reopened"] ?? 0);
  const endedEarly = Math.max(0, finished - (sent.at(-1) ?? 0));
  const kept = inBetween > 0 ? Math.max(0, 1 - endedEarly / inBetween) : 0;
  const newLeads =
    (counts["leads-added"] ?? 0) - (sent[0] ?? 0) - Math.max(0, endedEarly - inBetween);
  const waiting = sequence.flatMap(({ step }, at) => {
    const next = sequence[at + 1];
    if (!next) return [];
    const sentDays = days.map(({ day, counts: ofDay }) => ({ day, count: sentOf(ofDay, step) }));
    return newestFirst(sentDays, between[at] ?? 0).map(({ day, count }) => ({
      step: next.step,
      count: Math.round(count * kept),
      dueAt:
        day === undefined ? now : dueAfter(Date.parse(day) + DAY_MS / 2, next.delayDays, schedule),
    }));
  });
  return { newLeads: Math.max(0, newLeads), waiting: waiting.filter(({ count }) => count > 0) };
}

/** A step that people do is behind a lead when it was done, or left out. */
const PAST = ["sent", "manual-done", "manual-skipped"];

const sentOf = (counts: Counts, step: number) =>
  Object.entries(counts).reduce(
    (sum, [name, count]) =>
      PAST.some((kind) => name.startsWith(`${kind}.${step}.`)) ? sum + count : sum,
    0,
  );

/** The last `wanted` mails by day; what is older than the days has no day. */
function newestFirst(days: readonly { day: string; count: number }[], wanted: number) {
  const found: { day: string | undefined; count: number }[] = [];
  let left = wanted;
  for (const { day, count } of [...days].reverse()) {
    const assigned = Math.min(count, left);
    if (assigned > 0) found.push({ day, count: assigned });
    left -= assigned;
  }
  if (left > 0) found.push({ day: undefined, count: left });
  return found;
}
