import { client, table } from "@thaw/data/table";
import { Entity } from "electrodb";

/** Finds the record of an API key by the hash of the key. The record says whether the key still works. */
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
