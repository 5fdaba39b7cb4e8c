import type { CampaignRecord } from "../../campaigns/campaign/campaign-record.ts";
import { toEpochMs, toIso } from "../../clock.ts";
import { MINUTE_MS } from "../../duration.ts";
import type { DurationMs, EpochMs, IsoInstant } from "../../instant.schema.ts";
import type { CampaignSchedule } from "../../kernel/schedule/schedule.schema.ts";
import { localDate, nextLocalMidnight } from "../../kernel/schedule/zone.ts";
import type { SendSlot } from "../../senders/send-slot/send-slot.ts";
import { HORIZON_MS } from "../planner/horizon.ts";
import type { PlanMailbox } from "../planner/plan-input.ts";

/**
 * How far ahead a run at `at` (epoch ms) plans. Never into the account's or the campaign's next date, nor into the next month of
 * the account's plan: a mailbox counts its mails and a campaign its new leads for one date at a time, and what is planned of the
 * old one has yet to leave.
 */
export function horizonAt(
  at: EpochMs,
  { timezone }: Pick<CampaignSchedule, "timezone">,
  account: { timezone: string; monthEndsAt: IsoInstant },
): DurationMs {
  const ends = [
    nextLocalMidnight(timezone, at),
    nextLocalMidnight(account.timezone, at),
    toEpochMs(account.monthEndsAt),
  ];
  return Math.min(HORIZON_MS, ...ends.map((end) => end - at));
}

/** How many leads the campaign has begun, or is about to, on its local date of `at` (epoch ms). */
export const newTodayOf = (
  { newDay, newCount = 0 }: Pick<CampaignRecord, "newDay" | "newCount">,
  { timezone }: Pick<CampaignSchedule, "timezone">,
  at: EpochMs,
): number => (newDay === localDate(timezone, at) ? newCount : 0);

/** How many new leads a run looks at. */
export const MOST_LEADS = 2_000;

export const hasRoom = (slot: SendSlot, at: EpochMs) =>
  slot.sending === "on" && slot.nextFreeAt < toIso(at + HORIZON_MS);

/** How many mails at most a mailbox can take within the horizon. */
export const roomOf = (slot: SendSlot, schedule: CampaignSchedule) =>
  Math.ceil(HORIZON_MS / Math.max(slot.minGapMs, schedule.minGapMinutes * MINUTE_MS)) + 1;

/** A mailbox as the planner sees it. */
export function toPlanMailbox(slot: SendSlot, accountTimezone: string): PlanMailbox {
  const closed = slot.closedUntil ? toEpochMs(slot.closedUntil) : 0;
  const nextFree = Math.max(toEpochMs(slot.nextFreeAt), closed);
  const last = Math.max(toEpochMs(slot.lastSendAt), Date.parse(slot.lastSlotAt ?? "") || 0);
  return {
    id: slot.mailboxId,
    state: slot.sending === "on" ? "CONNECTED" : "PAUSED",
    nextFreeAt: nextFree > 0 ? nextFree : null,
    lastSlotAt: last || null,
    day: slot.day || null,
    sentToday: slot.sentToday + Math.max(slot.pending, 0),
    dailyLimit: slot.dailyLimit,
    minGapMs: slot.minGapMs,
    accountTimezone,
  };
}
