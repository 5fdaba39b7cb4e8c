import { client, table } from "@thaw/data/table";
import { Entity } from "electrodb";

export const PLAN_TYPES = ["TRIAL", "BASE", "PRO", "POPULAR", "ENTERPRISE"] as const;

/** The tenant. Its id is the id of its owner. */
export const AccountEntity = new Entity(
  {
    model: { service: "thaw", entity: "account", version: "1" },
    attributes: {
      accountId: { type: "number", required: true },
      name: { type: "string", required: true },
      /** IANA name. */
      timezone: { type: "string", required: true },
      planType: { type: PLAN_TYPES, required: true },
      /** Absent until the owner's address is verified. */
      trialStartedAt: { type: "string" },
      /** Of the API key that works at present. */
      apiKeyHash: { type: "string" },
      /** Campaigns start only when a second person approves. */
      needsApproval: { type: "boolean" },
      createdAt: { type: "string", required: true },
    },
    indexes: {
      byId: {
        pk: { field: "pk", composite: ["accountId"] },
        sk: { field: "sk", composite: [] },
      },
    },
  },
  { client, table },
);
