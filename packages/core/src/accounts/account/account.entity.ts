import { client, table } from "@thaw/data/table";
import { Entity, type EntityItem } from "electrodb";
import {
  BILLING_INTERVALS,
  SUBSCRIPTION_PLAN_NAMES,
  TRIAL_HOLDERS,
} from "../subscription-plan/subscription-plan.schema.ts";

/**
 * The tenant: its settings, its subscription plan and the state of its access. Its id is the id of its owner.
 *
 * `byAccessCheck` holds the accounts whose access will end or has to be acted on.
 */
export const AccountEntity = new Entity(
  {
    model: { service: "thaw", entity: "account", version: "1" },
    attributes: {
      accountId: { type: "number", required: true },
      name: { type: "string", required: true },
      /** IANA name. */
      timezone: { type: "string", required: true },
      planType: { type: SUBSCRIPTION_PLAN_NAMES, required: true },
      /** Absent until the owner's address is verified. */
      trialStartedAt: { type: "string" },
      /** Who had the trial in another account, so that this one began with it over. */
      trialHadBy: { type: TRIAL_HOLDERS },
      /** When the offer at the end of the trial was shown. */
      offeredAt: { type: "string" },
      /** The subscription goes on by itself at the end of what is paid. */
      isSubscribed: { type: "boolean" },
      /** Until when it is paid. */
      subscriptionEndsAt: { type: "string" },
      billingInterval: { type: BILLING_INTERVALS },
      /** Of the present row of paid months: billing months are counted from it. */
      paidSince: { type: "string" },
      /** Of ENTERPRISE: what was agreed on. */
      enterpriseDetails: { type: "any" },
      /** What it has besides its plan. */
      addOns: { type: "any" },
      /** The day of the last mail that told how long data is kept after access ended. */
      lapseToldDay: { type: "number" },
      /** When an upgrade got its discount, which is offered once. */
      upgradedAt: { type: "string" },
      /** Campaigns start only when a second person approves. */
      needsApproval: { type: "boolean" },
      /** Campaigns that a guard has paused. Whether one is still paused, its own record says. */
      guardedCampaignIds: { type: "set", items: "number" },
      createdAt: { type: "string", required: true },
      /** Its data is being deleted from then on: nobody comes in, and no plan is taken any more. */
      closedAt: { type: "string" },
      accessShard: { type: "number" },
      /** When to look whether access has ended. */
      accessCheckAt: { type: "string" },
    },
    indexes: {
      byId: {
        pk: { field: "pk", composite: ["accountId"] },
        sk: { field: "sk", composite: [] },
      },
      byAccessCheck: {
        index: "gsi1",
        pk: { field: "gsi1pk", composite: ["accessShard"] },
        sk: { field: "gsi1sk", composite: ["accessCheckAt"] },
      },
    },
  },
  { client, table },
);

export type AccountRecord = EntityItem<typeof AccountEntity>;
