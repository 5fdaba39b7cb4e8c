import { client, table } from "@thaw/data/table";
import { Entity } from "electrodb";
import { erasedWithCampaign } from "../../kernel/erasure/declare.ts";

/** How far the variants of a campaign's steps have been given out. Changes with every run that plans such a step. */
export const VariantStateEntity = new Entity(
  {
    model: { service: "thaw", entity: "variantState", version: "1" },
    attributes: {
      accountId: { type: "number", required: true },
      campaignId: { type: "number", required: true },
      /** By step number: see StepState. */
      steps: { type: "any", required: true },
      revision: { type: "number", required: true },
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

export const variantStateErasure = erasedWithCampaign(VariantStateEntity);
