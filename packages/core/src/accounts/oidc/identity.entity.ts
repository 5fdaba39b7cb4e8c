import { client, table } from "@thaw/data/table";
import { Entity, type EntityItem } from "electrodb";

/**
 * An identity at an OpenID Connect issuer with which a user logs in.
 *
 * It is claimed under the kind `oidc-identity`; that of a client within its agency.
 */
export const OidcIdentityEntity = new Entity(
  {
    model: { service: "thaw", entity: "oidcIdentity", version: "1" },
    attributes: {
      userId: { type: "number", required: true },
      /** SHA-256 of issuer and subject, in hex: of fixed length, and the same in any case. */
      identityId: { type: "string", required: true },
      accountId: { type: "number", required: true },
      issuerId: { type: "string", required: true },
      email: { type: "string", required: true },
      createdAt: { type: "string", required: true },
      lastUsedAt: { type: "string" },
    },
    indexes: {
      byUser: {
        pk: { field: "pk", composite: ["userId"] },
        sk: { field: "sk", composite: ["identityId"] },
      },
    },
  },
  { client, table },
);

export type IdentityRecord = EntityItem<typeof OidcIdentityEntity>;
