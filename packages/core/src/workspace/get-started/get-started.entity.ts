import { client, table } from "@thaw/data/table";
import { Entity } from "electrodb";
import { erasedWithAccount } from "../../kernel/erasure/declare.ts";

/** When an account first had a mailbox, leads and a campaign. It is never reverted. */
export const GetStartedEntity = new Entity(
  {
    model: { service: "thaw", entity: "getStarted", version: "1" },
    attributes: {
      accountId: { type: "number", required: true },
      mailboxAt: { type: "string" },
      warmupAt: { type: "string" },
      leadsAt: { type: "string" },
      campaignAt: { type: "string" },
      celebratedAt: { type: "string" },
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

export const getStartedErasure = erasedWithAccount(["settings"], GetStartedEntity);
