import { accountTimezone } from "../../accounts/account/account.ts";
import {
  findSendingStop,
  type SendingStop,
} from "../../accounts/sending-stop/sending-stop-record.ts";
import {
  type MonthlyQuota,
  monthlyQuotaOf,
  readMonthlyLeft,
} from "../../accounts/subscription-plan/monthly-quota.ts";
import type { CampaignStatus } from "../../campaigns/campaign/campaign.schema.ts";
import type { CampaignRecord } from "../../campaigns/campaign/campaign-record.ts";
import type { SequenceStep } from "../../campaigns/sequence/sequence.schema.ts";
import { readSteps } from "../../campaigns/sequence/sequence-record.ts";
import { readWithSenders } from "../../campaigns/subsequence/frozen.ts";
import { now } from "../../clock.ts";
import type { EpochMs } from "../../instant.schema.ts";
import { type PlanSchedule, planSchedule } from "../../kernel/schedule/closed-days.ts";
import { readSlots, type SendSlot } from "../../senders/send-slot/send-slot.ts";
import type { PlanInput } from "../planner/plan-input.ts";
import { newTodayOf, toPlanMailbox } from "../trigger-run/plan-room.ts";

/** What planning needs of a campaign besides its leads. */
export type PlanBase = Omit<PlanInput, "followUps" | "newLeads" | "horizonMs">;

export type PlanFacts = {
  /** With the mailboxes that it sends from, which a subsequence has from its parent. */
  campaign: CampaignRecord;
  /** Of a subsequence's parent, where that is still there. */
  parentStatus: CampaignStatus | undefined;
  schedule: PlanSchedule | undefined;
  /** Of the sequence at `version`. */
  steps: SequenceStep[];
  version: number;
  slots: SendSlot[];
  accountTimezone: string;
  quota: MonthlyQuota;
  /** Mails that the account's month has room for. */
  monthlyLeft: number;
  /** Who has stopped all sending of the account. A plan takes that to end now. */
  stop: SendingStop | undefined;
};

/**
 * Reads what planning needs: two records, one more of a subsequence, and one for each mailbox in batches.
 *
 * @param days how far ahead it is to be planned; as far as a run when absent
 * @param version of the sequence; the live one when absent
 */
export async function readPlanFacts(
  record: CampaignRecord,
  { days, version = record.sequenceVersion }: { days?: number; version?: number | undefined } = {},
): Promise<PlanFacts> {
  const { accountId, campaignId } = record;
  const at = now();
  const { campaign, parentStatus } = await readWithSenders(record);
  const [steps, slots, timezone, month, schedule, stop] = await Promise.all([
    readSteps(accountId, campaignId, version),
    readSlots(accountId, campaign.mailboxIds, { consistent: false }),
    accountTimezone(accountId),
    monthOf(accountId, at),
    planSchedule(campaign, at, days),
    findSendingStop(accountId),
  ]);
  return {
    campaign,
    parentStatus,
    schedule,
    steps,
    version,
    slots,
    accountTimezone: timezone,
    stop,
    ...month,
  };
}

async function monthOf(
  accountId: number,
  at: EpochMs,
): Promise<Pick<PlanFacts, "quota" | "monthlyLeft">> {
  const quota = await monthlyQuotaOf(accountId, at);
  return { quota, monthlyLeft: Math.min(await readMonthlyLeft(quota), Number.MAX_SAFE_INTEGER) };
}

/** The same input as a trigger run at `at` (epoch ms) gives to the planner, without its leads. */
export function planBase(
  { campaign, steps, slots, accountTimezone: timezone }: PlanFacts,
  schedule: PlanSchedule,
  at: EpochMs,
): PlanBase {
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
    newToday: newTodayOf(campaign, schedule, at),
    // A plan reaches over months, each with mails of its own: what is left of this one is for the next run alone.
    monthlyLeft: Number.MAX_SAFE_INTEGER,
    mailboxes: slots.map((slot) => toPlanMailbox(slot, timezone)),
    seed: `${campaign.accountId}|${campaign.campaignId}`,
  };
}
