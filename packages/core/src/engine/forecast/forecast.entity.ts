import { client, table } from "@thaw/data/table";
import { Entity } from "electrodb";
import { INSTANT } from "../../instant-attribute.ts";
import { erasedWithCampaign } from "../../kernel/erasure/declare.ts";

/** The send plan of a campaign as it was at its last start, to compare it with what was sent. */
export const ForecastEntity = new Entity(
  {
    model: { service: "thaw", entity: "forecast", version: "1" },
    attributes: {
      accountId: { type: "number", required: true },
      campaignId: { type: "number", required: true },
      madeAt: { type: INSTANT, required: true },
      /** Mails by UTC date; days before `madeAt` are from the start before. */
      days: { type: "any", required: true },
    },
    indexes: {
      byCampaign: {
        pk: { field: "pk", composite: ["accountId", "campaignId"] },
        sk: { field: "sk", composite: [] },
      },
    },
  },
  { client, table },
);

export const forecastErasure = erasedWithCampaign(ForecastEntity);
