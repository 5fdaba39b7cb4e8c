import { accountTimezone } from "../account/account.ts";
import type { CampaignRecord } from "../campaign/campaign.ts";
import type { SequenceStep } from "../campaign/sequence.schema.ts";
import { readSteps } from "../campaign/sequence.ts";
import { type MailboxSlot, readSlots } from "../mailbox/mailbox-slot.ts";
import type { PlanInput, PlanMailbox } from "../planner/plan-input.ts";
import type { CampaignSchedule } from "../schedule/schedule.schema.ts";
import { localDate } from "../schedule/zone.ts";

/** What planning needs of a campaign besides its leads. */
export type PlanBase = Omit<PlanInput, "followUps" | "newLeads" | "horizonMs">;

export type PlanFacts = {
  campaign: CampaignRecord;
  schedule: CampaignSchedule | undefined;
  steps: SequenceStep[];
  slots: MailboxSlot[];
  accountTimezone: string;
};

/** Reads what planning needs: two records, and one for each mailbox in batches. */
export async function readPlanFacts(campaign: CampaignRecord): Promise<PlanFacts> {
  const { accountId, campaignId, mailboxIds, sequenceVersion } = campaign;
  const [steps, slots, timezone] = await Promise.all([
    readSteps(accountId, campaignId, sequenceVersion),
    readSlots(accountId, mailboxIds, { consistent: false }),
    accountTimezone(accountId),
  ]);
  const schedule = campaign.schedule as CampaignSchedule | undefined;
  return { campaign, schedule, steps, slots, accountTimezone: timezone };
}

/** The same input as a trigger run at `at` (epoch ms) gives to the planner, without its leads. */
export function planBase(
  { campaign, steps, slots, accountTimezone: timezone }: PlanFacts,
  schedule: CampaignSchedule,
  at: number,
): PlanBase {
  const isToday = campaign.newDay === localDate(schedule.timezone, at);
  return {
    campaign: {
      id: campaign.campaignId,
      schedule,
      sequence: steps.map((step) => ({
        step: step.seq_number,
        delayDays: step.seq_delay_details.delayInDays,
        automatic: step.seq_type === "EMAIL",
        // Which text a lead gets changes no time: one variant stands for all.
        variants: step.variants
          .slice(0, 1)
          .map(({ letter }) => ({ letter, share: 100, assigned: 0 })),
      })),
    },
    newToday: isToday ? (campaign.newCount ?? 0) : 0,
    monthlyLeft: Number.MAX_SAFE_INTEGER,
    mailboxes: slots.map((slot) => toPlanMailbox(slot, timezone)),
    seed: `${campaign.accountId}|${campaign.campaignId}`,
  };
}

function toPlanMailbox(slot: MailboxSlot, timezone: string): PlanMailbox {
  const closed = slot.closedUntil ? Date.parse(slot.closedUntil) : 0;
  const nextFree = Math.max(Date.parse(slot.nextFreeAt), closed);
  const last = Math.max(Date.parse(slot.lastSendAt), Date.parse(slot.lastSlotAt ?? "") || 0);
  return {
    id: slot.mailboxId,
    state: slot.sending === "on" ? "CONNECTED" : "PAUSED",
    nextFreeAt: nextFree > 0 ? nextFree : null,
    lastSlotAt: last || null,
    day: slot.day || null,
    sentToday: slot.sentToday + Math.max(slot.pending, 0),
    dailyLimit: slot.dailyLimit,
    minGapMs: slot.minGapMs,
    accountTimezone: timezone,
  };
}
