import { client, table } from "@thaw/data/table";
import { Entity } from "electrodb";
import { erasedWithAccount } from "../../kernel/erasure/declare.ts";

/**
 * How many lead credits an account uses and how many leads it has.
 *
 * Credits exceed leads while credits of deleted leads wait to be freed.
 */
export const LeadCreditEntity = new Entity(
  {
    model: { service: "thaw", entity: "leadCredit", version: "1" },
    attributes: {
      accountId: { type: "number", required: true },
      used: { type: "number" },
      leads: { type: "number" },
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

/** Credits of contacted leads that were deleted on one day (UTC). They stay in use until the period ends. */
export const LeadCreditReleaseEntity = new Entity(
  {
    model: { service: "thaw", entity: "leadCreditRelease", version: "1" },
    attributes: {
      accountId: { type: "number", required: true },
      day: { type: "string", required: true },
      credits: { type: "number" },
    },
    indexes: {
      byDay: {
        pk: { field: "pk", composite: ["accountId"] },
        sk: { field: "sk", composite: ["day"] },
      },
    },
  },
  { client, table },
);

export const leadCreditErasure = erasedWithAccount(["leads"], LeadCreditEntity);
export const leadCreditReleaseErasure = erasedWithAccount(["leads"], LeadCreditReleaseEntity);
