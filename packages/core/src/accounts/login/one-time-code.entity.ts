import { client, table } from "@thaw/data/table";
import { Entity } from "electrodb";

/** The one code that a user can log in with at present. A newer code replaces it. */
export const OneTimeCodeEntity = new Entity(
  {
    model: { service: "thaw", entity: "oneTimeCode", version: "1" },
    attributes: {
      userId: { type: "number", required: true },
      codeHash: { type: "string", required: true },
      tries: { type: "number", required: true },
      /** Epoch milliseconds. */
      expiresAt: { type: "number", required: true },
      /** Epoch seconds. */
      ttl: { type: "number", required: true },
    },
    indexes: {
      byUser: {
        pk: { field: "pk", composite: ["userId"] },
        sk: { field: "sk", composite: [] },
      },
    },
  },
  { client, table },
);
