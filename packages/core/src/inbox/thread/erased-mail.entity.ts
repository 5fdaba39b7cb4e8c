import { client, table } from "@thaw/data/table";
import { Entity } from "electrodb";

/** A received mail of an erased conversation, by its hash: the claim that it came stays, and is found by this. */
export const ErasedMailEntity = new Entity(
  {
    model: { service: "thaw", entity: "erasedMail", version: "1" },
    attributes: {
      accountId: { type: "number", required: true },
      messageKey: { type: "string", required: true },
    },
    indexes: {
      byAccount: {
        pk: { field: "pk", composite: ["accountId"] },
        // Hashes are base64url: their case matters.
        sk: { field: "sk", composite: ["messageKey"], casing: "none" },
      },
    },
  },
  { client, table },
);
