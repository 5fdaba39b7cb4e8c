import { client, table } from "@thaw/data/table";
import { Entity } from "electrodb";

/**
 * A task in the list of its lead.
 *
 * The task of a step has a key of campaign and step, so that a step creates one task only.
 */
export const LeadTaskEntity = new Entity(
  {
    model: { service: "thaw", entity: "leadTask", version: "1" },
    attributes: {
      accountId: { type: "number", required: true },
      leadId: { type: "number", required: true },
      /** "step.5.2": step 2 of campaign 5; "task.000000000017"; "deleted.000000000017" while a deleted one is kept. */
      place: { type: "string", required: true },
      taskId: { type: "number", required: true },
      /** Of a deleted task, which goes at the same time. */
      ttl: { type: "number" },
    },
    indexes: {
      byLead: {
        pk: { field: "pk", composite: ["accountId", "leadId"] },
        sk: { field: "sk", composite: ["place"] },
      },
    },
  },
  { client, table },
);
