import { CAMPAIGN_STATUSES } from "@thaw/core/campaigns/campaign/campaign.schema";
import { expect, test } from "vitest";
import { builderPath } from "../campaign/campaign-path.ts";
import { stepAddress, stepOf, stepsOf } from "./steps.ts";

const CAMPAIGNS = [{ id: 5 }, { id: 5, parent_id: 4 }];
const opened = (address: string, campaign: Parameters<typeof stepOf>[1]) =>
  stepOf(new URL(address, "http://thaw.example").searchParams, campaign);

test("editing a campaign that has been started opens its sequence, a draft its first step", () => {
  for (const campaign of CAMPAIGNS) {
    for (const status of CAMPAIGN_STATUSES) {
      const step = opened(builderPath(campaign), { ...campaign, status });
      expect(step).toBe(status === "DRAFTED" ? stepsOf(campaign)[0] : "sequence");
    }
  }
});

test("the address of each step opens that step, whatever the state of the campaign", () => {
  for (const campaign of CAMPAIGNS) {
    for (const step of stepsOf(campaign)) {
      for (const status of CAMPAIGN_STATUSES) {
        expect(opened(stepAddress(campaign, step), { ...campaign, status })).toBe(step);
      }
    }
  }
});
