import { client, table } from "@thaw/data/table";
import { Entity } from "electrodb";
import { idSequence } from "../../kernel/id-block/id-block.ts";
import { EXPORT_STATUSES } from "./lead-export.schema.ts";

/**
 * An export of leads for a day: what was asked for, how far it is, and the parts of its file.
 *
 * What lies before `place` is in `parts` and in the rest. A worker holds `worker` until `leaseUntil` and moves `place` only while
 * it does.
 */
export const LeadExportEntity = new Entity(
  {
    model: { service: "thaw", entity: "leadExport", version: "1" },
    attributes: {
      accountId: { type: "number", required: true },
      exportId: { type: "number", required: true, padding: { length: 12, char: "0" } },
      status: { type: EXPORT_STATUSES, required: true },
      /** A line of the catalogue; an English sentence before there were such lines. */
      failure: { type: "string" },
      /** What was asked for. */
      wanted: { type: "any", required: true },
      /** The scope, at that moment, of the user who asked for it. */
      scope: { type: "any", required: true },
      createdBy: { type: "number", required: true },
      fileKey: { type: "string", required: true },
      fileName: { type: "string", required: true },
      place: { type: "any", required: true },
      /** The last lead that there was at the beginning: ids tell how far the list was read. */
      lastLeadId: { type: "number", required: true },
      /** As people see it: at `place` or a little further. */
      rowsFound: { type: "number", required: true },
      rowsDone: { type: "number", required: true },
      progress: { type: "number", required: true },
      /** Of a file that is longer than one part. */
      uploadId: { type: "string" },
      parts: { type: "any", required: true },
      /** Every worker begins with a number of its own, so that a dead one's last part harms nobody. */
      partNumber: { type: "number", required: true },
      /** An object with the text between the last part and the place, which is too short for a part; "" for none. */
      restKey: { type: "string", required: true },
      bytes: { type: "number", required: true },
      worker: { type: "string" },
      leaseUntil: { type: "string" },
      createdAt: { type: "string", required: true },
      finishedAt: { type: "string" },
      downloadedAt: { type: "string" },
      /** Epoch milliseconds. */
      expiresAt: { type: "number", required: true },
      /** Epoch seconds. */
      ttl: { type: "number", required: true },
    },
    indexes: {
      byAccount: {
        pk: { field: "pk", composite: ["accountId"] },
        sk: { field: "sk", composite: ["exportId"] },
      },
    },
  },
  { client, table },
);

export const exportIds = idSequence("export");
