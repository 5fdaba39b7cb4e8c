import { expect, test } from "vitest";
import { billingMonth } from "./billing-month.ts";

const month = (planStartedAt: string, at: string) => {
  const { startsAt, endsAt } = billingMonth(planStartedAt, Date.parse(at));
  return [startsAt, endsAt];
};

test("a billing month begins on the day and at the time that the plan began", () => {
  const start = "2026-01-15T09:30:00.000Z";
  const first = [start, "2026-02-15T09:30:00.000Z"];
  const second = ["2026-02-15T09:30:00.000Z", "2026-03-15T09:30:00.000Z"];
  expect(month(start, start)).toEqual(first);
  expect(month(start, "2026-02-15T09:29:59.999Z")).toEqual(first);
  expect(month(start, "2026-02-15T09:30:00.000Z")).toEqual(second);
  expect(month(start, "2027-01-15T09:30:00.000Z")[0]).toBe("2027-01-15T09:30:00.000Z");
});

test("a plan of the 31st renews on the last day of shorter months, and on the 31st again after them", () => {
  const start = "2027-12-31T12:00:00.000Z";
  expect(month(start, "2028-02-28T12:00:00.000Z")).toEqual([
    "2028-01-31T12:00:00.000Z",
    "2028-02-29T12:00:00.000Z",
  ]);
  expect(month(start, "2028-02-29T12:00:00.000Z")).toEqual([
    "2028-02-29T12:00:00.000Z",
    "2028-03-31T12:00:00.000Z",
  ]);
});

test("before the plan began it is its first month", () => {
  expect(month("2026-01-15T00:00:00.000Z", "2025-06-01T00:00:00.000Z")[0]).toBe(
    "2026-01-15T00:00:00.000Z",
  );
});
