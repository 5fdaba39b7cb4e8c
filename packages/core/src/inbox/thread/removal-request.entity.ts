import { client, table } from "@thaw/data/table";
import { Entity, type EntityItem } from "electrodb";

export const REMOVAL_SHARDS = 4;

/** Somebody asked to get no more mail, and nobody has said yet whether that is so. `byDue`: what the clock asks. */
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
