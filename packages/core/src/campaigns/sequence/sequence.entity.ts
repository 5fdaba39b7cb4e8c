import { client, table } from "@thaw/data/table";
import { Entity } from "electrodb";
import { erasedWithCampaign } from "../../kernel/erasure/declare.ts";

/** The steps of a campaign at one version. A version from which emails were sent never changes. */
export const SequenceEntity = new Entity(
  {
    model: { service: "thaw", entity: "sequence", version: "1" },
    attributes: {
      accountId: { type: "number", required: true },
      campaignId: { type: "number", required: true },
      version: { type: "number", required: true, padding: { length: 6, char: "0" } },
      steps: { type: "any", required: true },
      savedAt: { type: "string", required: true },
      savedBy: { type: "number", required: true },
    },
    indexes: {
      byCampaign: {
        pk: { field: "pk", composite: ["accountId", "campaignId"] },
        sk: { field: "sk", composite: ["version"] },
      },
    },
  },
  { client, table },
);

export const sequenceErasure = erasedWithCampaign(SequenceEntity);
