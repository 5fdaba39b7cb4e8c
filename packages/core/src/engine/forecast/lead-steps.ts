import type { CampaignRecord } from "../../campaigns/campaign/campaign-record.ts";
import { type CampaignLeadRecord, dueAtOf } from "../../campaigns/campaign-lead/campaign-lead.ts";
import { listDueFirst } from "../../campaigns/campaign-lead/due-leads.ts";
import { findMessages } from "../../campaigns/message/message-state.ts";
import { sendIdOf } from "../../campaigns/message/send-id.ts";
import { isByHand } from "../../campaigns/sequence/step-type.schema.ts";
import { toEpochMs, toIso } from "../../clock.ts";
import { DAY_MS } from "../../duration.ts";
import type { EpochMs } from "../../instant.schema.ts";
import type { PlanSchedule } from "../../kernel/schedule/closed-days.ts";
import { dueAfter, nextOpening, type SendWindow } from "../../kernel/schedule/window.ts";
import { instantOfWall, localDate, localDay } from "../../kernel/schedule/zone.ts";
import type { Assignment } from "../planner/plan-output.ts";
import type { LeadStep } from "./forecast.schema.ts";
import type { Forecast } from "./simulate-from.ts";
import { isFollowUp } from "./waiting-leads.ts";

type Asked = {
  campaign: CampaignRecord;
  lead: CampaignLeadRecord;
  forecast: Forecast;
  /** The lead's own mails of a plan that was simulated. */
  mails: readonly Assignment[];
  at: EpochMs;
};

/** Every step of the campaign for one lead, in order. */
export async function leadSteps(asked: Asked): Promise<LeadStep[]> {
  const { campaign, lead, forecast } = asked;
  const { schedule, steps } = forecast.facts;
  const key = { accountId: lead.accountId, campaignId: lead.campaignId, leadId: lead.leadId };
  const ids = steps.map(({ seq_number: step }) => sendIdOf({ ...key, step }));
  const messages = await findMessages(ids.map((sendId) => ({ accountId: key.accountId, sendId })));
  const isRunning = ["STARTED", "INPROGRESS", "PAUSED"].includes(lead.status);
  const gone = steps.map(({ seq_number: step, seq_type: type }, index): LeadStep => {
    const message = messages.get(ids[index] ?? "");
    if (message?.sentAt === undefined) {
      if (!isByHand(type)) return { step, state: "not_planned" };
      if (message?.status === "SKIPPED") return { step, state: "left_out" };
      return { step, state: isRunning && step >= lead.nextStep ? "by_hand" : "not_planned" };
    }
    return {
      step,
      state: isByHand(type) ? "done" : "sent",
      at: message.sentAt,
      ...(schedule ? { day: localDate(schedule.timezone, toEpochMs(message.sentAt)) } : {}),
      mailbox_id: message.mailboxId,
    };
  });
  if (!schedule || !isRunning || forecast.gaps.length > 0) return gone;
  const coming =
    forecast.precision === "exact"
      ? playedSteps(asked, schedule)
      : await estimatedSteps(asked, campaign, schedule);
  return gone.map((step) =>
    step.state === "not_planned" ? (coming.get(step.step) ?? step) : step,
  );
}

function playedSteps({ mails, lead }: Asked, { timezone }: PlanSchedule): Map<number, LeadStep> {
  return new Map(
    mails.map(({ step, scheduledAt, mailboxId }): [number, LeadStep] => {
      const where = { step, day: localDate(timezone, scheduledAt), mailbox_id: mailboxId };
      const isPlanned = step === lead.nextStep && lead.scheduledAt !== undefined;
      const state = isPlanned ? "planned" : "expected";
      return [step, { ...where, state, at: toIso(scheduledAt) }];
    }),
  );
}

/**
 * The first mail on the day on which the estimate comes to the lead's place in the line, every other when its delay is over.
 * A lead's place is told by its id: leads of one import have ids in a row.
 */
async function estimatedSteps(
  asked: Asked,
  campaign: CampaignRecord,
  schedule: SendWindow,
): Promise<Map<number, LeadStep>> {
  const { lead, forecast } = asked;
  const found = new Map<number, LeadStep>();
  let when = await nextMailOf(asked, campaign, schedule);
  for (const { seq_number: step, seq_type, seq_delay_details: delay } of forecast.facts.steps) {
    if (when === undefined || step < lead.nextStep) continue;
    // Nobody can tell when someone will do it, nor what comes after that.
    if (isByHand(seq_type)) break;
    const isPlanned = step === lead.nextStep && lead.scheduledAt !== undefined;
    if (step > lead.nextStep) when = dueAfter(when, delay.delayInDays, schedule);
    found.set(step, {
      step,
      state: isPlanned ? "planned" : "around",
      ...(isPlanned ? { at: toIso(when) } : {}),
      day: localDate(schedule.timezone, when),
      ...(lead.mailboxId === undefined ? {} : { mailbox_id: lead.mailboxId }),
    });
  }
  return found;
}

async function nextMailOf(
  { lead, forecast, at }: Asked,
  { accountId, campaignId }: CampaignRecord,
  schedule: SendWindow,
): Promise<number | undefined> {
  if (lead.scheduledAt !== undefined) return toEpochMs(lead.scheduledAt);
  if (isFollowUp(lead)) {
    const dueAt = lead.due ? Date.parse(dueAtOf(lead.due)) : at;
    return nextOpening(schedule, Math.max(dueAt, at));
  }
  const [first] = await listDueFirst({ accountId, campaignId }, toIso(at), 1);
  const ahead = Math.max(0, lead.leadId - (first?.leadId ?? lead.leadId));
  return dayOfNewLead(forecast, Math.min(ahead, forecast.newLeads - 1), schedule);
}

/** The opening of the day on which the estimate comes to the new lead that so many are ahead of. */
function dayOfNewLead({ plan }: Forecast, ahead: number, schedule: SendWindow): number | undefined {
  let before = 0;
  for (const [day, counts] of [...plan.days].sort(([one], [other]) => one - other)) {
    before += counts[0] ?? 0;
    if (before <= ahead) continue;
    const opens = nextOpening(schedule, instantOfWall(schedule.timezone, day * DAY_MS));
    return localDay(schedule.timezone, opens) === day ? opens : undefined;
  }
  return undefined;
}
