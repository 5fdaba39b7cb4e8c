import * as v from "valibot";
import { expect, test } from "vitest";
import { Id, Instant, WholeNumber } from "./page.schema.ts";

const takes = (schema: v.GenericSchema, value: unknown) => v.safeParse(schema, value).success;

test.each([
  ["2100-01-31T09:00:00.000Z", "2100-01-31T09:00:00.000Z"],
  ["2100-01-31T09:00:00+02:00", "2100-01-31T07:00:00.000Z"],
  ["2100-01-31T09:00", "2100-01-31T09:00:00.000Z"],
  ["2100-01-31", "2100-01-31T00:00:00.000Z"],
])("the instant %s is %s, wherever the machine stands", (written, instant) => {
  expect(v.parse(Instant, written)).toBe(instant);
});

test.each([
  "1",
  "Sat",
  "2026",
  "2026-02-31T09:00:00Z",
  "2026-01-01T25:00:00Z",
  "+275760-09-13T00:00:00.000Z",
  "0001-01-01",
  "9999-12-31T23:59:59-02:00",
  "",
  null,
  5,
])("%j is no instant", (written) => {
  expect(takes(Instant, written)).toBe(false);
});

test.each([2 ** 53, 1e300, Number.POSITIVE_INFINITY, "9".repeat(30), "1e3", 1.5, null])(
  "%j is no whole number that the table could hold",
  (value) => {
    expect(takes(WholeNumber, value)).toBe(false);
    expect(takes(Id, value)).toBe(false);
  },
);
