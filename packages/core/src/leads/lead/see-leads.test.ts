import { expect, test } from "vitest";
import type { LeadRecord } from "./lead-record.ts";
import { leadSeen } from "./see-leads.ts";

const OWN = "2026-03-09T09:00:00.000Z";
const FIRST = "2026-03-02T09:00:00.000Z";

/** A lead of four campaigns, one of which it has left and one of which has values of its own. */
const LEAD = {
  accountId: 1,
  leadId: 2,
  email: "ann@x.example",
  first_name: "Ann",
  custom_fields: { city: "Ulm" },
  campaignIds: [3, 4, 6],
  leftCampaignIds: [5],
  categoryId: 7,
  tagIds: [8],
  createdAt: FIRST,
  updatedAt: FIRST,
  importId: 1,
  own: {
    3: { first_name: "Anna", custom_fields: {}, createdAt: OWN, updatedAt: OWN, importId: 2 },
  },
} as unknown as LeadRecord;

const seenBy = (...campaignIds: number[]) => leadSeen(LEAD, new Set(campaignIds));

test("category and tags are shown to users who see every campaign of a lead, former ones included", () => {
  expect(seenBy(3, 4, 5, 6)).toMatchObject({ categoryId: 7, tagIds: [8] });
  for (const seen of [seenBy(3, 4, 6), seenBy(4, 5, 6), seenBy()]) {
    expect([seen.categoryId, seen.tagIds]).toEqual([undefined, undefined]);
  }
});

test("nothing is shown of campaigns that are not visible, whether a lead is in them or has left them", () => {
  expect(seenBy(6, 4)).toMatchObject({ campaignIds: [4, 6], leftCampaignIds: [] });
  expect(seenBy(5)).toMatchObject({ campaignIds: [], leftCampaignIds: [5], first_name: "Ann" });
  const nothing = seenBy();
  expect(nothing).toMatchObject({ campaignIds: [], leftCampaignIds: [], custom_fields: {} });
  expect(nothing.first_name).toBeUndefined();
});

test("a campaign's own values come with their own origin, which does not reveal that the address was known before", () => {
  const seen = seenBy(3);
  expect(seen).toMatchObject({ first_name: "Anna", createdAt: OWN, updatedAt: OWN, importId: 2 });
  expect(seen.custom_fields).toEqual({});
  expect("own" in seen).toBe(false);
});

test("where visible campaigns differ, the values that most of them share come first", () => {
  expect(seenBy(3, 4)).toMatchObject({ first_name: "Ann", createdAt: FIRST, importId: 1 });
  expect(leadSeen(LEAD, new Set([3, 4]), 3)).toMatchObject({ first_name: "Anna", createdAt: OWN });
});
