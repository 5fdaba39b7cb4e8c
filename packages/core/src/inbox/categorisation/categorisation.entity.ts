import { client, table } from "@thaw/data/table";
import { Entity } from "electrodb";
import { AI_CATEGORISATION_MODES } from "../../accounts/category/category.schema.ts";
import { erasedWithAccount } from "../../kernel/erasure/declare.ts";

/**
 * The rules by which AI categorises replies to a campaign, or with `campaignId` 0 to all campaigns without rules of their own.
 */
export const CategorisationEntity = new Entity(
  {
    model: { service: "thaw", entity: "categorisation", version: "1" },
    attributes: {
      accountId: { type: "number", required: true },
      campaignId: { type: "number", required: true },
      mode: { type: AI_CATEGORISATION_MODES, required: true },
      prompt: { type: "string", required: true },
      categoryIds: { type: "list", items: { type: "number" }, required: true },
      changedAt: { type: "string", required: true },
      changedBy: { type: "number", required: true },
    },
    indexes: {
      byCampaign: {
        pk: { field: "pk", composite: ["accountId"] },
        sk: { field: "sk", composite: ["campaignId"] },
      },
    },
  },
  { client, table },
);

export const categorisationErasure = erasedWithAccount(["labels"], CategorisationEntity);
