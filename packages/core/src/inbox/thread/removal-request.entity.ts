import { client, table } from "@thaw/data/table";
import { Entity, type EntityItem } from "electrodb";

export const REMOVAL_SHARDS = 4;

/**
 * A request to get no more email that nobody has accepted or declined yet. It is granted when its time comes.
 *
 * `byDue` tells the clock which requests are due.
 */
export const RemovalRequestEntity = new Entity(
  {
    model: { service: "thaw", entity: "removalRequest", version: "1" },
    attributes: {
      accountId: { type: "number", required: true },
      threadId: { type: "number", required: true },
      removalShard: { type: "number", required: true },
      dueAt: { type: "string", required: true },
    },
    indexes: {
      byThread: {
        pk: { field: "pk", composite: ["accountId", "threadId"] },
        sk: { field: "sk", composite: [] },
      },
      byDue: {
        index: "gsi1",
        pk: { field: "gsi1pk", composite: ["removalShard"] },
        sk: { field: "gsi1sk", composite: ["dueAt"] },
      },
    },
  },
  { client, table },
);

export type RemovalRequest = EntityItem<typeof RemovalRequestEntity>;
