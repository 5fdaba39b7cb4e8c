import { client, table } from "@thaw/data/table";
import { Entity, type EntityItem } from "electrodb";

/**
 * The public key of a user's passkey. The private key never leaves the user's device.
 *
 * Its id is claimed globally under the kind `passkey`.
 */
export const PasskeyEntity = new Entity(
  {
    model: { service: "thaw", entity: "passkey", version: "1" },
    attributes: {
      userId: { type: "number", required: true },
      /** SHA-256 of the credential's id, in hex: of fixed length, and the same in any case. */
      passkeyId: { type: "string", required: true },
      accountId: { type: "number", required: true },
      /** Base64url. */
      credentialId: { type: "string", required: true },
      /** A COSE key (RFC 9052), base64url. */
      publicKey: { type: "string", required: true },
      /** Of signatures; 0 where the device does not count. */
      counter: { type: "number", required: true },
      transports: { type: "list", items: { type: "string" }, required: true },
      /** Its place among the few that a user may have. */
      place: { type: "number", required: true },
      name: { type: "string", required: true },
      isSynced: { type: "boolean", required: true },
      createdAt: { type: "string", required: true },
      lastUsedAt: { type: "string" },
    },
    indexes: {
      byUser: {
        pk: { field: "pk", composite: ["userId"] },
        sk: { field: "sk", composite: ["passkeyId"] },
      },
    },
  },
  { client, table },
);

export type PasskeyRecord = EntityItem<typeof PasskeyEntity>;
