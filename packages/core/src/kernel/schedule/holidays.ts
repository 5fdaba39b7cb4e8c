import Holidays from "date-holidays";
import { DAY_MS, HOUR_MS } from "../../duration.ts";
import type { DayNumber } from "../../instant.schema.ts";
import { dayOfDate } from "./zone.ts";

/** A day on which a country's people do not work: days since 1970-01-01. */
export type Holiday = { day: DayNumber; name: string };

const byYear = new Map<string, readonly Holiday[]>();

/**
 * The public holidays of a country that begin in a year, nation-wide and of whole days alone: what is closed from noon on, or
 * in one province, is left to a campaign's own days. Loaded when a campaign asks for holidays: it brings a calendar of the
 * world along.
 *
 * @param country one of HOLIDAY_COUNTRIES
 */
export function holidaysOf(country: string, year: number): readonly Holiday[] {
  const key = `${country} ${year}`;
  const known = byYear.get(key);
  if (known) return known;
  const found = new Holidays(country).getHolidays(year, "en").flatMap((holiday) => {
    const [date = "", time = ""] = holiday.date.split(" ");
    if (holiday.type !== "public" || time !== "00:00:00") return [];
    // An hour more, for a day that loses one to the clock.
    const days = Math.floor((Number(holiday.end) - Number(holiday.start) + HOUR_MS) / DAY_MS);
    const first = dayOfDate(date);
    const { name } = holiday;
    return Array.from({ length: Math.max(1, days) }, (_, index) => ({ day: first + index, name }));
  });
  byYear.set(key, found);
  return found;
}
