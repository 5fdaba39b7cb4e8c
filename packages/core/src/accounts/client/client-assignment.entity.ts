import { client, table } from "@thaw/data/table";
import { Entity } from "electrodb";
import { erasedWithAccount } from "../../kernel/erasure/declare.ts";

/**
 * The campaigns and mailboxes that an agency has assigned to one of its clients.
 *
 * It is written in the transactions that assign, create, withdraw and delete them.
 */
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
