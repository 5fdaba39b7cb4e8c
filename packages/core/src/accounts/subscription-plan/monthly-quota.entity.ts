import { client, table } from "@thaw/data/table";
import { Entity } from "electrodb";
import { erasedWithAccount } from "../../kernel/erasure/declare.ts";

/** How many emails of its subscription plan an account has planned in one billing month. See decision 8. */
export const MonthlyQuotaEntity = new Entity(
  {
    model: { service: "thaw", entity: "monthlyQuota", version: "1" },
    attributes: {
      accountId: { type: "number", required: true },
      startsAt: { type: "string", required: true },
      /** Campaign mails that were delivered, or are being delivered. */
      mails: { type: "number" },
      /** The owner was told that most of the month's mails are used. */
      warnedAt: { type: "string" },
      /** Credits of leads deleted before this month are free again. */
      openedAt: { type: "string" },
    },
    indexes: {
      byMonth: {
        pk: { field: "pk", composite: ["accountId"] },
        sk: { field: "sk", composite: ["startsAt"] },
      },
    },
  },
  { client, table },
);

export const monthlyQuotaErasure = erasedWithAccount(["settings"], MonthlyQuotaEntity);
