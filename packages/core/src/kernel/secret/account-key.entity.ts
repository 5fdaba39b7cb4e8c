import { client, table } from "@thaw/data/table";
import { Entity } from "electrodb";
import { INSTANT } from "../../instant-attribute.ts";
import { erasedWithAccount } from "../erasure/declare.ts";

/** The wrapped key under which workers seal the secrets of an account, so that one call opens all of them. */
export const AccountKeyEntity = new Entity(
  {
    model: { service: "thaw", entity: "accountKey", version: "1" },
    attributes: {
      accountId: { type: "number", required: true },
      /** The master key that wraps it. */
      masterId: { type: "string", required: true },
      /** In base64url. */
      wrapped: { type: "string", required: true },
      createdAt: { type: INSTANT, required: true },
    },
    indexes: {
      byAccount: {
        pk: { field: "pk", composite: ["accountId"] },
        sk: { field: "sk", composite: [] },
      },
    },
  },
  { client, table },
);

export const accountKeyErasure = erasedWithAccount(["settings"], AccountKeyEntity);
