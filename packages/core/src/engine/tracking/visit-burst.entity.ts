import { client, table } from "@thaw/data/table";
import { Entity } from "electrodb";

/** The emails that one program on one network has opened or clicked within ten seconds. See decision 27. */
export const VisitBurstEntity = new Entity(
  {
    model: { service: "thaw", entity: "visitBurst", version: "1" },
    attributes: {
      /** A keyed hash of the agent and its network: nobody's address is kept. */
      visitor: { type: "string", required: true },
      /** Ten seconds since the epoch. */
      window: { type: "number", required: true },
      /** "<epoch milliseconds>|<send id>" */
      visits: { type: "set", items: "string" },
      count: { type: "number" },
      /** Epoch seconds. */
      ttl: { type: "number", required: true },
    },
    indexes: {
      byWindow: {
        pk: { field: "pk", composite: ["visitor", "window"], casing: "none" },
        sk: { field: "sk", composite: [] },
      },
    },
  },
  { client, table },
);
