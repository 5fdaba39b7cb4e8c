import { client, table } from "@thaw/data/table";
import { Entity } from "electrodb";
import { erasedWithAccount } from "../../kernel/erasure/declare.ts";
import { ACTIVITY_ACTIONS, ACTIVITY_KINDS } from "./activity-log.schema.ts";

/**
 * One act of a user in the activity log: who did what to what, when and from where. It is written in the transaction of the act
 * and kept for a year.
 */
export const ActivityEntity = new Entity(
  {
    model: { service: "thaw", entity: "activity", version: "1" },
    attributes: {
      accountId: { type: "number", required: true },
      at: { type: "string", required: true },
      activityId: { type: "string", required: true },
      kind: { type: ACTIVITY_KINDS, required: true },
      action: { type: ACTIVITY_ACTIONS, required: true },
      actorId: { type: "number", required: true },
      target: { type: "string", required: true },
      detail: { type: "string" },
      ip: { type: "string", required: true },
      /** Epoch seconds. */
      ttl: { type: "number", required: true },
    },
    indexes: {
      byAccount: {
        pk: { field: "pk", composite: ["accountId"] },
        sk: { field: "sk", composite: ["at", "activityId"] },
      },
    },
  },
  { client, table },
);

export const activityErasure = erasedWithAccount(["activities"], ActivityEntity);
