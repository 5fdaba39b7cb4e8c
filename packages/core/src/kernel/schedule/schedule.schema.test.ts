import * as v from "valibot";
import { expect, test } from "vitest";
import { fieldsInEnglish } from "../../../../../tests/support/in-english.ts";
import { CampaignSchedule } from "./schedule.schema.ts";

const SCHEDULE = {
  timezone: "Europe/Berlin",
  weekdays: [1, 2, 3, 4, 5],
  start: "09:00",
  end: "17:00",
  startDate: "2026-02-28",
  minGapMinutes: 3,
  maxNewLeadsPerDay: 1,
};

function messages(change: object): Record<string, string[]> | undefined {
  const result = v.safeParse(CampaignSchedule, { ...SCHEDULE, ...change });
  return result.success ? undefined : fieldsInEnglish(result.issues);
}

test("a schedule keeps its seven fields; weekdays come sorted and once, the start date is optional", () => {
  expect(v.parse(CampaignSchedule, SCHEDULE)).toEqual(SCHEDULE);
  const { startDate: _, ...open } = SCHEDULE;
  const parsed = v.parse(CampaignSchedule, { ...open, weekdays: [5, 1, 5] });
  expect(parsed).toEqual({ ...SCHEDULE, weekdays: [1, 5], startDate: null });
  expect(v.parse(CampaignSchedule, parsed)).toEqual(parsed);
});

test.each(["24:00", "7:5", "12:60", "7:05", "07:5", "-1:00", "", " 07:05", "07:05:00"])(
  "a time of day is HH:MM from 00:00 to 23:59, not %j [CAMP-34]",
  (start) => {
    expect(messages({ start })?.start).toEqual(["Enter a time from 00:00 to 23:59 as HH:MM"]);
  },
);

test("00:00 and 23:59 are times of day [CAMP-34]", () => {
  expect(messages({ start: "00:00", end: "23:59" })).toBeUndefined();
});

test("the window needs a weekday and a start earlier than its end [CAMP-35]", () => {
  expect(messages({ weekdays: [] })).toEqual({ weekdays: ["Choose at least one weekday"] });
  expect(messages({ weekdays: [0] })).toBeDefined();
  expect(messages({ weekdays: [8] })).toBeDefined();
  expect(messages({ start: "17:00" })).toEqual({ end: ["The start must be earlier than the end"] });
  expect(messages({ start: "17:01" })).toBeDefined();
  expect(messages({ start: "16:59" })).toBeUndefined();
});

test("an early start is told even when another field is wrong", () => {
  expect(messages({ start: "18:00", minGapMinutes: 1 })).toEqual({
    end: ["The start must be earlier than the end"],
    minGapMinutes: ["Leave at least 3 minutes between two emails"],
  });
});

test("the gap between emails is at least three minutes [CAMP-11]", () => {
  expect(messages({ minGapMinutes: 2 })).toEqual({
    minGapMinutes: ["Leave at least 3 minutes between two emails"],
  });
  expect(messages({ minGapMinutes: 3 })).toBeUndefined();
  expect(messages({ minGapMinutes: 3.5 })).toBeDefined();
  expect(messages({ maxNewLeadsPerDay: 0 })).toBeDefined();
});

test("the timezone is an IANA name that exists", () => {
  for (const timezone of ["Mars/Base", "+02:00", "", "x".repeat(1000)]) {
    expect(messages({ timezone })).toEqual({ timezone: ["This timezone does not exist"] });
  }
  expect(messages({ timezone: "Australia/Lord_Howe" })).toBeUndefined();
});

test("the start date is a day that exists", () => {
  for (const startDate of ["2026-02-29", "2026-13-01", "2026-1-1", "tomorrow"]) {
    expect(messages({ startDate })?.startDate).toEqual(["Enter a date that exists as YYYY-MM-DD"]);
  }
  expect(messages({ startDate: "2028-02-29" })).toBeUndefined();
});

test("days off are dates that exist, sorted and once; holidays are of countries that are known", () => {
  const dates = { closedDates: ["2026-12-28", "2026-12-24", "2026-12-28"] };
  const parsed = v.parse(CampaignSchedule, { ...SCHEDULE, ...dates, holidayCountries: ["US"] });
  expect(parsed.closedDates).toEqual(["2026-12-24", "2026-12-28"]);
  expect(parsed.holidayCountries).toEqual(["US"]);
  expect(messages({ closedDates: ["2026-02-30"] })).toEqual({
    "closedDates.0": ["Enter a date that exists as YYYY-MM-DD"],
  });
  expect(messages({ holidayCountries: ["ZZ"] })).toEqual({
    "holidayCountries.0": ["The holidays of this country are unknown"],
  });
});
