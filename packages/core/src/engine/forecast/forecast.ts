import { billingMonth } from "../../accounts/subscription-plan/billing-month.ts";
import { type CampaignRecord, requireCampaign } from "../../campaigns/campaign/campaign-record.ts";
import { findCampaignLead } from "../../campaigns/campaign-lead/campaign-lead.ts";
import { now, toIso } from "../../clock.ts";
import { DAY_MS } from "../../duration.ts";
import { notFound } from "../../error.ts";
import type { EpochMs } from "../../instant.schema.ts";
import type { PlanSchedule } from "../../kernel/schedule/closed-days.ts";
import { isWeekdayOf } from "../../kernel/schedule/window.ts";
import { dateOfDay, dayOfDate, localDay } from "../../kernel/schedule/zone.ts";
import { operation } from "../../operation.ts";
import { readDays } from "../../reporting/counter/counter.ts";
import { findMailboxes } from "../../senders/mailbox/mailbox-record.ts";
import type { Assignment } from "../planner/plan-output.ts";
import { ForecastEntity } from "./forecast.entity.ts";
import {
  GetLeadPlan,
  GetSendPlan,
  LEFT_OUT,
  LeadPlan,
  type LeftOut,
  SendPlanView,
} from "./forecast.schema.ts";
import { leadSteps } from "./lead-steps.ts";
import type { PlanFacts } from "./plan-base.ts";
import { daysOf, type SendPlan } from "./send-plan.ts";
import { type Forecast, simulateFrom } from "./simulate-from.ts";

const SHOWN_DAYS = 366;
const COMPARED_DAYS = 31;
const SHOWN_CLOSED = 100;

/** When what goes out from where, from now on; a draft as if it started now, a paused campaign as if it went on now. */
export const getSendPlan = operation({
  permission: "campaigns:read",
  input: GetSendPlan,
  output: SendPlanView,
  async run({ accountId }, { campaign_id, mailbox_id }) {
    const at = now();
    const campaign = await requireCampaign(accountId, campaign_id);
    const [forecast, against] = await Promise.all([
      simulateFrom(campaign, at, { mailboxId: mailbox_id }),
      readAgainst(campaign, at),
    ]);
    const { plan, waiting, precision, gaps, facts } = forecast;
    const days = daysOf(plan);
    const [first, last] = [days[0], days.at(-1)];
    return {
      made_at: toIso(at),
      precision,
      gaps,
      ...(facts.schedule ? { timezone: facts.schedule.timezone } : {}),
      mails: plan.mails,
      waiting,
      ...(first ? { starts_on: first.day } : {}),
      ...(last && waiting === 0 ? { ends_on: last.day } : {}),
      days: days.slice(0, SHOWN_DAYS),
      is_cut: days.length > SHOWN_DAYS,
      leaves_out: leftOutOf(forecast),
      closed: closedDaysOf(facts.schedule, at, last?.day),
      steps: plan.steps.map((step, index) => ({
        step,
        mails: days.reduce((sum, day) => sum + (day.steps[index]?.mails ?? 0), 0),
      })),
      mailboxes: await mailboxesOf(accountId, plan),
      against,
    };
  },
});

/** What is asked of each lead, which counts alone cannot tell, and the month's mails, which all campaigns take from. */
const IS_LEFT_OUT: Record<LeftOut, (forecast: Forecast) => boolean> = {
  lead_clock: ({ facts, precision }) =>
    precision === "estimate" && facts.schedule?.usesLeadTimezone === true,
  domain_limit: ({ facts, precision }) =>
    precision === "estimate" && Boolean(facts.schedule?.maxPerDomainPerHour),
  sending_stopped: ({ facts }) => facts.stop !== undefined,
  monthly_quota: ({ facts, plan }) => isMoreThanMonths(plan, facts),
};

const leftOutOf = (forecast: Forecast): LeftOut[] =>
  LEFT_OUT.filter((rule) => IS_LEFT_OUT[rule](forecast));

/** Whether a month of the plan has more mails than the account may still send in it. */
function isMoreThanMonths({ utcDays }: SendPlan, { quota, monthlyLeft }: PlanFacts): boolean {
  const months = new Map<string, number>();
  for (const [day, mails] of utcDays) {
    const { startsAt } = billingMonth(quota.startsAt, day * DAY_MS);
    months.set(startsAt, (months.get(startsAt) ?? 0) + mails);
  }
  return [...months].some(([startsAt, mails]) =>
    startsAt === quota.startsAt ? mails > monthlyLeft : mails > quota.limit,
  );
}

/** What a plan goes around, up to its last mail: days of the week without mail are left out. */
function closedDaysOf(schedule: PlanSchedule | undefined, from: EpochMs, until = "") {
  if (!schedule?.closed || !until) return [];
  const first = localDay(schedule.timezone, from);
  const last = dayOfDate(until);
  return [...schedule.closed]
    .filter(([day]) => day >= first && day <= last && isWeekdayOf(schedule, day))
    .sort(([one], [other]) => one - other)
    .slice(0, SHOWN_CLOSED)
    .map(([day, name]) => ({ day: dateOfDay(day), name }));
}

async function mailboxesOf(accountId: number, { mailboxes }: SendPlan) {
  const records = await findMailboxes(accountId, [...mailboxes.keys()]);
  const emails = new Map(records.map(({ mailboxId, email }) => [mailboxId, email]));
  return [...mailboxes]
    .sort(([one], [other]) => one - other)
    .map(([mailboxId, { mails, firstDay, lastDay }]) => {
      const email = emails.get(mailboxId);
      return {
        mailbox_id: mailboxId,
        ...(email ? { email } : {}),
        mails,
        first_day: dateOfDay(firstDay),
        last_day: dateOfDay(lastDay),
      };
    });
}

/** What was planned at the last start and what was sent, on the days until today that have either. */
async function readAgainst({ accountId, campaignId }: CampaignRecord, at: EpochMs) {
  const to = toIso(at).slice(0, 10);
  const from = toIso(at - (COMPARED_DAYS - 1) * DAY_MS).slice(0, 10);
  const [{ data: kept }, days] = await Promise.all([
    ForecastEntity.get({ accountId, campaignId }).go(),
    readDays(accountId, campaignId, { from, to }),
  ]);
  const planned = (kept?.days as Record<string, number> | undefined) ?? {};
  const sent = new Map(days.map(({ day, counts }) => [day, counts.sent ?? 0]));
  const all = Array.from({ length: COMPARED_DAYS }, (_, index) => {
    const day = toIso(Date.parse(from) + index * DAY_MS).slice(0, 10);
    const count = planned[day];
    return { day, ...(count === undefined ? {} : { planned: count }), sent: sent.get(day) ?? 0 };
  });
  const first = all.findIndex((day) => day.planned !== undefined || day.sent > 0);
  return first < 0 ? [] : all.slice(first);
}

/**
 * Keeps the plan of a campaign that starts, so that what is sent can be held against it. Days that are over keep what an
 * earlier start planned for them.
 */
export async function keepSendPlan(campaign: CampaignRecord): Promise<void> {
  const at = now();
  const key = { accountId: campaign.accountId, campaignId: campaign.campaignId };
  const today = toIso(at).slice(0, 10);
  const [{ plan }, { data: before }, [sentToday]] = await Promise.all([
    simulateFrom(campaign, at),
    ForecastEntity.get(key).go(),
    readDays(key.accountId, key.campaignId, { from: today, to: today }),
  ]);
  const past = Object.entries((before?.days as Record<string, number> | undefined) ?? {})
    .filter(([day]) => day < today)
    .sort(([one], [other]) => (one < other ? -1 : 1));
  const coming = [...plan.utcDays].sort(([one], [other]) => one - other).slice(0, SHOWN_DAYS);
  const days = Object.fromEntries([
    ...past.slice(-SHOWN_DAYS),
    ...coming.map(([day, mails]): [string, number] => [dateOfDay(day), mails]),
  ]);
  days[today] = (days[today] ?? 0) + (sentToday?.counts.sent ?? 0);
  await ForecastEntity.put({ ...key, madeAt: toIso(at), days }).go({ response: "none" });
}

/** When each step of one lead went out or will; instants where its runs were simulated, days where they are estimated. */
export const getLeadPlan = operation({
  permission: "leads:read",
  input: GetLeadPlan,
  output: LeadPlan,
  async run({ accountId }, { campaign_id: campaignId, lead_id: leadId }) {
    const at = now();
    const campaign = await requireCampaign(accountId, campaignId);
    const lead = await findCampaignLead({ accountId, campaignId, leadId });
    if (!lead) throw notFound("lead");
    const mails: Assignment[] = [];
    const forecast = await simulateFrom(campaign, at, {
      version: lead.sequenceVersion,
      onMail: (mail) => {
        if (mail.leadId === leadId) mails.push(mail);
      },
    });
    const timezone = forecast.facts.schedule?.timezone;
    return {
      made_at: toIso(at),
      precision: forecast.precision,
      ...(timezone ? { timezone } : {}),
      steps: await leadSteps({ campaign, lead, forecast, mails, at }),
    };
  },
});
