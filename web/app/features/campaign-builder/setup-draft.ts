import type { CampaignSettings } from "@thaw/core/campaigns/campaign/campaign.schema";
import { CampaignSchedule } from "@thaw/core/kernel/schedule/schedule.schema";
import * as v from "valibot";
import type { RenderLine } from "../../validation.ts";

/** A schedule while it is edited: its numbers may be empty fields for a moment. */
export type DraftSchedule = Omit<CampaignSchedule, "minGapMinutes" | "maxNewLeadsPerDay"> & {
  minGapMinutes: number | "";
  maxNewLeadsPerDay: number | "";
};

export type SetupDraft = {
  mailboxIds: number[];
  linkedinIds: number[];
  schedule: DraftSchedule;
  settings: CampaignSettings;
};

export function defaultSchedule(timezone: string): CampaignSchedule {
  return {
    timezone,
    weekdays: [1, 2, 3, 4, 5],
    start: "09:00",
    end: "17:00",
    startDate: null,
    minGapMinutes: 10,
    maxNewLeadsPerDay: 50,
  };
}

/** What is wrong with a schedule, by field. */
export function scheduleProblems(
  schedule: DraftSchedule,
  render: RenderLine,
): Record<string, string[]> {
  const parsed = v.safeParse(CampaignSchedule, schedule);
  if (parsed.success) return {};
  const issues = parsed.issues as [v.BaseIssue<unknown>, ...v.BaseIssue<unknown>[]];
  const nested = v.flatten(issues).nested as Record<string, string[]>;
  return Object.fromEntries(
    Object.entries(nested).map(([name, lines]) => [name, lines.map(render)]),
  );
}

const MINUTES_OF_HOUR = 60;

function minutesOf(time: string): number {
  const [hours = 0, minutes = 0] = time.split(":").map(Number);
  return hours * MINUTES_OF_HOUR + minutes;
}

/** How many mails these senders can send on a day of this schedule at most; gaps vary, so it is never quite reached. */
export function mailsPerDay(
  schedule: Pick<DraftSchedule, "start" | "end" | "minGapMinutes">,
  senders: readonly { dailyLimit: number; minGapMinutes: number }[],
): number {
  const open = Math.max(0, minutesOf(schedule.end) - minutesOf(schedule.start));
  return senders.reduce((sum, { dailyLimit, minGapMinutes }) => {
    const gap = Math.max(Number(schedule.minGapMinutes) || 1, minGapMinutes);
    return sum + Math.min(dailyLimit, Math.ceil(open / gap));
  }, 0);
}
