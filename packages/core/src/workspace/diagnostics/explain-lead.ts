import type { Actor } from "../../actor.ts";
import { requireCampaign } from "../../campaigns/campaign/campaign-record.ts";
import { clientOfCampaign } from "../../campaigns/campaign/visible-campaigns.ts";
import {
  type CampaignLeadRecord,
  dueAtOf,
  findCampaignLead,
} from "../../campaigns/campaign-lead/campaign-lead.ts";
import { waitsForMailbox } from "../../campaigns/campaign-lead/waiting.ts";
import { failureLine } from "../../campaigns/message/failure-line.ts";
import { toMessageStatus } from "../../campaigns/message/message.schema.ts";
import { findMessages, type MessageRecord } from "../../campaigns/message/message-state.ts";
import { withPlanned } from "../../campaigns/message/planned-message.ts";
import { sendIdOf } from "../../campaigns/message/send-id.ts";
import { now, toEpochMs, toIso } from "../../clock.ts";
import { isFaultOfStep } from "../../engine/delivery/fail-unbuilt.ts";
import type { LeadStep } from "../../engine/forecast/forecast.schema.ts";
import { getLeadPlan } from "../../engine/forecast/forecast.ts";
import { type PlanFacts, planBase, readPlanFacts } from "../../engine/forecast/plan-base.ts";
import { HORIZON_MS } from "../../engine/planner/horizon.ts";
import type { FollowUp } from "../../engine/planner/plan-input.ts";
import { notFound } from "../../error.ts";
import type { EpochMs } from "../../instant.schema.ts";
import type { PlanSchedule } from "../../kernel/schedule/closed-days.ts";
import { windowIn } from "../../kernel/schedule/lead-window.ts";
import { NEVER } from "../../leads/lead/change-lead-status.ts";
import { findLeads } from "../../leads/lead/lead-record.ts";
import { leadIn } from "../../leads/lead/see-leads.ts";
import { type LeadZone, leadZoneOf } from "../../leads/lead-timezone/lead-timezone.ts";
import { findSuppressed } from "../../leads/suppression/suppression.ts";
import { operation } from "../../operation.ts";
import { readStoredFor } from "../../read-stored.ts";
import { findMailboxes } from "../../senders/mailbox/mailbox-record.ts";
import { byHandAnswer } from "./by-hand.ts";
import { campaignAnswer } from "./campaign-answer.ts";
import { decide } from "./decide.ts";
import { diagnose } from "./diagnosis.ts";
import {
  type Answer,
  ExplainLead,
  type Fact,
  type Figures,
  LeadExplanation,
  type Rule,
} from "./diagnostics.schema.ts";
import { domainAnswer, dueOf } from "./domain-answer.ts";
import { dryRun, dryRunLane } from "./dry-run.ts";
import {
  mailboxFacts,
  newLeadsFact,
  openingFigures,
  quotaFigures,
  sendersFacts,
  windowFact,
} from "./facts.ts";
import { plannedAnswer, retryAnswer } from "./planned-answer.ts";

type Asked = {
  lead: CampaignLeadRecord;
  facts: PlanFacts;
  email: string;
  /** The lead's own timezone, where the campaign writes by it and knows it. */
  zone: LeadZone | undefined;
  senders: ReadonlyMap<number, string>;
  /** What became of its mails so far. */
  mails: readonly MessageRecord[];
  at: EpochMs;
};

/**
 * Why a lead's next mail has not been sent, and when it will be; and of those that were, why they went when they did. What
 * decides over a waiting lead is asked of the planner, with what its next run would look at.
 */
export const explainLead = operation({
  permission: "leads:read",
  input: ExplainLead,
  output: LeadExplanation,
  async run(actor, { campaign_id: campaignId, lead_id: leadId }) {
    const { accountId } = actor;
    const at = now();
    const [campaign, lead, leads] = await Promise.all([
      requireCampaign(accountId, campaignId),
      findCampaignLead({ accountId, campaignId, leadId }),
      findLeads(accountId, [leadId]),
    ]);
    if (!lead) throw notFound("lead");
    const facts = await readPlanFacts(campaign, { version: lead.sequenceVersion });
    const mails = await mailsOf(lead, facts);
    const senders = await sendersOf(accountId, [lead.mailboxId ?? 0, ...mails.map(mailboxOf)]);
    const found = leads.get(leadId);
    const person = found && leadIn(found, campaignId);
    const usesZone = person && facts.schedule?.usesLeadTimezone;
    const zone = usesZone ? await leadZoneOf(person) : undefined;
    const asked = { lead, facts, email: person?.email ?? "", zone, senders, mails, at };
    const [answer, { steps, timezone }] = await Promise.all([
      answerFor(asked),
      getLeadPlan(actor, { campaign_id: campaignId, lead_id: leadId }),
    ]);
    return {
      made_at: toIso(at),
      ...answer,
      figures: {
        ...answer.figures,
        ...readFigure(actor, "failure", answer.figures.failure),
        ...readFigure(actor, "task", answer.figures.task),
        ...parentFigure(campaign),
      },
      ...(timezone ? { timezone } : {}),
      facts: endedAnswer(lead) ? [] : factsFor(asked),
      steps: answer.rule === "block_list" ? steps.map(withoutDate) : steps,
      mails: mails.map((mail) => toMail(actor, mail, senders)),
    };
  },
});

/** The forecast does not ask the block list of each lead: what it expects of one that is on it never comes. */
const withoutDate = (step: LeadStep): LeadStep =>
  step.state === "expected" || step.state === "around"
    ? { step: step.step, state: "not_planned" }
    : step;

/** A subsequence has its screens under its parent's. */
export const parentFigure = ({ parentId }: { parentId?: number | undefined }): Figures =>
  parentId === undefined ? {} : { parent_id: parentId };

const mailboxOf = ({ mailboxId }: MessageRecord) => mailboxId;

async function mailsOf(lead: CampaignLeadRecord, facts: PlanFacts) {
  const { accountId, campaignId, leadId } = lead;
  const keys = facts.steps.map(({ seq_number: step }) => ({
    accountId,
    sendId: sendIdOf({ accountId, campaignId, leadId, step }),
  }));
  const mails = withPlanned(await findMessages(keys), lead).values();
  return [...mails].sort((one, other) => one.step - other.step);
}

async function sendersOf(accountId: number, mailboxIds: readonly number[]) {
  const mailboxes = await findMailboxes(accountId, [...new Set(mailboxIds)].filter(Boolean));
  return new Map(mailboxes.map(({ mailboxId, email }) => [mailboxId, email]));
}

/** What the record of a mail or of a step's task keeps to be read. */
const readFigure = (actor: Actor, name: "failure" | "task", stored: Figures[string] | undefined) =>
  typeof stored === "string" ? readStoredFor(actor, name, stored) : {};

function toMail(actor: Actor, message: MessageRecord, senders: ReadonlyMap<number, string>) {
  const { step, status, variant, dueAt, scheduledAt, sentAt, failure, mailboxId } = message;
  const sender = senders.get(mailboxId);
  return {
    step,
    status: toMessageStatus(status),
    variant,
    ...(dueAt ? { due_at: dueAt } : {}),
    scheduled_at: scheduledAt,
    ...(sentAt ? { sent_at: sentAt } : {}),
    ...(sender ? { sender } : {}),
    ...readStoredFor(actor, "failure", failure && failureLine(failure)),
  };
}

async function answerFor(asked: Asked): Promise<Answer> {
  const { lead, facts, email, zone, at, mails } = asked;
  const ended = endedAnswer(lead);
  if (ended) return { ...ended, ...fixOfFailure(asked) };
  const shut = await campaignAnswer(facts, at);
  if (shut) return shut;
  const { schedule } = facts;
  if (!schedule) return { rule: "no_schedule", figures: {}, fix: "setup" };
  const waited = { accountId: lead.accountId, dueAt: dueOf(lead) };
  return (
    (await blockAnswer(asked)) ??
    pausedAnswer(lead) ??
    retryAnswer(lead, mails, at) ??
    draftedAnswer(asked, schedule) ??
    (await byHandAnswer(lead, facts, at)) ??
    (await domainAnswer(waited, email, { schedule: windowIn(schedule, zone?.timezone), at })) ??
    waitingAnswer(asked, schedule, at)
  );
}

/** The block list is asked when a mail is about to leave: until then such a lead waits like any other. */
async function blockAnswer({ lead, facts, email }: Asked): Promise<Answer | undefined> {
  const clientId = await clientOfCampaign(facts.campaign);
  if (!email || (await findSuppressed(lead.accountId, [email], clientId)).size === 0) {
    return undefined;
  }
  return { rule: "block_list", figures: { email }, fix: "block_list" };
}

function pausedAnswer(lead: CampaignLeadRecord): Answer | undefined {
  if (lead.status !== "PAUSED") return undefined;
  const until = dueOf(lead);
  return { rule: "lead_paused", figures: until && until !== NEVER ? { until } : {} };
}

function draftedAnswer(
  { lead, facts, mails, senders, zone, at }: Asked,
  schedule: PlanSchedule,
): Answer | undefined {
  if (lead.scheduledAt === undefined) return undefined;
  const window = windowIn(schedule, zone?.timezone);
  const sender = figuresOf(lead.mailboxId, senders);
  const drafted = mails.find(({ step, status }) => step === lead.nextStep && status === "DRAFTED");
  const scheduledAt = drafted?.scheduledAt ?? lead.scheduledAt;
  return plannedAnswer({ lead, scheduledAt }, { facts, window, sender }, at);
}

/** D8.1: what ended stays ended whatever the campaign does. */
function endedAnswer({ status, stopReason, changedAt }: CampaignLeadRecord): Answer | undefined {
  const since: Figures = changedAt ? { since: changedAt } : {};
  if (status === "COMPLETED") return { rule: "lead_completed", figures: since };
  if (status === "BLOCKED") return { rule: "lead_blocked", figures: since, fix: "block_list" };
  if (status !== "STOPPED") return undefined;
  const figures: Figures = stopReason ? { reason: stopReason } : {};
  return { rule: "lead_stopped", figures: { ...since, ...figures } };
}

/** Where its mail cannot be made of its step, that is fixed and the mail sent again. */
const fixOfFailure = ({ lead, mails }: Asked): Pick<Answer, "fix"> =>
  lead.stopReason === "failed" &&
  mails.some((mail) => mail.step === lead.nextStep && isFaultOfStep(mail))
    ? { fix: "sequence" }
    : {};

const figuresOf = (
  mailboxId: number | undefined,
  senders: ReadonlyMap<number, string>,
): Figures => {
  const sender = senders.get(mailboxId ?? 0);
  return {
    ...(mailboxId === undefined ? {} : { mailbox_id: mailboxId }),
    ...(sender ? { sender } : {}),
  };
};

async function waitingAnswer(
  { lead, facts, senders, zone }: Asked,
  schedule: PlanSchedule,
  at: EpochMs,
): Promise<Answer> {
  const timezone = zone?.timezone;
  const followUp = followUpOf(lead, timezone);
  const input = followUp
    ? await dryRunLane(facts, followUp.mailboxId, { schedule, at })
    : await dryRun(facts, schedule, at);
  const verdict = decide(input, at, { leadId: lead.leadId, followUp, timezone });
  const own = figuresOf(followUp?.mailboxId, senders);
  if (verdict.kind === "planned") {
    const figures = { ...own, mailbox_id: verdict.mailboxId, at: toIso(verdict.at) };
    return { rule: "next_run", figures: { ...figures, step: lead.nextStep } };
  }
  const slot = facts.slots.find(({ mailboxId }) => mailboxId === followUp?.mailboxId);
  const closedUntil = slot?.closedUntil ?? "";
  if (verdict.reason === "no_free_slot" && closedUntil >= toIso(at + HORIZON_MS)) {
    return { rule: "mailbox_closed", figures: { ...own, until: closedUntil }, fix: "mailbox" };
  }
  const window = windowIn(schedule, timezone);
  const diagnosis = diagnose(verdict.reason);
  const when = whenFigures(diagnosis.rule, { facts, followUp, window, at });
  return {
    ...diagnosis,
    figures: {
      ...own,
      ...when,
      step: lead.nextStep,
      looked_at: input.newLeads.length,
    },
  };
}

function whenFigures(
  rule: Rule,
  of: { facts: PlanFacts; followUp: FollowUp | undefined; window: PlanSchedule; at: EpochMs },
): Figures {
  const { facts, followUp, window, at } = of;
  if (rule === "day_closed") return openingFigures(window, at);
  if (rule === "monthly_quota") return quotaFigures(facts);
  return followUp && rule === "not_due" ? { due_at: toIso(followUp.dueAt) } : {};
}

function followUpOf(lead: CampaignLeadRecord, timezone: string | undefined): FollowUp | undefined {
  const { leadId, nextStep, mailboxId, due } = lead;
  if (!waitsForMailbox(lead) || mailboxId === undefined || due === undefined) return undefined;
  return { leadId, step: nextStep, mailboxId, dueAt: toEpochMs(dueAtOf(due)), timezone };
}

/** Where the lead's clock is taken from, in a campaign that keeps to it. */
function zoneFacts({ facts, zone }: Asked): Fact[] {
  const { schedule } = facts;
  if (!schedule?.usesLeadTimezone) return [];
  return zone
    ? [{ fact: "timezone", figures: { ...zone } }]
    : [{ fact: "timezone", figures: { timezone: schedule.timezone, source: "campaign" } }];
}

function factsFor(asked: Asked): Fact[] {
  const { lead, facts, senders, at } = asked;
  const { schedule, slots, campaign } = facts;
  if (!schedule) return [];
  const base = planBase(facts, schedule, at);
  const mailbox = base.mailboxes.find(({ id }) => id === lead.mailboxId);
  const slot = slots.find(({ mailboxId }) => mailboxId === lead.mailboxId);
  const step = base.campaign.sequence.find((each) => each.step === lead.nextStep);
  const delay: Fact[] =
    lead.nextStep > 1 && step
      ? [
          {
            fact: "delay",
            figures: {
              days: step.delayDays,
              ...(lead.lastSentAt ? { last_sent_at: lead.lastSentAt } : {}),
              ...(lead.due ? { due_at: dueAtOf(lead.due) } : {}),
            },
          },
        ]
      : [];
  return [
    ...zoneFacts(asked),
    windowFact(windowIn(schedule, asked.zone?.timezone), at),
    ...delay,
    ...(mailbox
      ? mailboxFacts(base, mailbox, { at, slot, email: senders.get(mailbox.id) })
      : sendersFacts(base.mailboxes, at)),
    ...(lead.nextStep === 1 && !waitsForMailbox(lead) ? [newLeadsFact(base, at)] : []),
    ...(campaign.nextRunAt
      ? [{ fact: "run" as const, figures: { next_at: campaign.nextRunAt } }]
      : []),
  ];
}
