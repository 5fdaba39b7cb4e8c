import { DAY_MS } from "../../duration.ts";
import type { EpochMs } from "../../instant.schema.ts";
import type { CampaignSchedule } from "./schedule.schema.ts";
import { dayOfDate } from "./zone.ts";

/** Local days (since 1970-01-01) without mail, with the holiday's name; empty for a day that the campaign itself named. */
export type ClosedDays = ReadonlyMap<number, string>;

/** A schedule as the planner takes it: its closed days are computed. */
export type PlanSchedule = CampaignSchedule & { closed?: ClosedDays };

/** The longest delay of a step, and a year more to find the next opening in. */
const HORIZON_DAYS = 2 * 366;
/** A holiday of several days may have begun in the year before. */
const LOOK_BACK_DAYS = 8;

/**
 * A campaign's schedule with the closed days from about `from` (epoch ms) on. They are computed here, before planning, so
 * that every rule about time stays a pure function (decision 9).
 *
 * @param days how far ahead holidays are looked up; what a run or a step's delay can reach when absent
 */
export async function planSchedule(
  campaign: { schedule?: unknown },
  from: EpochMs,
  days: number = HORIZON_DAYS,
): Promise<PlanSchedule | undefined> {
  const schedule = campaign.schedule as CampaignSchedule | undefined;
  const { holidayCountries = [], closedDates = [] } = schedule ?? {};
  if (!schedule || holidayCountries.length + closedDates.length === 0) return schedule;
  const closed = new Map(closedDates.map((date) => [dayOfDate(date), ""]));
  if (holidayCountries.length > 0) {
    const { holidaysOf } = await import("./holidays.ts");
    const last = yearOf(from + days * DAY_MS);
    for (let year = yearOf(from - LOOK_BACK_DAYS * DAY_MS); year <= last; year++) {
      const holidays = holidayCountries.flatMap((country) => holidaysOf(country, year));
      // A name says more than that the campaign closes on that day, too.
      for (const { day, name } of holidays) closed.set(day, closed.get(day) || name);
    }
  }
  return { ...schedule, closed };
}

const yearOf = (epochMs: EpochMs) => new Date(epochMs).getUTCFullYear();
