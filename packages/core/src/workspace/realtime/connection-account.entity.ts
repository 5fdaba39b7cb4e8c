import { client, table } from "@thaw/data/table";
import { Entity } from "electrodb";

/** The account of an open websocket, found by the connection's id. */
export const ConnectionAccountEntity = new Entity(
  {
    model: { service: "thaw", entity: "connectionAccount", version: "1" },
    attributes: {
      connectionId: { type: "string", required: true },
      accountId: { type: "number", required: true },
      /** Epoch seconds. */
      ttl: { type: "number", required: true },
    },
    indexes: {
      byConnection: {
        pk: { field: "pk", composite: ["connectionId"], casing: "none" },
        sk: { field: "sk", composite: [] },
      },
    },
  },
  { client, table },
);
