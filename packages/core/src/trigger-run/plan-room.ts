import { toIso } from "../clock.ts";
import type { MailboxSlot } from "../mailbox/mailbox-slot.ts";
import type { PlanMailbox } from "../planner/plan-input.ts";
import type { CampaignSchedule } from "../schedule/schedule.schema.ts";

const MINUTE = 60_000;
/** A queue's longest delay: nothing is planned further ahead. */
export const HORIZON_MS = 15 * MINUTE;
/** How many new leads a run looks at. */
export const MOST_LEADS = 2_000;

export const hasRoom = (slot: MailboxSlot, at: number) =>
  slot.sending === "on" && slot.nextFreeAt < toIso(at + HORIZON_MS);

/** How many mails at most a mailbox can take within the horizon. */
export const roomOf = (slot: MailboxSlot, schedule: CampaignSchedule) =>
  Math.ceil(HORIZON_MS / Math.max(slot.minGapMs, schedule.minGapMinutes * MINUTE)) + 1;

/** A mailbox as the planner sees it. */
export function toPlanMailbox(slot: MailboxSlot, accountTimezone: string): PlanMailbox {
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
    accountTimezone,
  };
}
