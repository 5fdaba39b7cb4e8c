import { client, table } from "@thaw/data/table";
import type { Locale } from "@thaw/text/locale";
import { CustomAttributeType, Entity } from "electrodb";
import { idSequence } from "../../kernel/id-block/id-block.ts";
import { IMPORT_STATUSES, IMPORT_TYPES } from "./lead-import.schema.ts";

/**
 * An import of leads: its progress and counts.
 *
 * Everything before `byteOffset` is done and counted. A worker holds `worker` until `leaseUntil` and moves the offset only from
 * where it found it.
 */
export const ImportJobEntity = new Entity(
  {
    model: { service: "thaw", entity: "importJob", version: "1" },
    attributes: {
      accountId: { type: "number", required: true },
      importId: { type: "number", required: true, padding: { length: 12, char: "0" } },
      campaignId: { type: "number", required: true },
      type: { type: IMPORT_TYPES, required: true },
      fileKey: { type: "string", required: true },
      fileName: { type: "string", required: true },
      status: { type: IMPORT_STATUSES, required: true },
      /** A line of the catalogue; an English sentence before there were such lines. */
      failure: { type: "string" },
      mapping: { type: "any", required: true },
      options: { type: "any", required: true },
      dialect: { type: "any", required: true },
      width: { type: "number", required: true },
      totalBytes: { type: "number", required: true },
      byteOffset: { type: "number", required: true },
      /** The number of the last row before the offset, as a spreadsheet counts. */
      lastRow: { type: "number", required: true },
      rowsDone: { type: "number", required: true },
      counts: { type: "any", required: true },
      /** Lead credits taken for the rows that come next. */
      reservedCredits: { type: "number", required: true },
      worker: { type: "string" },
      leaseUntil: { type: "string" },
      errorFileKey: { type: "string" },
      createdAt: { type: "string", required: true },
      createdBy: { type: "number", required: true },
      /** What whoever started it reached: what others know of its leads stays theirs. */
      scope: { type: "any" },
      /** Of whoever started it: the file of rows that were left out is in this language. */
      locale: { type: CustomAttributeType<Locale>("string") },
      startedAt: { type: "string" },
      finishedAt: { type: "string" },
    },
    indexes: {
      byAccount: {
        pk: { field: "pk", composite: ["accountId"] },
        sk: { field: "sk", composite: ["importId"] },
      },
    },
  },
  { client, table },
);

/** Rows of an import that were refused, kept until the error file is written. */
export const ImportRejectEntity = new Entity(
  {
    model: { service: "thaw", entity: "importReject", version: "1" },
    attributes: {
      accountId: { type: "number", required: true },
      importId: { type: "number", required: true },
      byteOffset: { type: "number", required: true, padding: { length: 15, char: "0" } },
      rows: { type: "any", required: true },
    },
    indexes: {
      byImport: {
        pk: { field: "pk", composite: ["accountId", "importId"] },
        sk: { field: "sk", composite: ["byteOffset"] },
      },
    },
  },
  { client, table },
);

export const importIds = idSequence("import");
