import { client, table } from "@thaw/data/table";
import { Entity } from "electrodb";

export const OUTCOMES = ["set", "kept", "unknown", "failed"] as const;

/** The one categorisation of a reply by AI: which worker has it, what it decided and how it ended. */
export const CategorisationRunEntity = new Entity(
  {
    model: { service: "thaw", entity: "categorisationRun", version: "1" },
    attributes: {
      accountId: { type: "number", required: true },
      messageKey: { type: "string", required: true },
      leaseUntil: { type: "string" },
      fence: { type: "string" },
      /** Written with the conversation's category; what follows from it may still be missing. */
      categoryId: { type: "number" },
      doneAt: { type: "string" },
      /** `kept`: a person had chosen; `unknown`: the answer was no category. */
      outcome: { type: OUTCOMES },
      /** Epoch seconds. */
      ttl: { type: "number" },
    },
    indexes: {
      byMessage: {
        pk: { field: "pk", composite: ["accountId", "messageKey"], casing: "none" },
        sk: { field: "sk", composite: [] },
      },
    },
  },
  { client, table },
);
