import * as v from "valibot";
import { expect, test } from "vitest";
import { nowIso, spanOf, toEpochMs, toIso } from "./clock.ts";
import { DAY_MS } from "./duration.ts";
import { StoredInstant } from "./instant.schema.ts";
import { localDay, nextLocalMidnight, wallTime } from "./kernel/schedule/zone.ts";

const MONDAY = "2026-03-02T09:00:00.000Z";

/** Never run: every line is one that the compiler refuses. */
export const refused = () => [
  // @ts-expect-error a date is no instant
  toEpochMs("2026-03-02"),
  // @ts-expect-error text of any kind is no instant
  toEpochMs(MONDAY.slice(0, 10)),
  // @ts-expect-error an instant as text is none in milliseconds
  toIso(nowIso()),
  // @ts-expect-error a length of time is no instant
  toIso(spanOf(0)),
  // @ts-expect-error a day is no instant
  nextLocalMidnight("UTC", localDay("UTC", 0)),
  // @ts-expect-error what a clock on the wall shows is no instant
  nextLocalMidnight("Asia/Tokyo", wallTime("Asia/Tokyo", 0)),
];

test("an instant goes from text to milliseconds and back, and arithmetic keeps it one", () => {
  expect(toIso(toEpochMs(MONDAY))).toBe(MONDAY);
  expect(toIso(toEpochMs(MONDAY) + DAY_MS)).toBe("2026-03-03T09:00:00.000Z");
});

test("what is stored as an instant is one in UTC: no date, no other offset, no number", () => {
  expect(v.parse(StoredInstant, MONDAY)).toBe(MONDAY);
  for (const other of ["2026-03-02", "2026-03-02T09:00:00+01:00", "", 1_772_442_000_000, null]) {
    expect(v.safeParse(StoredInstant, other).success).toBe(false);
  }
});
