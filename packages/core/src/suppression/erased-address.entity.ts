import { client, table } from "@thaw/data/table";
import { Entity } from "electrodb";

/** Somebody whose data was erased must not be written to again: what is left of the address is its hash. */
export const ErasedAddressEntity = new Entity(
  {
    model: { service: "thaw", entity: "erasedAddress", version: "1" },
    attributes: {
      accountId: { type: "number", required: true },
      hash: { type: "string", required: true },
      erasedAt: { type: "string", required: true },
    },
    indexes: {
      byHash: {
        // Hashes are base64url: their case matters.
        pk: { field: "pk", composite: ["accountId", "hash"], casing: "none" },
        sk: { field: "sk", composite: [] },
      },
    },
  },
  { client, table },
);
