import { client, table } from "@thaw/data/table";
import { Entity } from "electrodb";

/**
 * The hash of a received email of an erased conversation, so that the email is not stored again.
 *
 * It leads to the claim that the email was received.
 */
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
