import * as v from "valibot";
import { HOLIDAY_COUNTRIES } from "./holiday-countries.schema.ts";

/** The smallest gap between two campaign mails of one mailbox, whatever a campaign asks for. */
export const MIN_GAP_MINUTES = 3;
export const MAX_HOLIDAY_COUNTRIES = 10;
export const MAX_CLOSED_DATES = 366;

/** "HH:MM" from 00:00 to 23:59; two of them compare as text. */
export const TimeOfDay = v.pipe(
  v.string("Enter a time as HH:MM"),
  v.regex(/^([01]\d|2[0-3]):[0-5]\d$/, "Enter a time from 00:00 to 23:59 as HH:MM"),
);

/** An IANA name that this runtime knows, such as Europe/Berlin. */
export const TimezoneName = v.pipe(
  v.string("Choose a timezone"),
  v.check(isTimezone, "This timezone does not exist"),
);

/** "YYYY-MM-DD", a day that exists. */
export const CalendarDate = v.pipe(
  v.string("Enter a date as YYYY-MM-DD"),
  v.check(isCalendarDate, "Enter a date that exists as YYYY-MM-DD"),
);

/** ISO weekdays, 1 Monday to 7 Sunday; sorted, each once. */
const Weekdays = v.pipe(
  v.array(
    v.pipe(
      v.number("A weekday is a number from 1 to 7"),
      v.integer("A weekday is a number from 1 to 7"),
      v.minValue(1, "A weekday is a number from 1 to 7"),
      v.maxValue(7, "A weekday is a number from 1 to 7"),
    ),
    "Choose at least one weekday",
  ),
  v.minLength(1, "Choose at least one weekday"),
  v.transform((days) => [...new Set(days)].sort((one, other) => one - other)),
);

const sortedOnce = v.transform((items: string[]) => [...new Set(items)].sort());

/** Countries whose public holidays are closed. */
const HolidayCountries = v.pipe(
  v.array(
    v.pipe(
      v.string("Choose a country"),
      v.check(
        (code) => HOLIDAY_COUNTRIES.includes(code),
        "The holidays of this country are unknown",
      ),
    ),
  ),
  sortedOnce,
  v.maxLength(MAX_HOLIDAY_COUNTRIES, `Choose at most ${MAX_HOLIDAY_COUNTRIES} countries`),
);

/** Days off of the campaign itself: sorted, each once. */
const ClosedDates = v.pipe(
  v.array(CalendarDate),
  sortedOnce,
  v.maxLength(MAX_CLOSED_DATES, `Name at most ${MAX_CLOSED_DATES} days off`),
);

const wholeNumber = (message: string) => v.pipe(v.number(message), v.integer(message));

/** When a campaign may send, all in wall-clock time of its timezone: `start` inclusive, `end` exclusive. */
export const CampaignSchedule = v.pipe(
  v.object({
    timezone: TimezoneName,
    weekdays: Weekdays,
    start: TimeOfDay,
    end: TimeOfDay,
    startDate: v.optional(v.nullable(CalendarDate), null),
    minGapMinutes: v.pipe(
      wholeNumber("Enter the minutes between two emails"),
      v.minValue(MIN_GAP_MINUTES, "Leave at least 3 minutes between two emails"),
      v.maxValue(1440, "Leave at most 1,440 minutes between two emails"),
    ),
    maxNewLeadsPerDay: v.pipe(
      wholeNumber("Enter how many new leads a day"),
      v.minValue(1, "Contact at least 1 new lead a day"),
      v.maxValue(1_000_000, "Contact at most 1,000,000 new leads a day"),
    ),
    /** Counted for the whole account, over all campaigns that have such a limit. */
    maxPerDomainPerHour: v.optional(
      v.nullable(
        v.pipe(
          wholeNumber("Enter how many emails an hour"),
          v.minValue(1, "Send at least 1 email an hour to a domain"),
          v.maxValue(100_000, "Send at most 100,000 emails an hour to a domain"),
        ),
      ),
    ),
    /** Percent of a mailbox's day that follow-ups have before new leads; all of it when absent. */
    followUpShare: v.optional(
      v.nullable(
        v.pipe(
          wholeNumber("Enter a percentage"),
          v.minValue(0, "Enter a percentage from 0 to 100"),
          v.maxValue(100, "Enter a percentage from 0 to 100"),
        ),
      ),
    ),
    /** First mails leave through a mailbox of the recipient's own provider, where one has a slot. */
    matchesProvider: v.optional(v.boolean()),
    /** The hours are those of a lead's own timezone, where it is known. */
    usesLeadTimezone: v.optional(v.boolean()),
    holidayCountries: v.optional(HolidayCountries),
    closedDates: v.optional(ClosedDates),
  }),
  v.forward(
    v.partialCheck(
      [["start"], ["end"]],
      ({ start, end }) => start < end,
      "The start must be earlier than the end",
    ),
    ["end"],
  ),
);

export type CampaignSchedule = v.InferOutput<typeof CampaignSchedule>;

/** Whether this runtime knows an IANA name. */
export function isTimezone(name: string): boolean {
  // Intl also takes bare offsets, which know no daylight saving.
  if (!/^[A-Za-z][\w/+-]{0,63}$/.test(name)) return false;
  try {
    new Intl.DateTimeFormat("en-US", { timeZone: name });
    return true;
  } catch {
    return false;
  }
}

function isCalendarDate(date: string): boolean {
  if (!/^[12]\d{3}-\d{2}-\d{2}$/.test(date)) return false;
  const instant = new Date(`${date}T00:00:00Z`);
  return !Number.isNaN(instant.getTime()) && instant.toISOString().startsWith(date);
}
