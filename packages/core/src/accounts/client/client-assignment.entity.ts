import { client, table } from "@thaw/data/table";
import { Entity } from "electrodb";
import { erasedWithAccount } from "../../kernel/erasure/declare.ts";

/** What each client of an agency has been given: written in the transactions that give, make, take away and delete it. */
export const ClientAssignmentEntity = new Entity(
  {
    model: { service: "thaw", entity: "clientAssignment", version: "1" },
    attributes: {
      accountId: { type: "number", required: true },
      clientId: { type: "number", required: true },
      /** Without subsequences and deleted ones. */
      campaigns: { type: "set", items: "number" },
      mailboxes: { type: "set", items: "number" },
    },
    indexes: {
      byAccount: {
        pk: { field: "pk", composite: ["accountId"] },
        sk: { field: "sk", composite: ["clientId"] },
      },
    },
  },
  { client, table },
);

export const clientAssignmentErasure = erasedWithAccount(["users"], ClientAssignmentEntity);
