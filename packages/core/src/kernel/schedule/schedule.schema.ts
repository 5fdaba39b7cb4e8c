import { boundText, issueText } from "@thaw/text/issue-text";
import * as v from "valibot";
import { HOLIDAY_COUNTRIES } from "./holiday-countries.schema.ts";

/** The smallest gap between two campaign mails of one mailbox, whatever a campaign asks for. */
export const MIN_GAP_MINUTES = 3;
export const MAX_HOLIDAY_COUNTRIES = 10;
export const MAX_CLOSED_DATES = 366;

/** "HH:MM" from 00:00 to 23:59; two of them compare as text. */
export const TimeOfDay = v.pipe(
  v.string(issueText("timeMissing")),
  v.regex(/^([01]\d|2[0-3]):[0-5]\d$/, issueText("timeOfDay")),
);

/** An IANA name that this runtime knows, such as Europe/Berlin. */
export const TimezoneName = v.pipe(
  v.string(issueText("timezoneMissing")),
  v.check(isTimezone, issueText("timezoneUnknown")),
);

/** "YYYY-MM-DD", a day that exists. */
export const CalendarDate = v.pipe(
  v.string(issueText("dateMissing")),
  v.check(isCalendarDate, issueText("dateUnknown")),
);

/** ISO weekdays, 1 Monday to 7 Sunday; sorted, each once. */
const Weekdays = v.pipe(
  v.array(
    v.pipe(
      v.number(issueText("weekday")),
      v.integer(issueText("weekday")),
      v.minValue(1, issueText("weekday")),
      v.maxValue(7, issueText("weekday")),
    ),
    issueText("weekdaysLeast"),
  ),
  v.minLength(1, issueText("weekdaysLeast")),
  v.transform((days) => [...new Set(days)].sort((one, other) => one - other)),
);

const sortedOnce = v.transform((items: string[]) => [...new Set(items)].sort());

/** Countries whose public holidays are closed. */
const HolidayCountries = v.pipe(
  v.array(
    v.pipe(
      v.string(issueText("countryMissing")),
      v.check((code) => HOLIDAY_COUNTRIES.includes(code), issueText("countryUnknown")),
    ),
  ),
  sortedOnce,
  v.maxLength(MAX_HOLIDAY_COUNTRIES, boundText("countriesMost")),
);

/** Days off of the campaign itself: sorted, each once. */
const ClosedDates = v.pipe(
  v.array(CalendarDate),
  sortedOnce,
  v.maxLength(MAX_CLOSED_DATES, boundText("daysOffMost")),
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
      wholeNumber(issueText("gapMinutes")),
      v.minValue(MIN_GAP_MINUTES, boundText("gapLeast")),
      v.maxValue(1440, boundText("gapMost")),
    ),
    maxNewLeadsPerDay: v.pipe(
      wholeNumber(issueText("newLeads")),
      v.minValue(1, boundText("newLeadsLeast")),
      v.maxValue(1_000_000, boundText("newLeadsMost")),
    ),
    /** Counted for the whole account, over all campaigns that have such a limit. */
    maxPerDomainPerHour: v.optional(
      v.nullable(
        v.pipe(
          wholeNumber(issueText("emailsAnHour")),
          v.minValue(1, boundText("domainHourLeast")),
          v.maxValue(100_000, boundText("domainHourMost")),
        ),
      ),
    ),
    /** Percent of a mailbox's day that follow-ups have before new leads; all of it when absent. */
    followUpShare: v.optional(
      v.nullable(
        v.pipe(
          wholeNumber(issueText("enterPercentage")),
          v.minValue(0, issueText("percentage")),
          v.maxValue(100, issueText("percentage")),
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
      issueText("startBeforeEnd"),
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
