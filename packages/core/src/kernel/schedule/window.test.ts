import fc from "fast-check";
import { expect, test } from "vitest";
import { DAY_MS, HOUR_MS, MINUTE_MS } from "../../duration.ts";
import { closesAt, dueAfter, isOpen, nextOpening, type SendWindow } from "./window.ts";
import { dayOfDate, localDate, nextLocalMidnight } from "./zone.ts";

const EVERY_DAY = [1, 2, 3, 4, 5, 6, 7];
const at = (instant: string) => Date.parse(instant);
const iso = (epochMs: number | undefined) =>
  epochMs === undefined ? undefined : new Date(epochMs).toISOString().replace(":00.000Z", "Z");

function newYork(start: string, end: string, more: Partial<SendWindow> = {}): SendWindow {
  return { timezone: "America/New_York", weekdays: EVERY_DAY, start, end, ...more };
}

test("a window is open from its start on and no longer at its end, on its weekdays [CAMP-35]", () => {
  // 2026-01-05 is a Monday; New York is five hours behind.
  const window = newYork("09:00", "17:00", { weekdays: [1] });
  expect(isOpen(window, at("2026-01-05T14:00Z") - 1)).toBe(false);
  expect(isOpen(window, at("2026-01-05T14:00Z"))).toBe(true);
  expect(isOpen(window, at("2026-01-05T22:00Z") - 1)).toBe(true);
  expect(isOpen(window, at("2026-01-05T22:00Z"))).toBe(false);
  expect(isOpen(window, at("2026-01-06T15:00Z"))).toBe(false);
  expect(iso(nextOpening(window, at("2026-01-05T22:00Z")))).toBe("2026-01-12T14:00Z");
  expect(iso(closesAt(window, at("2026-01-05T15:00Z")))).toBe("2026-01-05T22:00Z");
  expect(closesAt(window, at("2026-01-05T22:00Z"))).toBeUndefined();
});

test("nothing opens before the start date, however far away it is", () => {
  const window = newYork("09:00", "17:00", { startDate: "2026-01-07" });
  expect(isOpen(window, at("2026-01-06T15:00Z"))).toBe(false);
  expect(iso(nextOpening(window, at("2026-01-05T00:00Z")))).toBe("2026-01-07T14:00Z");
  const far = newYork("09:00", "17:00", { startDate: "2999-07-01" });
  expect(iso(nextOpening(far, at("2026-01-05T00:00Z")))).toBe("2999-07-01T13:00Z");
});

test("the hours are those of the wall clock: the instant moves with daylight saving [CAMP-36]", () => {
  const window = newYork("09:00", "17:00");
  expect(iso(nextOpening(window, at("2026-03-07T05:00Z")))).toBe("2026-03-07T14:00Z");
  expect(iso(nextOpening(window, at("2026-03-08T05:00Z")))).toBe("2026-03-08T13:00Z");
  expect(iso(nextOpening(window, at("2026-11-01T04:00Z")))).toBe("2026-11-01T14:00Z");
  expect(iso(closesAt(window, at("2026-03-08T13:00Z")))).toBe("2026-03-08T21:00Z");
});

test("New York in spring: a start in the skipped hour opens right after it, an end in it closes there [CAMP-37]", () => {
  const midnight = at("2026-03-08T05:00Z");
  // 02:00 to 03:00 does not exist; 07:00Z is 03:00.
  const startInside = newYork("02:30", "05:00");
  expect(iso(nextOpening(startInside, midnight))).toBe("2026-03-08T07:00Z");
  const endInside = newYork("01:00", "02:30");
  expect(iso(closesAt(endInside, at("2026-03-08T06:00Z")))).toBe("2026-03-08T07:00Z");
  const bothInside = newYork("02:15", "02:45");
  expect(iso(nextOpening(bothInside, midnight))).toBe("2026-03-09T06:15Z");
});

test("New York in autumn: the repeated hour is open twice, on one local date [CAMP-37]", () => {
  const window = newYork("01:15", "01:45");
  // 01:15 EDT is 05:15Z, 01:15 EST is 06:15Z.
  const midnight = at("2026-11-01T04:00Z");
  expect(iso(nextOpening(window, midnight))).toBe("2026-11-01T05:15Z");
  expect(iso(closesAt(window, at("2026-11-01T05:15Z")))).toBe("2026-11-01T05:45Z");
  expect(iso(nextOpening(window, at("2026-11-01T05:45Z")))).toBe("2026-11-01T06:15Z");
  // At 02:00 EDT it is 01:00 again: hours until then go on for another one.
  const early = newYork("00:30", "02:00");
  expect(iso(closesAt(early, at("2026-11-01T04:30Z")))).toBe("2026-11-01T07:00Z");
  expect(iso(closesAt(window, at("2026-11-01T06:15Z")))).toBe("2026-11-01T06:45Z");
  expect(iso(closesAt(newYork("00:30", "03:00"), at("2026-11-01T04:30Z")))).toBe(
    "2026-11-01T08:00Z",
  );
  for (let hour = 0; hour < 25; hour += 1) {
    expect(localDate("America/New_York", midnight + hour * HOUR_MS)).toBe("2026-11-01");
  }
  expect(iso(nextLocalMidnight("America/New_York", midnight))).toBe("2026-11-02T05:00Z");
});

test.each([
  ["a day later, same wall clock", "2026-01-05T15:30Z", 1, "2026-01-06T15:30Z"],
  ["weekends count as elapsed days", "2026-01-08T15:30Z", 4, "2026-01-12T15:30Z"],
  [
    "a due time on a closed day moves to the next opening",
    "2026-01-09T15:30Z",
    1,
    "2026-01-12T14:00Z",
  ],
  ["before the window: its start", "2026-01-05T10:00Z", 1, "2026-01-06T14:00Z"],
  ["after the window: the next day's start", "2026-01-05T23:00Z", 1, "2026-01-07T14:00Z"],
  ["spring forward keeps the wall clock", "2026-03-06T15:30Z", 3, "2026-03-09T14:30Z"],
  ["fall back keeps the wall clock", "2026-10-30T14:30Z", 3, "2026-11-02T15:30Z"],
  ["a year", "2026-01-05T15:30Z", 365, "2027-01-05T15:30Z"],
])("a step falls due in calendar days: %s [SEQ-08]", (_, sent, days, due) => {
  const window = newYork("09:00", "17:00", { weekdays: [1, 2, 3, 4, 5] });
  expect(iso(dueAfter(at(sent), days, window))).toBe(due);
});

test("a due time that is skipped is the first instant after, a repeated one the first pass [SEQ-08]", () => {
  const window = newYork("00:00", "23:59");
  expect(iso(dueAfter(at("2026-03-07T07:30Z"), 1, window))).toBe("2026-03-08T07:00Z");
  expect(iso(dueAfter(at("2026-10-31T05:30Z"), 1, window))).toBe("2026-11-01T05:30Z");
  // The second pass of 01:30 and no delay: not an hour before the previous send.
  expect(iso(dueAfter(at("2026-11-01T06:30Z"), 0, window))).toBe("2026-11-01T06:30Z");
});

test("a window that could never open is refused, not searched for ever", () => {
  expect(() => nextOpening(newYork("09:00", "17:00", { weekdays: [] }), 0)).toThrow(RangeError);
  expect(() => isOpen(newYork("17:00", "09:00"), 0)).toThrow(RangeError);
});

/** The rules once more, slowly: minute by minute, with the runtime's own calendar. */
function reference(window: SendWindow) {
  const format = new Intl.DateTimeFormat("sv-SE", {
    timeZone: window.timezone,
    dateStyle: "short",
    timeStyle: "short",
  });
  const wall = (epochMs: number) => format.format(epochMs);
  const open = (epochMs: number) => {
    const [date = "", time = ""] = wall(epochMs).split(" ");
    const weekday = new Date(`${date}T00:00Z`).getUTCDay() || 7;
    return (
      window.weekdays.includes(weekday) &&
      !window.closed?.has(dayOfDate(date)) &&
      time >= window.start &&
      time < window.end &&
      date >= (window.startDate ?? "")
    );
  };
  const next = (epochMs: number, wanted: boolean) => {
    let minute = epochMs;
    while (open(minute) !== wanted) minute += MINUTE_MS;
    return minute;
  };
  const due = (sentAt: number, days: number) => {
    const asUtc = at(`${wall(sentAt).replace(" ", "T")}Z`) + days * DAY_MS;
    const target = new Date(asUtc).toISOString().slice(0, 16).replace("T", " ");
    let minute = asUtc - 15 * HOUR_MS;
    while (wall(minute) < target) minute += MINUTE_MS;
    return next(minute, true);
  };
  return { open, next, due };
}

/** Zones with the UTC dates of two clock changes; Havana changes at midnight, St John's did a minute past it. */
const CHANGES = [
  ["America/New_York", "2026-03-08", "2026-11-01"],
  ["Australia/Lord_Howe", "2026-04-04", "2026-10-03"],
  ["America/Havana", "2026-03-08", "2026-11-01"],
  ["America/St_Johns", "2010-03-14", "2010-11-07"],
  ["Europe/Dublin", "2026-03-29", "2026-10-25"],
] as const;

const timeOfDay = fc
  .integer({ min: 0, max: 1439 })
  .map((minute) => new Date(minute * MINUTE_MS).toISOString().slice(11, 16));
const hours = fc
  .uniqueArray(timeOfDay, { minLength: 2, maxLength: 2 })
  .map(([one = "", other = ""]) =>
    one < other ? { start: one, end: other } : { start: other, end: one },
  );
const weekdays = fc.subarray(EVERY_DAY, { minLength: 2 });

test.each(
  CHANGES.flatMap(([timezone, spring, autumn]) => [
    [timezone, spring],
    [timezone, autumn],
  ]),
)(
  "%s around %s: windows and due times agree with counting minutes [CAMP-36] [CAMP-37]",
  (timezone = "", change = "") => {
    // Most of the time in the night of the change, where the trouble is.
    const minutes = fc.oneof(
      fc.integer({ min: -4000, max: 4000 }),
      fc.integer({ min: -60, max: 1000 }),
    );
    const instant = minutes.map((minute) => at(`${change}T00:00Z`) + minute * MINUTE_MS);
    const closures = fc.uniqueArray(fc.integer({ min: -4, max: 7 }), { maxLength: 5 });
    const anyWindow = fc.record({ timezone: fc.constant(timezone), weekdays }).chain((zone) =>
      fc.tuple(hours, fc.constantFrom(null, change), closures).map(([times, startDate, days]) => ({
        ...zone,
        ...times,
        startDate,
        closed: new Map(days.map((day) => [dayOfDate(change) + day, ""])),
      })),
    );
    fc.assert(
      fc.property(anyWindow, instant, fc.integer({ min: 1, max: 4 }), (window, from, days) => {
        const slow = reference(window);
        expect(isOpen(window, from)).toBe(slow.open(from));
        expect(iso(nextOpening(window, from))).toBe(iso(slow.next(from, true)));
        const closes = slow.open(from) ? slow.next(from, false) : undefined;
        expect(iso(closesAt(window, from))).toBe(iso(closes));
        expect(iso(dueAfter(from, days, window))).toBe(iso(slow.due(from, days)));
      }),
      { numRuns: 60 },
    );
  },
);
