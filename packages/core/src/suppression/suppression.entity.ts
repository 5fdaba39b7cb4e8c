import { client, table } from "@thaw/data/table";
import { Entity } from "electrodb";
import { SUPPRESSION_SOURCES } from "./suppression.schema.ts";

/** An address or a domain that the account must not write to. */
export const SuppressionEntity = new Entity(
  {
    model: { service: "thaw", entity: "suppression", version: "1" },
    attributes: {
      accountId: { type: "number", required: true },
      /** Lower case; an address has an @, a domain has none. */
      value: { type: "string", required: true },
      source: { type: SUPPRESSION_SOURCES, required: true },
      campaignId: { type: "number" },
      createdAt: { type: "string", required: true },
      createdBy: { type: "number", required: true },
    },
    indexes: {
      byAccount: {
        pk: { field: "pk", composite: ["accountId"] },
        sk: { field: "sk", composite: ["value"] },
      },
    },
  },
  { client, table },
);
