import { expect, test } from "vitest";
import { nextDue } from "./schedule.ts";

const due = (expression: string, after: string) =>
  new Date(nextDue(expression, Date.parse(after))).toISOString();

test("a rate is due at the next whole step, never at the instant that was asked about", () => {
  expect(due("rate(1 minute)", "2026-03-01T10:00:30Z")).toBe("2026-03-01T10:01:00.000Z");
  expect(due("rate(1 minute)", "2026-03-01T10:01:00Z")).toBe("2026-03-01T10:02:00.000Z");
  expect(due("rate(2 hours)", "2026-03-01T10:00:00Z")).toBe("2026-03-01T12:00:00.000Z");
  expect(due("rate(1 day)", "2026-02-28T23:59:59Z")).toBe("2026-03-01T00:00:00.000Z");
});

test("a cron expression is read as EventBridge reads it: in UTC, Sunday is 1", () => {
  expect(due("cron(15 3 * * ? *)", "2026-03-01T03:15:00Z")).toBe("2026-03-02T03:15:00.000Z");
  expect(due("cron(0/20 * * * ? *)", "2026-03-01T03:41:00Z")).toBe("2026-03-01T04:00:00.000Z");
  expect(due("cron(0 9-10 ? * MON-FRI *)", "2026-02-27T10:00:00Z")).toBe(
    "2026-03-02T09:00:00.000Z",
  );
  expect(due("cron(0 0 1 JAN,JUL ? *)", "2026-01-01T00:00:00Z")).toBe("2026-07-01T00:00:00.000Z");
  expect(due("cron(0 0 ? * 1 *)", "2026-03-02T00:00:00Z")).toBe("2026-03-08T00:00:00.000Z");
});

test("a schedule that cannot be run here is refused and not run at a wrong time", () => {
  for (const expression of [
    "cron(0 0 L * ? *)",
    "cron(0 0 ? * MON#1 *)",
    "cron(0 0 * *)",
    "daily",
  ]) {
    expect(() => nextDue(expression, 0)).toThrow();
  }
});
