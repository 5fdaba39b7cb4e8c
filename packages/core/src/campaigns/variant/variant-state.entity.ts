import { client, table } from "@thaw/data/table";
import { Entity } from "electrodb";
import { erasedWithCampaign } from "../../kernel/erasure/declare.ts";

/**
 * How many leads each variant of a campaign's steps has been given, and which variant won.
 *
 * Every trigger run that plans such a step changes it.
 */
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
