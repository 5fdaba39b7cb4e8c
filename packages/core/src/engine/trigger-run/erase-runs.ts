import { eraseFound } from "@thaw/data/erase-found";
import { TriggerRunEntity } from "./trigger-run.entity.ts";

/** Forgets when a campaign was looked at, and what was found. */
export const eraseRuns = (campaign: { accountId: number; campaignId: number }) =>
  eraseFound(
    (page) => TriggerRunEntity.query.byCampaign(campaign).go(page),
    (row) => TriggerRunEntity.delete(row),
  );
