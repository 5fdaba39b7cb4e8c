import { CAMPAIGN_STATUSES } from "@thaw/core/campaigns/campaign/campaign.schema";
import { expect, test } from "vitest";
import { builderPath } from "../campaign/campaign-path.ts";
import { stepAddress, stepOf, stepsOf } from "./steps.ts";

const PLACES = [{ id: 5 }, { id: 5, parent_id: 4 }];
const opened = (address: string, campaign: Parameters<typeof stepOf>[1]) =>
  stepOf(new URL(address, "http://thaw.example").searchParams, campaign);

test("editing a campaign that has been started opens its sequence, a draft its first step", () => {
  for (const place of PLACES) {
    for (const status of CAMPAIGN_STATUSES) {
      const step = opened(builderPath(place), { ...place, status });
      expect(step).toBe(status === "DRAFTED" ? stepsOf(place)[0] : "sequence");
    }
  }
});

test("the address of each step opens that step, whatever the state of the campaign", () => {
  for (const place of PLACES) {
    for (const step of stepsOf(place)) {
      for (const status of CAMPAIGN_STATUSES) {
        expect(opened(stepAddress(place, step), { ...place, status })).toBe(step);
      }
    }
  }
});
