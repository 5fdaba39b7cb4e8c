import { client, table } from "@thaw/data/table";
import { Entity } from "electrodb";

/** The websockets that a session holds open. They close when the session ends. */
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
