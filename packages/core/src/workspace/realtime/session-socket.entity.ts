import { client, table } from "@thaw/data/table";
import { Entity } from "electrodb";

/** Which websockets a session holds open: they close when it ends. */
export const SessionSocketEntity = new Entity(
  {
    model: { service: "thaw", entity: "sessionSocket", version: "1" },
    attributes: {
      userId: { type: "number", required: true },
      sessionId: { type: "string", required: true },
      connectionId: { type: "string", required: true },
      /** Epoch seconds. */
      ttl: { type: "number", required: true },
    },
    indexes: {
      byUser: {
        pk: { field: "pk", composite: ["userId"] },
        sk: { field: "sk", composite: ["sessionId", "connectionId"], casing: "none" },
      },
    },
  },
  { client, table },
);
