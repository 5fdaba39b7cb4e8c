import * as v from "valibot";
import { Id, PageInput, pageOf } from "../../page.schema.ts";
import { LeadFilters } from "../lead/lead-list.schema.ts";

export const ExportLeads = v.object({
  ...LeadFilters,
  /** Only these of them. */
  lead_ids: v.optional(v.pipe(v.array(Id), v.maxLength(400))),
});

export const EXPORT_STATUSES = ["RUNNING", "COMPLETED", "FAILED"] as const;

export const LeadExport = v.object({
  id: v.number(),
  file_name: v.string(),
  status: v.picklist(EXPORT_STATUSES),
  failure: v.optional(v.string()),
  failure_key: v.optional(v.string()),
  /** Leads that were found so far; in the second half of the progress, about how many there will be. */
  rows_found: v.number(),
  /** Leads that were written. */
  rows_done: v.number(),
  /** From 0 to 1: the first half looks at every lead for its custom fields, the second one writes them. */
  progress: v.number(),
  /** Of the file, once it is whole. */
  bytes: v.optional(v.number()),
  created_at: v.string(),
  finished_at: v.optional(v.string()),
  /** A day after it was started: from then on there is no such export and no file. */
  expires_at: v.string(),
  /** When a link to the file was first given. */
  downloaded_at: v.optional(v.string()),
});
export type LeadExport = v.InferOutput<typeof LeadExport>;

export const ExportId = v.object({ export_id: Id });
export const ListLeadExports = v.object(PageInput);
export const LeadExportPage = pageOf(LeadExport);
/** It works for ten minutes. */
export const ExportLink = v.object({ url: v.string() });
