import { client, table } from "@thaw/data/table";
import { Entity } from "electrodb";

/** The account that an API key speaks for. Only the key's hash is kept. */
export const ApiKeyEntity = new Entity(
  {
    model: { service: "thaw", entity: "apiKey", version: "1" },
    attributes: {
      keyHash: { type: "string", required: true },
      accountId: { type: "number", required: true },
      createdAt: { type: "string", required: true },
      createdBy: { type: "number" },
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
