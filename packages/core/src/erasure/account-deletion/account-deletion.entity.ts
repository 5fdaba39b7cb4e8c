import { client, table } from "@thaw/data/table";
import { CustomAttributeType, Entity, type EntityItem } from "electrodb";
import { DELETION_STAGES, type DeletionStage } from "../../kernel/erasure/deletion-stage.schema.ts";

/** The progress of an account's deletion and, when done, its proof: numbers and instants only. See decision 23. */
export const AccountDeletionEntity = new Entity(
  {
    model: { service: "thaw", entity: "accountDeletion", version: "1" },
    attributes: {
      accountId: { type: "number", required: true },
      stage: { type: DELETION_STAGES, required: true },
      beganAt: { type: "string", required: true },
      /** When the stage before was done. */
      stageAt: { type: "string", required: true },
      finishedAt: { type: "string" },
      /** How many records went in each stage; of files, objects. */
      removed: { type: CustomAttributeType<Partial<Record<DeletionStage, number>>>("any") },
      /** Who works at it has until then; a later worker takes over. */
      busyUntil: { type: "string" },
      /** How often the last mail could not be sent. */
      mailFailures: { type: "number" },
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

export type AccountDeletion = EntityItem<typeof AccountDeletionEntity>;
