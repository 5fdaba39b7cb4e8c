import type { UploadedPart } from "@thaw/data/bucket";
import type { EntityItem } from "electrodb";
import type * as v from "valibot";
import type { Actor } from "../../actor.ts";
import { toIso } from "../../clock.ts";
import type { Scope } from "../../kernel/access/scope.ts";
import { readStoredFor } from "../../read-stored.ts";
import { LeadExportEntity } from "./lead-export.entity.ts";
import type { ExportLeads, LeadExport } from "./lead-export.schema.ts";

type Loose = EntityItem<typeof LeadExportEntity>;
export type ExportRecord = Omit<Loose, "wanted" | "scope" | "place" | "parts"> & {
  wanted: v.InferOutput<typeof ExportLeads>;
  scope: Scope;
  place: ExportPosition;
  parts: UploadedPart[];
};
export type ExportKey = { accountId: number; exportId: number };

export async function findExport({
  accountId,
  exportId,
}: ExportKey): Promise<ExportRecord | undefined> {
  const { data } = await LeadExportEntity.get({ accountId, exportId }).go({ consistent: true });
  return data ?? undefined;
}

/**
 * The progress that users see of a position. A list is read by ids, so ids tell how much of it is read even where most
 * leads are left out.
 */
export function shownOf(
  { wanted, lastLeadId }: Pick<ExportRecord, "wanted" | "lastLeadId">,
  { stage, cursor, found, written }: ExportPosition,
): Pick<ExportRecord, "rowsFound" | "rowsDone" | "progress"> {
  const at = Number(cursor) / Math.max(lastLeadId, 1);
  const passed = wanted.order === "oldest" ? at : 1 - at;
  const share = cursor === null ? 0 : Math.min(Math.max(passed, 0), 1);
  const halves = { looking: share, writing: 1 + share, done: 2 }[stage];
  return { rowsFound: found, rowsDone: written, progress: halves / 2 };
}

export function toLeadExport(actor: Actor, record: Loose): LeadExport {
  const { bytes, status } = record;
  return {
    id: record.exportId,
    file_name: record.fileName,
    status,
    rows_found: record.rowsFound,
    rows_done: record.rowsDone,
    progress: record.progress,
    created_at: record.createdAt,
    expires_at: toIso(record.expiresAt),
    ...(status === "COMPLETED" ? { bytes } : {}),
    ...readStoredFor(actor, "failure", record.failure),
    ...(record.finishedAt === undefined ? {} : { finished_at: record.finishedAt }),
    ...(record.downloadedAt === undefined ? {} : { downloaded_at: record.downloadedAt }),
  };
}

/** How far an export is: a worker continues from it. */
export type ExportPosition = {
  /** First every lead is looked at for its custom fields, then each is written. */
  stage: "looking" | "writing" | "done";
  /** The custom fields that are columns; while looking, those that were found so far. */
  columns: readonly string[];
  /** Leads that were looked at. */
  found: number;
  /** Leads that were written. */
  written: number;
  /** Of the list, in this stage; null at its beginning. */
  cursor: string | null;
};
export const BEGINNING: ExportPosition = {
  stage: "looking",
  columns: [],
  found: 0,
  written: 0,
  cursor: null,
};
