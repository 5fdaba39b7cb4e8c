import { client, table } from "@thaw/data/table";
import { Entity } from "electrodb";

/** How much each client of an agency has been given: written in the transactions that give, make, take away and delete it. */
export const ClientCountEntity = new Entity(
  {
    model: { service: "thaw", entity: "clientCount", version: "1" },
    attributes: {
      accountId: { type: "number", required: true },
      clientId: { type: "number", required: true },
      /** Without subsequences and deleted ones. */
      campaigns: { type: "number" },
      mailboxes: { type: "number" },
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
