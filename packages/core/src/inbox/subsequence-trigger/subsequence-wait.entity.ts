import { client, table } from "@thaw/data/table";
import { Entity } from "electrodb";
import { INSTANT } from "../../instant-attribute.ts";

/**
 * A lead that enters a subsequence at `dueAt` unless it replies before.
 *
 * `byDue` tells the clock which leads are due.
 */
export const SubsequenceWaitEntity = new Entity(
  {
    model: { service: "thaw", entity: "subsequenceWait", version: "1" },
    attributes: {
      accountId: { type: "number", required: true },
      /** The subsequence. */
      campaignId: { type: "number", required: true },
      leadId: { type: "number", required: true },
      waitShard: { type: "number", required: true },
      dueAt: { type: INSTANT, required: true },
    },
    indexes: {
      byLead: {
        pk: { field: "pk", composite: ["accountId", "campaignId", "leadId"] },
        sk: { field: "sk", composite: [] },
      },
      byDue: {
        index: "gsi1",
        pk: { field: "gsi1pk", composite: ["waitShard"] },
        sk: { field: "gsi1sk", composite: ["dueAt"] },
      },
    },
  },
  { client, table },
);
