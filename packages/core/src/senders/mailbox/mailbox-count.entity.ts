import { client, table } from "@thaw/data/table";
import { Entity } from "electrodb";
import { erasedWithAccount } from "../../kernel/erasure/declare.ts";

/** How many mailboxes an account has. It is written in the transactions that connect and remove them. */
export const MailboxCountEntity = new Entity(
  {
    model: { service: "thaw", entity: "mailboxCount", version: "1" },
    attributes: {
      accountId: { type: "number", required: true },
      mailboxes: { type: "number" },
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

export const mailboxCountErasure = erasedWithAccount(["mailboxes", "settings"], MailboxCountEntity);
