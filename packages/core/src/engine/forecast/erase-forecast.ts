import { eraseFound } from "@thaw/data/erase-found";
import { ForecastEntity } from "./forecast.entity.ts";

/** Forgets what a campaign was going to send. */
export const eraseForecast = (campaign: { accountId: number; campaignId: number }) =>
  eraseFound(
    (page) => ForecastEntity.query.byCampaign(campaign).go(page),
    (row) => ForecastEntity.delete(row),
  );
