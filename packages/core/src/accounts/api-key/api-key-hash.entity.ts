import { client, table } from "@thaw/data/table";
import { Entity } from "electrodb";

/** Where the record of a key is. Whether the key still works, the record says. */
export const ApiKeyHashEntity = new Entity(
  {
    model: { service: "thaw", entity: "apiKeyHash", version: "1" },
    attributes: {
      keyHash: { type: "string", required: true },
      accountId: { type: "number", required: true },
      keyId: { type: "number", required: true },
      /** Epoch seconds; only of a key that is being replaced. */
      ttl: { type: "number" },
    },
    indexes: {
      byHash: {
        pk: { field: "pk", composite: ["keyHash"] },
        sk: { field: "sk", composite: [] },
      },
    },
  },
  { client, table },
);
