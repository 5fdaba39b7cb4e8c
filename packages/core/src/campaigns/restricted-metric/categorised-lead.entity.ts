import { client, table } from "@thaw/data/table";
import { Entity } from "electrodb";
import { erasedWithCampaign } from "../../kernel/erasure/declare.ts";

const id = { type: "number", required: true, padding: { length: 12, char: "0" } } as const;

/** A lead of a campaign that has a category, derived from the lead's record by the stream. See decision 22. */
export const CategorisedLeadEntity = new Entity(
  {
    model: { service: "thaw", entity: "categorisedLead", version: "1" },
    attributes: {
      accountId: { type: "number", required: true },
      campaignId: { type: "number", required: true },
      categoryId: id,
      leadId: id,
    },
    indexes: {
      byCampaign: {
        pk: { field: "pk", composite: ["accountId", "campaignId"] },
        sk: { field: "sk", composite: ["categoryId", "leadId"] },
      },
    },
  },
  { client, table },
);

export const categorisedLeadErasure = erasedWithCampaign(CategorisedLeadEntity);
