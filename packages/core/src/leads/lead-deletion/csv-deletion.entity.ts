import { client, table } from "@thaw/data/table";
import { Entity } from "electrodb";
import { erasedWithAccount } from "../../kernel/erasure/declare.ts";
import { DELETION_KINDS } from "./csv-deletion.schema.ts";

/** A deletion by CSV that waits a day for its confirmation. Only the hash of the link's UUID is kept. */
export const CsvDeletionEntity = new Entity(
  {
    model: { service: "thaw", entity: "csvDeletion", version: "1" },
    attributes: {
      accountId: { type: "number", required: true },
      identifierHash: { type: "string", required: true },
      kind: { type: DELETION_KINDS, required: true },
      /** 0 for the block list. */
      campaignId: { type: "number", required: true },
      /** Whose entries of the block list; 0: the account's. */
      clientId: { type: "number", required: true },
      fileKey: { type: "string", required: true },
      matched: { type: "number", required: true },
      unmatched: { type: "number", required: true },
      invalid: { type: "number", required: true },
      optedOut: { type: "number", required: true },
      createdAt: { type: "string", required: true },
      createdBy: { type: "number", required: true },
      usedAt: { type: "string" },
      /** Epoch milliseconds. */
      expiresAt: { type: "number", required: true },
      /** Epoch seconds. */
      ttl: { type: "number", required: true },
    },
    indexes: {
      byIdentifier: {
        pk: { field: "pk", composite: ["accountId"] },
        sk: { field: "sk", composite: ["identifierHash"] },
      },
    },
  },
  { client, table },
);

export const csvDeletionErasure = erasedWithAccount(["imports"], CsvDeletionEntity);
