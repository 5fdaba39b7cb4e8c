import { expect, test } from "vitest";
import { dueRange } from "./due-range.ts";

// In Auckland it is Tuesday, ten in the morning, already.
const zone = { at: Date.parse("2026-03-02T21:00:00.000Z"), timeZone: "Pacific/Auckland" };
const TUESDAY = "2026-03-02T11:00:00.000Z";
const WEDNESDAY = "2026-03-03T11:00:00.000Z";
const NEXT_TUESDAY = "2026-03-09T11:00:00.000Z";

test("days begin and end at midnight of the reader's timezone", () => {
  expect(dueRange(["today"], zone)).toEqual({ due_from: TUESDAY, due_before: WEDNESDAY });
  expect(dueRange(["week"], zone)).toEqual({ due_from: TUESDAY, due_before: NEXT_TUESDAY });
  expect(dueRange(["later"], zone)).toEqual({ due_from: NEXT_TUESDAY });
});

test("several stretches reach from the first to the last", () => {
  expect(dueRange(["overdue"], zone)).toEqual({ due_before: "2026-03-02T21:00:00.000Z" });
  expect(dueRange(["today", "overdue"], zone)).toEqual({ due_before: WEDNESDAY });
  expect(dueRange(["later", "week"], zone)).toEqual({ due_from: TUESDAY });
  expect(dueRange([], zone)).toEqual({});
});
