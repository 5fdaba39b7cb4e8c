import { client, table } from "@thaw/data/table";
import { Entity } from "electrodb";

/** The last minute whose mailboxes were queued for reading. There is one row. See decision 11. */
export const PollTickEntity = new Entity(
  {
    model: { service: "thaw", entity: "pollTick", version: "1" },
    attributes: {
      name: { type: ["poll"] as const, required: true },
      /** Minutes since 1970. */
      minute: { type: "number", required: true },
    },
    indexes: {
      byName: {
        pk: { field: "pk", composite: ["name"] },
        sk: { field: "sk", composite: [] },
      },
    },
  },
  { client, table },
);
