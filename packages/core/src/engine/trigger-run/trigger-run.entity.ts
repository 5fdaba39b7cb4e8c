import { client, table } from "@thaw/data/table";
import { Entity } from "electrodb";
import { INSTANT } from "../../instant-attribute.ts";
import { erasedWithCampaign } from "../../kernel/erasure/declare.ts";
import { TRIGGER_STATUSES } from "./trigger-run.schema.ts";

/** One run of the planner for a campaign and what came of it. It is kept for 30 days. */
export const TriggerRunEntity = new Entity(
  {
    model: { service: "thaw", entity: "triggerRun", version: "1" },
    attributes: {
      accountId: { type: "number", required: true },
      campaignId: { type: "number", required: true },
      scheduledAt: { type: INSTANT, required: true },
      status: { type: TRIGGER_STATUSES, required: true },
      pickedAt: { type: INSTANT },
      runningAt: { type: INSTANT },
      completedAt: { type: INSTANT },
      stepsChecked: { type: "number" },
      emailsScheduled: { type: "number" },
      tasksMade: { type: "number" },
      /** Keys of the catalogue; English sentences before there were such keys. */
      messages: { type: "list", items: { type: "string" } },
      ttl: { type: "number" },
    },
    indexes: {
      byCampaign: {
        pk: { field: "pk", composite: ["accountId", "campaignId"] },
        sk: { field: "sk", composite: ["scheduledAt"] },
      },
    },
  },
  { client, table },
);

export const triggerRunErasure = erasedWithCampaign(TriggerRunEntity);
