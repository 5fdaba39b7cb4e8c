import { client, table } from "@thaw/data/table";
import { Entity } from "electrodb";

/** One device on which a user is logged in. A token without this record is invalid. */
export const SessionEntity = new Entity(
  {
    model: { service: "thaw", entity: "session", version: "1" },
    attributes: {
      userId: { type: "number", required: true },
      sessionId: { type: "string", required: true },
      ip: { type: "string", required: true },
      userAgent: { type: "string", required: true },
      createdAt: { type: "string", required: true },
      lastSeenAt: { type: "string", required: true },
      expiresAt: { type: "string", required: true },
      /** Epoch seconds. */
      ttl: { type: "number", required: true },
    },
    indexes: {
      byUser: {
        pk: { field: "pk", composite: ["userId"] },
        sk: { field: "sk", composite: ["sessionId"] },
      },
    },
  },
  { client, table },
);
