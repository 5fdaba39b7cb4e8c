import { client, table } from "@thaw/data/table";
import { Entity } from "electrodb";
import { erasedWithAccount } from "../../kernel/erasure/declare.ts";

/**
 * The hash of an address that must get no email: of a person who was erased, or who refused email when no lead had the address.
 */
export const ErasedAddressEntity = new Entity(
  {
    model: { service: "thaw", entity: "erasedAddress", version: "1" },
    attributes: {
      accountId: { type: "number", required: true },
      hash: { type: "string", required: true },
      erasedAt: { type: "string", required: true },
    },
    indexes: {
      byAccount: {
        pk: { field: "pk", composite: ["accountId"] },
        // Hashes are base64url: their case matters.
        sk: { field: "sk", composite: ["hash"], casing: "none" },
      },
    },
  },
  { client, table },
);

export const erasedAddressErasure = erasedWithAccount(["block_list"], ErasedAddressEntity);
