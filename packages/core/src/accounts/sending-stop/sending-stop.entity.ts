import { client, table } from "@thaw/data/table";
import { Entity } from "electrodb";
import { erasedWithAccount } from "../../kernel/erasure/declare.ts";

const stop = {
  type: "map",
  properties: {
    /** ISO 8601. */
    at: { type: "string", required: true },
    reason: { type: "string", required: true },
    /** Of the account; 0 where it was the operator. */
    userId: { type: "number", required: true },
    /** The operator who did it, by a name of their own. */
    who: { type: "string" },
  },
} as const;

/** The switches that stop sending: of an account its own and the operator's, or the operator's of all accounts (account 0). */
export const SendingStopEntity = new Entity(
  {
    model: { service: "thaw", entity: "sendingStop", version: "1" },
    attributes: {
      accountId: { type: "number", required: true },
      account: stop,
      operator: stop,
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

export const sendingStopErasure = erasedWithAccount(["settings"], SendingStopEntity);
