import type { CampaignRecord } from "../../campaigns/campaign/campaign-record.ts";
import { DAY_MS, HOUR_MS } from "../../duration.ts";
import type { EpochMs } from "../../instant.schema.ts";
import type { PlanSchedule } from "../../kernel/schedule/closed-days.ts";
import { localDay } from "../../kernel/schedule/zone.ts";
import { type Counts, readTotals } from "../../reporting/counter/counter.ts";
import type { Assignment } from "../planner/plan-output.ts";
import {
  type CampaignConstraints,
  readSendingConstraints,
} from "../sending-constraint/sending-constraint.ts";
import { estimate } from "./estimate.ts";
import type { PlanGap } from "./forecast.schema.ts";
import { type PlanBase, type PlanFacts, planBase, readPlanFacts } from "./plan-base.ts";
import { addMails, emptySendPlan, type SendPlan } from "./send-plan.ts";
import { simulate } from "./simulate.ts";
import {
  afterMail,
  countWaiting,
  type LeadsByState,
  MOST_LEADS,
  readLeads,
} from "./waiting-leads.ts";

/** Ten years: what is not sent by then is said to wait. */
const MOST_DAYS = 3_653;

export type Forecast = {
  facts: PlanFacts;
  counts: Counts;
  gaps: PlanGap[];
  precision: "exact" | "estimate";
  plan: SendPlan;
  waiting: number;
  /** New leads that have no mail yet, where they were counted and not read. */
  newLeads: number;
};

type Watch = {
  /** Only the mails of this mailbox are counted. */
  mailboxId?: number | undefined;
  /** The version of the sequence that is played; the live one when absent. */
  version?: number | undefined;
  onMail?: (mail: Assignment) => void;
};

/**
 * What the campaign sends from `now` (epoch ms) on, as if it ran and nobody answered. Up to 4,000 leads are read and their
 * trigger runs simulated; beyond, the kept figures are worked with and the plan is an estimate.
 */
export async function simulateFrom(
  campaign: CampaignRecord,
  now: EpochMs,
  watch: Watch = {},
): Promise<Forecast> {
  const key = { accountId: campaign.accountId, campaignId: campaign.campaignId };
  const [facts, [counts = {}]] = await Promise.all([
    readPlanFacts(campaign, { days: MOST_DAYS, version: watch.version }),
    readTotals(key.accountId, [key.campaignId]),
  ]);
  const gaps = gapsOf(facts);
  const { schedule } = facts;
  const empty = { facts, counts, precision: "exact", waiting: 0, newLeads: 0 } as const;
  if (gaps.length > 0 || !schedule) return { ...empty, gaps, plan: emptySendPlan([]) };
  const base = planBase(facts, schedule, now);
  const isSmall = (counts["leads-added"] ?? 0) <= MOST_LEADS;
  const leads = isSmall ? await readLeads(key) : undefined;
  if (leads) {
    const constraints = await constraintsOf(facts, schedule, leads, now);
    const played = playLeads(base, leads, { now, watch, constraints });
    return { ...empty, ...played, gaps: gapAfter(played, counts) };
  }
  const waiting = await countWaiting(key, base.campaign, { counts, now });
  const options = { days: MOST_DAYS, mailboxId: watch.mailboxId };
  const estimated = estimate({ ...base, ...waiting }, now, options);
  const { newLeads } = waiting;
  const gap = gapAfter(estimated, counts);
  return { ...empty, ...estimated, precision: "estimate", newLeads, gaps: gap };
}

function gapsOf({ campaign, schedule, steps, slots }: PlanFacts): PlanGap[] {
  if (campaign.status === "STOPPED" || campaign.status === "ARCHIVED") return ["over"];
  const gaps: PlanGap[] = [];
  if (steps.length === 0) gaps.push("sequence");
  if (!schedule) gaps.push("schedule");
  if (!slots.some(({ sending }) => sending === "on")) gaps.push("senders");
  return gaps;
}

function gapAfter(
  { plan, waiting }: { plan: SendPlan; waiting: number },
  counts: Counts,
): PlanGap[] {
  if (plan.mails > 0 || waiting > 0) return [];
  return [counts["leads-added"] ? "over" : "leads"];
}

/** What the campaign's rules ask of each of its leads; a provider that nobody has looked up yet is not asked for. */
function constraintsOf(
  { campaign: { accountId, campaignId, mailboxIds } }: PlanFacts,
  schedule: PlanSchedule,
  { newLeads, followUps, planned }: LeadsByState,
  now: EpochMs,
): Promise<CampaignConstraints> {
  const ids = [...newLeads, ...followUps, ...planned].map(({ leadId }) => leadId);
  const span = { from: now, until: now + HOUR_MS, isPlanning: false };
  return readSendingConstraints({ accountId, campaignId, mailboxIds, schedule }, ids, span);
}

function playLeads(
  base: PlanBase,
  { newLeads, followUps, planned }: LeadsByState,
  { now, watch, constraints }: { now: EpochMs; watch: Watch; constraints: CampaignConstraints },
): { plan: SendPlan; waiting: number } {
  const plan = emptySendPlan(base.campaign.sequence);
  const { timezone } = base.campaign.schedule;
  const onMail = (mail: Assignment) => {
    watch.onMail?.(mail);
    if (watch.mailboxId !== undefined && watch.mailboxId !== mail.mailboxId) return;
    const utcDay = Math.floor(mail.scheduledAt / DAY_MS);
    addMails(plan, { ...mail, day: localDay(timezone, mail.scheduledAt), utcDay, count: 1 });
  };
  for (const mail of planned) onMail(mail);
  const dueAt = (index: number) => newLeads[index]?.dueAt ?? now;
  const areAllDue = newLeads.every((lead) => lead.dueAt <= now);
  const line = {
    count: newLeads.length,
    idAt: (index: number) => newLeads[index]?.leadId ?? 0,
    dueAt: areAllDue ? undefined : dueAt,
  };
  const until = now + MOST_DAYS * DAY_MS;
  const next = planned.flatMap((mail) =>
    afterMail(mail, base.campaign, constraints.leads.get(mail.leadId)?.timezone),
  );
  const mailboxes = base.mailboxes.map((mailbox) => ({
    ...mailbox,
    family: constraints.families.get(mailbox.id),
  }));
  const { waiting } = simulate(
    {
      ...base,
      mailboxes,
      followUps: [...followUps, ...next],
      newLeads: line,
      constraints: constraints.leads,
      domainRateLimit: constraints.domainRateLimit,
    },
    now,
    { until, onMail },
  );
  return { plan, waiting };
}
