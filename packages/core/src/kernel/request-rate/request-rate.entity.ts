import { client, table } from "@thaw/data/table";
import { Entity } from "electrodb";

/** How many requests a caller has made in one window. See decision 15. */
export const RequestRateEntity = new Entity(
  {
    model: { service: "thaw", entity: "requestRate", version: "1" },
    attributes: {
      /** `key:<account>:<key>`, `user:<user>` or `visitor:<network address>`. */
      caller: { type: "string", required: true },
      /** Windows since the epoch. */
      window: { type: "number", required: true },
      count: { type: "number", required: true },
      /** Epoch seconds. */
      ttl: { type: "number", required: true },
    },
    indexes: {
      byWindow: {
        pk: { field: "pk", composite: ["caller", "window"] },
        sk: { field: "sk", composite: [] },
      },
    },
  },
  { client, table },
);
