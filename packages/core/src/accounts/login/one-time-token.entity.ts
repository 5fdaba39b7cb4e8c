import { client, table } from "@thaw/data/table";
import { Entity } from "electrodb";

export const ONE_TIME_TOKEN_KINDS = [
  "verify-email",
  "reset-password",
  "magic-link",
  "invitation",
  "passkey-registration",
  "passkey-sign-in",
  "oidc-state",
  "oidc-code",
  "oidc-sign-up",
] as const;

/** The secret of a link, a passkey challenge or an OpenID Connect login that works once. Only its hash is kept. */
export const OneTimeTokenEntity = new Entity(
  {
    model: { service: "thaw", entity: "oneTimeToken", version: "1" },
    attributes: {
      kind: { type: ONE_TIME_TOKEN_KINDS, required: true },
      secretHash: { type: "string", required: true },
      accountId: { type: "number", required: true },
      userId: { type: "number", required: true },
      boundTo: { type: "string" },
      /** Epoch milliseconds. */
      expiresAt: { type: "number", required: true },
      /** Epoch seconds. */
      ttl: { type: "number", required: true },
    },
    indexes: {
      bySecret: {
        pk: { field: "pk", composite: ["kind", "secretHash"] },
        sk: { field: "sk", composite: [] },
      },
    },
  },
  { client, table },
);
