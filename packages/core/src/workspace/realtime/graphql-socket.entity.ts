import { client, table } from "@thaw/data/table";
import { Entity } from "electrodb";

/** An open websocket that speaks GraphQL, and its user once known. */
export const GraphqlSocketEntity = new Entity(
  {
    model: { service: "thaw", entity: "graphqlSocket", version: "1" },
    attributes: {
      connectionId: { type: "string", required: true },
      accountId: { type: "number" },
      userId: { type: "number" },
      sessionId: { type: "string" },
      /** How many operations are under way. */
      operations: { type: "number", required: true },
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
