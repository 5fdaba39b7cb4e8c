import { concurrently } from "@thaw/data/concurrently";
import { requireCampaign } from "../campaign/campaign.ts";
import { listShard, SHARDS } from "../campaign-lead/campaign-lead.ts";
import { listDueFirst, listDueFollowUps } from "../campaign-lead/due-leads.ts";
import { now, toIso } from "../clock.ts";
import { type PlanFacts, planBase, readPlanFacts } from "../forecast/plan-base.ts";
import { operation } from "../operation.ts";
import { plan } from "../planner/plan.ts";
import type { PlanInput } from "../planner/plan-input.ts";
import type { Plan, WaitReason } from "../planner/plan-output.ts";
import type { PlanSchedule } from "../schedule/closed-days.ts";
import { closedFor, isOpen, nextOpening } from "../schedule/window.ts";
import { HORIZON_MS } from "../trigger-run/plan-room.ts";
import { listTriggerRuns } from "../trigger-run/trigger-run.ts";
import { tasksAnswer } from "./by-hand.ts";
import { campaignAnswer, fixOf } from "./explain-lead.ts";
import { newLeadsFact, openingFigures, sendersFacts, windowFact } from "./facts.ts";
import { rehearse } from "./rehearse.ts";
import {
  CampaignExplanation,
  ExplainCampaign,
  type Figures,
  type Fix,
  type Rule,
} from "./why.schema.ts";

const MINUTE = 60_000;
const WIDTH = 32;
/** As far ahead as the earliest follow-up is looked for: the longest delay of a step. */
const FAR_MS = 366 * 1_440 * MINUTE;
/** Nobody: what would keep any new lead from being sent to. */
const ANYBODY = 0;

type Answer = { rule: Rule; figures: Figures; fix?: Fix; is_going_out: boolean };

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
    const still = campaignAnswer(campaign.status) ?? (await lackOf(facts));
    if (still || !schedule) {
      const lack = still ?? { rule: "no_schedule" as const, figures: {}, fix: "setup" as const };
      return { made_at, ...lack, facts: [], is_going_out: false };
    }
    const base = planBase(facts, schedule, at);
    const { items: runs } = await listTriggerRuns(actor, { campaign_id, limit: 4 });
    const justPlanned = runs
      .filter(({ completed_at = "" }) => completed_at >= toIso(at - HORIZON_MS))
      .reduce((sum, { emails_scheduled }) => sum + emails_scheduled, 0);
    const answer = await answerFor(facts, schedule, { at, justPlanned });
    return {
      made_at,
      ...answer,
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
async function lackOf(facts: PlanFacts): Promise<Omit<Answer, "is_going_out"> | undefined> {
  const { campaign, slots, steps } = facts;
  if (!(await hasLeads(campaign))) return { rule: "no_leads", figures: {}, fix: "leads" };
  if (steps.length === 0) return { rule: "no_step", figures: {}, fix: "sequence" };
  if (slots.length === 0) return { rule: "no_sender", figures: {}, fix: "setup" };
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

async function answerFor(
  facts: PlanFacts,
  schedule: PlanSchedule,
  { at, justPlanned }: { at: number; justPlanned: number },
): Promise<Answer> {
  const input = await rehearse(facts, schedule, at);
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

/** Nothing gets a slot in the next run: the planner's reason, or that nobody is waiting for one. */
async function reasonFor(
  facts: PlanFacts,
  seen: { input: PlanInput; planned: Plan; schedule: PlanSchedule; at: number },
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
    const fix = fixOf(reason);
    const figures = figuresOf(reason, input, { schedule, at });
    return { rule: reason, figures, ...(fix ? { fix } : {}), is_going_out: false };
  }
  const dueAt = await earliestDue(facts, at);
  return dueAt === undefined
    ? { rule: "nothing_left", figures: {}, fix: "leads", is_going_out: false }
    : { rule: "not_due", figures: { due_at: dueAt }, is_going_out: false };
}

function commonest({ waiting }: Plan): WaitReason | undefined {
  const counts = new Map<WaitReason, number>();
  for (const { reason } of waiting) counts.set(reason, (counts.get(reason) ?? 0) + 1);
  return [...counts].sort(([, one], [, other]) => other - one)[0]?.[0];
}

/** Mailboxes without room are not looked at: what the planner would tell anybody who waits for one. */
function roomReason(input: PlanInput, at: number): WaitReason | undefined {
  if (input.newLeads.length > 0) return undefined;
  const { waiting } = plan({ ...input, followUps: [], newLeads: [{ leadId: ANYBODY }] }, at);
  return waiting[0]?.reason;
}

/** That mailboxes are busy matters to nobody while the campaign's hours are closed for the whole of a run. */
function unlessClosed(
  reason: WaitReason | undefined,
  schedule: PlanSchedule,
  at: number,
): WaitReason | undefined {
  if (reason !== "no_free_slot" || nextOpening(schedule, at) < at + HORIZON_MS) return reason;
  return closedFor(schedule, at) === undefined ? "window_closed" : "day_closed";
}

function figuresOf(
  reason: WaitReason,
  input: PlanInput,
  { schedule, at }: { schedule: PlanSchedule; at: number },
): Figures {
  if (reason === "window_closed" || reason === "day_closed") return openingFigures(schedule, at);
  if (reason === "new_lead_limit") return { ...newLeadsFact(input, at).figures };
  const senders = sendersFacts(input.mailboxes, at);
  const name = reason === "daily_limit" ? "daily_limit" : "gap";
  return { ...senders.find(({ fact }) => fact === name)?.figures };
}

/** The breaker holds every mailbox that could send. */
function allClosedUntil({ slots }: PlanFacts, at: number): string | undefined {
  const able = slots.filter(({ sending }) => sending === "on");
  const ends = able.map(({ closedUntil = "" }) => closedUntil);
  const isClosed = ends.length > 0 && ends.every((end) => end >= toIso(at + HORIZON_MS));
  return isClosed ? [...ends].sort()[0] : undefined;
}

/** A new lead falls due later where something has put its mail off. */
async function earliestDue({ campaign, slots }: PlanFacts, at: number) {
  const { accountId, campaignId } = campaign;
  const until = toIso(at + FAR_MS);
  const found = await concurrently(slots, WIDTH, ({ mailboxId }) =>
    listDueFollowUps({ accountId, campaignId, mailboxId }, until, 1),
  );
  const first = await listDueFirst({ accountId, campaignId }, until, 1);
  return [...found.flat(), ...first].map(({ dueAt }) => dueAt).sort()[0];
}
