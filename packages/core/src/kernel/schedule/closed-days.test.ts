import Holidays from "date-holidays";
import fc from "fast-check";
import { expect, test } from "vitest";
import { DAY_MS } from "../../duration.ts";
import { planSchedule } from "./closed-days.ts";
import { HOLIDAY_COUNTRIES } from "./holiday-countries.schema.ts";
import { holidaysOf } from "./holidays.ts";
import { closedFor, dueAfter, isOpen, nextOpening } from "./window.ts";
import { dateOfDay } from "./zone.ts";

const at = (instant: string) => Date.parse(instant);
const iso = (epochMs: number) => new Date(epochMs).toISOString();

const SCHEDULE = {
  timezone: "America/New_York",
  weekdays: [1, 2, 3, 4, 5],
  start: "09:00",
  end: "17:00",
  startDate: null,
  minGapMinutes: 3,
  maxNewLeadsPerDay: 9,
};

async function planned(
  change: { holidayCountries?: string[]; closedDates?: string[] },
  from: string,
) {
  const schedule = await planSchedule({ schedule: { ...SCHEDULE, ...change } }, at(from));
  if (!schedule) throw new Error("A campaign with a schedule has one");
  return schedule;
}

const datesOf = (country: string, year: number) =>
  holidaysOf(country, year).map(({ day, name }) => `${dateOfDay(day)} ${name}`);

test("the countries on offer are those whose holidays are known", () => {
  expect([...HOLIDAY_COUNTRIES].sort()).toEqual(Object.keys(new Holidays().getCountries()).sort());
});

test("a country's public holidays are whole days, each with its name; feasts of several days are all of them", () => {
  expect(datesOf("US", 2026)).toContain("2026-11-26 Thanksgiving Day");
  expect(datesOf("US", 2026).join()).not.toContain("Halloween");
  // Substitute days move with the weekend.
  expect(datesOf("GB", 2027)).toContain("2027-12-28 Boxing Day (substitute day)");
  const eid = datesOf("TR", 2026).filter((day) => day.includes("Ramadan"));
  expect(eid.map((day) => day.slice(0, 10))).toEqual(["2026-03-20", "2026-03-21", "2026-03-22"]);
  // Closed from noon on.
  expect(datesOf("GT", 2026).join()).not.toContain("Christmas Eve");
});

test("a window opens on the next day that is neither a holiday nor a day off, and says what it was closed for", async () => {
  // 25 December 2026 is a Friday.
  const schedule = await planned(
    { holidayCountries: ["US"], closedDates: ["2026-12-28"] },
    "2026-12-01T00:00Z",
  );
  expect(iso(nextOpening(schedule, at("2026-12-25T14:00Z")))).toBe("2026-12-29T14:00:00.000Z");
  expect(isOpen(schedule, at("2026-12-25T15:00Z"))).toBe(false);
  expect(closedFor(schedule, at("2026-12-25T15:00Z"))).toBe("Christmas Day");
  expect(closedFor(schedule, at("2026-12-28T15:00Z"))).toBe("");
  expect(closedFor(schedule, at("2026-12-29T15:00Z"))).toBeUndefined();
  // The dates are those of the campaign's timezone: it is still the 24th in New York.
  expect(closedFor(schedule, at("2026-12-25T04:00Z"))).toBeUndefined();
  const sent = at("2026-12-23T15:00Z");
  expect(iso(dueAfter(sent, 2, schedule))).toBe("2026-12-29T14:00:00.000Z");
  const plain = await planned({}, "2026-12-01T00:00Z");
  expect(plain).toEqual(SCHEDULE);
});

test("whatever the country, zone and delay, no step falls due on a holiday or a day off", async () => {
  const zones = ["America/New_York", "Australia/Lord_Howe", "Asia/Kolkata", "Pacific/Kiritimati"];
  const dates = fc.array(
    fc.integer({ min: 0, max: 500 }).map((day) => dateOfDay(at("2026-01-01") / DAY_MS + day)),
    { maxLength: 20 },
  );
  await fc.assert(
    fc.asyncProperty(
      fc.record({
        timezone: fc.constantFrom(...zones),
        holidayCountries: fc.subarray(["US", "DE", "JP", "IN", "TR"], { minLength: 1 }),
        closedDates: dates,
      }),
      fc.integer({ min: 0, max: 400 * 24 }),
      fc.integer({ min: 0, max: 365 }),
      async (chosen, hour, days) => {
        const { timezone, holidayCountries, closedDates } = chosen;
        const from = at("2026-01-01T00:00Z") + hour * 3_600_000;
        const schedule = { ...SCHEDULE, ...chosen };
        const window = await planSchedule({ schedule }, from);
        if (!window) throw new Error("A campaign with a schedule has one");
        const dueAt = dueAfter(from, days, window);
        const date = new Intl.DateTimeFormat("sv-SE", { timeZone: timezone }).format(dueAt);
        const year = Number(date.slice(0, 4));
        const holidays = holidayCountries.flatMap((country) => datesOf(country, year));
        expect(holidays.map((day) => day.slice(0, 10))).not.toContain(date);
        expect(closedDates).not.toContain(date);
      },
    ),
    { numRuns: 300 },
  );
});
