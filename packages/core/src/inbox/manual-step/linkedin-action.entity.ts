import { client, table } from "@thaw/data/table";
import { Entity } from "electrodb";
import { erasedWithAccount } from "../../kernel/erasure/declare.ts";

/**
 * What a LinkedIn connector does for the task of a step.
 *
 * `byLane` holds actions that have to be looked at, by when.
 */
export const LinkedInActionEntity = new Entity(
  {
    model: { service: "thaw", entity: "linkedinAction", version: "1" },
    attributes: {
      accountId: { type: "number", required: true },
      taskId: { type: "number", required: true, padding: { length: 12, char: "0" } },
      campaignId: { type: "number", required: true },
      leadId: { type: "number", required: true },
      linkedinId: { type: "number", required: true },
      /** What the connector calls it, once it has taken it. */
      ref: { type: "string" },
      /** How often the connector could not be reached in a row. */
      attempts: { type: "number", required: true },
      /** "7.12": account and campaign. Absent once there is nothing more to do. */
      actionLane: { type: "string" },
      dueAt: { type: "string" },
      createdAt: { type: "string", required: true },
      ttl: { type: "number", required: true },
    },
    indexes: {
      byAccount: {
        pk: { field: "pk", composite: ["accountId"] },
        sk: { field: "sk", composite: ["taskId"] },
      },
      byLane: {
        index: "gsi1",
        pk: { field: "gsi1pk", composite: ["actionLane"] },
        sk: { field: "gsi1sk", composite: ["dueAt", "taskId"] },
      },
    },
  },
  { client, table },
);

export const linkedInActionErasure = erasedWithAccount(["linkedin"], LinkedInActionEntity);
