import { client, table } from "@thaw/data/table";
import { Entity } from "electrodb";
import { erasedWithAccount } from "../../kernel/erasure/declare.ts";

const count = { type: "number" } as const;

/**
 * How many tasks a member has, by status and priority.
 *
 * It is spread over shards so that planner and users do not wait for each other.
 */
export const TaskCountEntity = new Entity(
  {
    model: { service: "thaw", entity: "taskCount", version: "1" },
    attributes: {
      accountId: { type: "number", required: true },
      assigneeId: { type: "number", required: true, padding: { length: 12, char: "0" } },
      shard: { type: "number", required: true },
      openHigh: count,
      openMedium: count,
      openLow: count,
      doneHigh: count,
      doneMedium: count,
      doneLow: count,
    },
    indexes: {
      byAccount: {
        pk: { field: "pk", composite: ["accountId"] },
        sk: { field: "sk", composite: ["assigneeId", "shard"] },
      },
    },
  },
  { client, table },
);

export const taskCountErasure = erasedWithAccount(["tasks"], TaskCountEntity);
