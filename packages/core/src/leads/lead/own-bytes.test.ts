import { expect, test } from "vitest";
import type { LeadRecord } from "./lead-record.ts";
import { hasRoomForOwn, mergedValues, type OwnByCampaign, withOwn } from "./own-values.ts";

const MONDAY = "2026-03-02T09:00:00.000Z";
const TUESDAY = "2026-03-03T09:00:00.000Z";

const leadWith = (own: OwnByCampaign) => ({ own }) as unknown as LeadRecord;
const valuesOf = (custom_fields: Record<string, string>) => ({ custom_fields });

/** So many campaigns with 10,000 letters each. */
const crowd = (count: number): OwnByCampaign =>
  Object.fromEntries(
    Array.from({ length: count }, (_, index) => [
      index + 1,
      { ...valuesOf({ note: "x".repeat(10_000) }), createdAt: MONDAY, updatedAt: MONDAY },
    ]),
  );

test("values that change keep when and by which import they came", () => {
  const first = withOwn(leadWith({}), 5, { values: valuesOf({}), at: MONDAY, importId: 7 });
  expect(first[5]).toMatchObject({ createdAt: MONDAY, updatedAt: MONDAY, importId: 7 });
  const changed = { values: valuesOf({ city: "Ulm" }), at: TUESDAY, importId: 9 };
  expect(withOwn(leadWith(first), 5, changed)[5]).toEqual({
    ...valuesOf({ city: "Ulm" }),
    createdAt: MONDAY,
    updatedAt: TUESDAY,
    importId: 7,
  });
});

test("custom fields that find no room are left out: 16 kB for a campaign, 250 kB for a lead in all of them", () => {
  const fields = { first: "a".repeat(10_000), second: "b".repeat(10_000), third: "c" };
  const keptIn = (own: OwnByCampaign) =>
    Object.keys(
      withOwn(leadWith(own), 99, { values: valuesOf(fields), at: MONDAY })[99]?.custom_fields ?? {},
    );
  expect(keptIn({})).toEqual(["first", "third"]);
  expect(keptIn(crowd(23))).toEqual(["first", "third"]);
  expect(keptIn(crowd(24))).toEqual(["third"]);
  expect(keptIn(crowd(25))).toEqual([]);
});

test("a lead's record has room for another campaign's values up to 290 kB", () => {
  expect(hasRoomForOwn({})).toBe(true);
  expect(hasRoomForOwn(leadWith(crowd(28)))).toBe(true);
  expect(hasRoomForOwn(leadWith(crowd(29)))).toBe(false);
});

test("an import fills empty fields, and replaces full ones only where it is told to", () => {
  const before = { first_name: "Ann", custom_fields: { city: "Ulm" } };
  const given = { first_name: "Bea", last_name: "Lee", custom_fields: { city: "Bonn", team: "A" } };
  const email = "ann@x.example";
  expect(mergedValues(before, { email, ...given }, false)).toEqual({
    first_name: "Ann",
    last_name: "Lee",
    custom_fields: { city: "Ulm", team: "A" },
  });
  expect(mergedValues(before, { email, ...given }, true)).toEqual(given);
  const nothing = { email, first_name: "Bea", last_name: "" };
  expect(mergedValues(before, nothing, false)).toBeUndefined();
});
