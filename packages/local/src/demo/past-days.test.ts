import { DAY_MS } from "@thaw/core/duration";
import { isOpen } from "@thaw/core/kernel/schedule/window";
import { expect, test } from "vitest";
import { pastDepartures } from "./past-days.ts";

const OFFICE = {
  timezone: "Europe/Berlin",
  weekdays: [1, 2, 3, 4, 5],
  start: "09:00",
  end: "17:00",
};

test("the past is a month of office hours that grows, in order, with as many people as there are", () => {
  for (const now of ["2026-11-24T08:00:00Z", "2026-04-06T07:00:00Z", "2027-01-01T08:00:00Z"]) {
    const present = Date.parse(now);
    const departures = pastDepartures(OFFICE, present);
    expect(departures).toEqual([...departures].sort((a, b) => a - b));
    expect(departures.filter((at) => !isOpen(OFFICE, at) || at >= present)).toEqual([]);
    expect(present - (departures[0] ?? present)).toBeGreaterThan(26 * DAY_MS);
    expect(departures.length).toBeGreaterThan(150);
    expect(departures.length).toBeLessThan(360);
    const before = (days: number) => departures.filter((at) => at < present - days * DAY_MS).length;
    expect(before(20)).toBeLessThan(departures.length / 3);
  }
});
