import { client, table } from "@thaw/data/table";
import { Entity } from "electrodb";

/** An open websocket in the list of its account, with what its user can see. */
export const ConnectionEntity = new Entity(
  {
    model: { service: "thaw", entity: "connection", version: "1" },
    attributes: {
      accountId: { type: "number", required: true },
      connectionId: { type: "string", required: true },
      userId: { type: "number", required: true },
      /** It closes with this session. */
      sessionId: { type: "string", required: true },
      /** What its user reaches; absent: the whole account. */
      scope: { type: "any" },
      /** Epoch seconds. */
      ttl: { type: "number", required: true },
    },
    indexes: {
      byAccount: {
        pk: { field: "pk", composite: ["accountId"] },
        // API Gateway's ids tell upper from lower case.
        sk: { field: "sk", composite: ["connectionId"], casing: "none" },
      },
    },
  },
  { client, table },
);
