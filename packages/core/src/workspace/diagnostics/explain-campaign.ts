import { requireCampaign } from "../../campaigns/campaign/campaign-record.ts";
import { listShard, SHARDS } from "../../campaigns/campaign-lead/campaign-lead.ts";
import { now, toIso } from "../../clock.ts";
import { type PlanFacts, planBase, readPlanFacts } from "../../engine/forecast/plan-base.ts";
import { HORIZON_MS } from "../../engine/planner/horizon.ts";
import { plan } from "../../engine/planner/plan.ts";
import type { PlanInput } from "../../engine/planner/plan-input.ts";
import type { Plan } from "../../engine/planner/plan-output.ts";
import type { PlannerReason } from "../../engine/planner/wait-reason.schema.ts";
import { listTriggerRuns } from "../../engine/trigger-run/trigger-run.ts";
import type { EpochMs } from "../../instant.schema.ts";
import type { PlanSchedule } from "../../kernel/schedule/closed-days.ts";
import { closedFor, isOpen, nextOpening } from "../../kernel/schedule/window.ts";
import { operation } from "../../operation.ts";
import { tasksAnswer } from "./by-hand.ts";
import { campaignAnswer } from "./campaign-answer.ts";
import { diagnose } from "./diagnosis.ts";
import {
  CampaignExplanation,
  ExplainCampaign,
  type Figures,
  type Rule,
  type Answer as RuleAnswer,
} from "./diagnostics.schema.ts";
import { dryRun } from "./dry-run.ts";
import { parentFigure } from "./explain-lead.ts";
import { newLeadsFact, openingFigures, quotaFigures, sendersFacts, windowFact } from "./facts.ts";
import { lateSince } from "./lateness.ts";
import { laterAnswer } from "./later-answer.ts";

/** No lead has this id: it stands for any new lead, to find what would keep one from being emailed. */
const ANYBODY = 0;

type Answer = RuleAnswer & { is_going_out: boolean };

/** Why nothing is going out, in one rule; or that mail is going out, and when the next one does. */
export const explainCampaign = operation({
  permission: "campaigns:read",
  input: ExplainCampaign,
  output: CampaignExplanation,
  async run(actor, { campaign_id }) {
    const at = now();
    const campaign = await requireCampaign(actor.accountId, campaign_id);
    const facts = await readPlanFacts(campaign);
    const { schedule } = facts;
    const made_at = toIso(at);
    const parent = parentFigure(campaign);
    const still = (await campaignAnswer(facts, at)) ?? (await lackOf(facts));
    if (still || !schedule) {
      const lack = still ?? { rule: "no_schedule" as const, figures: {}, fix: "setup" as const };
      const figures = { ...lack.figures, ...parent };
      return { made_at, ...lack, figures, facts: [], is_going_out: false };
    }
    const base = planBase(facts, schedule, at);
    const { items: runs } = await listTriggerRuns(actor, { campaign_id, limit: 4 });
    const justPlanned = runs
      .filter(({ completed_at = "" }) => completed_at >= toIso(at - HORIZON_MS))
      .reduce((sum, { emails_scheduled }) => sum + emails_scheduled, 0);
    const answer = unlessLate(await answerFor(facts, schedule, { at, justPlanned }), facts, at);
    return {
      made_at,
      ...answer,
      figures: { ...answer.figures, ...parent },
      facts: [
        windowFact(schedule, at),
        ...sendersFacts(base.mailboxes, at),
        newLeadsFact(base, at),
        ...(campaign.nextRunAt
          ? [{ fact: "run" as const, figures: { next_at: campaign.nextRunAt } }]
          : []),
      ],
    };
  },
});

/** What an ACTIVE campaign has lost since its start. */
async function lackOf(facts: PlanFacts): Promise<RuleAnswer | undefined> {
  const { campaign, slots, steps } = facts;
  if (!(await hasLeads(campaign))) {
    return campaign.parentId === undefined
      ? { rule: "no_leads", figures: {}, fix: "leads" }
      : { rule: "nobody_came", figures: {}, fix: "condition" };
  }
  if (steps.length === 0) return { rule: "no_step", figures: {}, fix: "sequence" };
  if (slots.length === 0) {
    const fix = campaign.parentId === undefined ? "setup" : "parent";
    return { rule: "no_sender", figures: {}, fix };
  }
  if (slots.some(({ sending }) => sending === "on")) return undefined;
  const [first] = slots;
  const only: Figures = slots.length === 1 && first ? { mailbox_id: first.mailboxId } : {};
  const figures = { ...only, chosen: slots.length };
  return { rule: "no_mailbox", figures, fix: slots.length === 1 ? "mailbox" : "mailboxes" };
}

async function hasLeads({ accountId, campaignId }: PlanFacts["campaign"]): Promise<boolean> {
  const shards = await Promise.all(
    Array.from({ length: SHARDS }, (_, shard) =>
      listShard({ accountId, campaignId, shard }, { limit: 1, afterLeadId: 0 }),
    ),
  );
  return shards.some(({ length }) => length > 0);
}

/** Rules that are untrue, or not the reason, while planned emails do not leave. */
const SAID_IN_TIME: ReadonlySet<Rule> = new Set<Rule>([
  "next_run",
  "planned",
  "nothing_left",
  "not_due",
  "no_free_slot",
]);

function unlessLate(answer: Answer, facts: PlanFacts, at: EpochMs): Answer {
  const { schedule } = facts;
  if (!SAID_IN_TIME.has(answer.rule) || !schedule || !isOpen(schedule, at)) return answer;
  const since = lateSince(facts, at);
  if (since === undefined) return answer;
  return { rule: "sends_late", figures: { since }, is_going_out: false };
}

async function answerFor(
  facts: PlanFacts,
  schedule: PlanSchedule,
  { at, justPlanned }: { at: EpochMs; justPlanned: number },
): Promise<Answer> {
  const input = await dryRun(facts, schedule, at);
  const planned = plan(input, at);
  const next = planned.assignments[0];
  const late = at - Date.parse(facts.campaign.nextRunAt ?? toIso(at));
  if (next && late > HORIZON_MS) {
    const figures = { since: facts.campaign.nextRunAt ?? toIso(at) };
    return { rule: "planner_late", figures, is_going_out: false };
  }
  if (next) {
    const figures = { at: toIso(next.scheduledAt), mails: planned.assignments.length };
    return { rule: "next_run", figures, is_going_out: true };
  }
  if (justPlanned > 0 && isOpen(schedule, at)) {
    return { rule: "planned", figures: { mails: justPlanned }, is_going_out: true };
  }
  return reasonFor(facts, { input, planned, schedule, at });
}

/** Nothing gets a slot in the next run: the planner's reason, or that no lead is waiting for one. */
async function reasonFor(
  facts: PlanFacts,
  seen: { input: PlanInput; planned: Plan; schedule: PlanSchedule; at: EpochMs },
): Promise<Answer> {
  const { input, planned, schedule, at } = seen;
  const closedUntil = allClosedUntil(facts, at);
  if (closedUntil) {
    const figures = { until: closedUntil };
    return { rule: "mailbox_closed", figures, fix: "mailboxes", is_going_out: false };
  }
  const reason = unlessClosed(commonest(planned) ?? roomReason(input, at), schedule, at);
  const isForPeople = reason === undefined || reason === "no_automatic_step";
  const tasks = isForPeople ? await tasksAnswer(facts) : undefined;
  if (tasks) return { ...tasks, is_going_out: false };
  if (reason) {
    const figures = figuresOf(reason, { facts, input, planned }, { schedule, at });
    return { ...diagnose(reason), figures, is_going_out: false };
  }
  return { ...(await laterAnswer(facts, schedule, at)), is_going_out: false };
}

function commonest({ waiting }: Plan): PlannerReason | undefined {
  const counts = new Map<PlannerReason, number>();
  for (const { reason } of waiting) counts.set(reason, (counts.get(reason) ?? 0) + 1);
  return [...counts].sort(([, one], [, other]) => other - one)[0]?.[0];
}

/**
 * Mailboxes without room are not looked at: what the planner would answer a lead that waits for one. Where they have room nobody
 * new waits, so that the day's maximum of new leads is in nobody's way.
 */
function roomReason(input: PlanInput, at: EpochMs): PlannerReason | undefined {
  if (input.newLeads.length > 0) return undefined;
  const anybody = { ...input, newToday: 0, followUps: [], newLeads: [{ leadId: ANYBODY }] };
  const { waiting } = plan(anybody, at);
  return waiting[0]?.reason;
}

/** That mailboxes are busy matters to nobody while the campaign's hours are closed for the whole of a run. */
function unlessClosed(
  reason: PlannerReason | undefined,
  schedule: PlanSchedule,
  at: EpochMs,
): PlannerReason | undefined {
  if (reason !== "no_free_slot" || nextOpening(schedule, at) < at + HORIZON_MS) return reason;
  return closedFor(schedule, at) === undefined ? "window_closed" : "day_closed";
}

function figuresOf(
  reason: PlannerReason,
  { facts, input, planned }: { facts: PlanFacts; input: PlanInput; planned: Plan },
  { schedule, at }: { schedule: PlanSchedule; at: EpochMs },
): Figures {
  if (reason === "window_closed" || reason === "day_closed") return openingFigures(schedule, at);
  if (reason === "new_lead_limit") return { ...newLeadsFact(input, at).figures };
  if (reason === "monthly_quota") return quotaFigures(facts);
  if (reason === "domain_limit") return domainFigures(input, planned);
  const senders = sendersFacts(input.mailboxes, at);
  const name = reason === "daily_limit" ? "daily_limit" : "gap";
  return { ...senders.find(({ fact }) => fact === name)?.figures };
}

/** Of the domain that has room first. */
function domainFigures(
  { newLeads, followUps, domainRateLimit }: PlanInput,
  { waiting }: Plan,
): Figures {
  const [first] = waiting
    .filter(({ reason }) => reason === "domain_limit")
    .sort((one, other) => (one.until ?? 0) - (other.until ?? 0));
  const lead = [...newLeads, ...followUps].find(({ leadId }) => leadId === first?.leadId);
  return {
    domain: lead?.domain ?? "",
    limit: domainRateLimit?.limit ?? 0,
    until: toIso(first?.until ?? 0),
  };
}

/** The breaker holds every mailbox that could send. */
function allClosedUntil({ slots }: PlanFacts, at: EpochMs): string | undefined {
  const able = slots.filter(({ sending }) => sending === "on");
  const ends = able.map(({ closedUntil = "" }) => closedUntil);
  const isClosed = ends.length > 0 && ends.every((end) => end >= toIso(at + HORIZON_MS));
  return isClosed ? [...ends].sort()[0] : undefined;
}
