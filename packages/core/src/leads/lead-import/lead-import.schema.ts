import { boundText, issueText } from "@thaw/text/issue-text";
import * as v from "valibot";
import { Id, PageInput, pageOf } from "../../page.schema.ts";
import { LeadDetails } from "../lead/lead.schema.ts";
import { ColumnMapping, ColumnTarget, CsvColumn } from "./map-columns.schema.ts";

export const MAX_FILE_BYTES = 15 * 1_048_576;
export const MAX_LEADS_PER_CALL = 400;
/** An upload form must send exactly this type. */
export const CSV_TYPE = "text/csv";

export const IMPORT_TYPES = ["CSV", "HUBSPOT", "API"] as const;

/** What became of a row. Together they are all rows of data. */
export const OUTCOMES = [
  "imported",
  "duplicate",
  "invalid",
  "blocked",
  "skipped",
  "over_limit",
] as const;
export type Outcome = (typeof OUTCOMES)[number];

export const ImportCounts = v.object({
  imported: v.number(),
  duplicate: v.number(),
  invalid: v.number(),
  blocked: v.number(),
  skipped: v.number(),
  over_limit: v.number(),
});
export type ImportCounts = v.InferOutput<typeof ImportCounts>;
export const NO_COUNTS: ImportCounts = {
  imported: 0,
  duplicate: 0,
  invalid: 0,
  blocked: 0,
  skipped: 0,
  over_limit: 0,
};

/** Block-listed and unsubscribed addresses are skipped whatever is chosen here. */
export const ImportOptions = v.object({
  /** Replaces the filled fields of leads that the account has already; otherwise only empty ones are filled. */
  overwrite: v.optional(v.boolean(), false),
  skip_if_in_other_campaign: v.optional(v.boolean(), false),
  skip_if_bounced: v.optional(v.boolean(), true),
});
export type ImportOptions = v.InferOutput<typeof ImportOptions>;

export const LeadUpload = v.object({
  file_key: v.string(),
  url: v.string(),
  /** The other fields of the upload form; the file comes last, as `file`. */
  fields: v.record(v.string(), v.string()),
  max_bytes: v.number(),
});

const FileKey = v.pipe(v.string(), v.maxLength(200));
export const PreviewLeadImport = v.object({ file_key: FileKey });
export const LeadImportPreview = v.object({
  columns: v.array(CsvColumn),
  mapping: v.array(ColumnTarget),
  /** The cells of the first five rows. */
  rows: v.array(v.array(v.string())),
  delimiter: v.string(),
  encoding: v.string(),
  bytes: v.number(),
  /** About how many rows the file has; exact for a small one. */
  row_estimate: v.number(),
});

export const CreateLeadImport = v.object({
  campaign_id: Id,
  file_key: FileKey,
  file_name: v.pipe(v.string(), v.trim(), v.maxLength(200)),
  mapping: ColumnMapping,
  options: v.optional(ImportOptions, {}),
});

export const IMPORT_STATUSES = ["UPLOADED", "RUNNING", "COMPLETED", "FAILED"] as const;

export const LeadImport = v.object({
  id: v.number(),
  campaign_id: v.number(),
  type: v.picklist(IMPORT_TYPES),
  file_name: v.string(),
  status: v.picklist(IMPORT_STATUSES),
  failure: v.optional(v.string()),
  failure_key: v.optional(v.string()),
  options: ImportOptions,
  counts: ImportCounts,
  rows_done: v.number(),
  /** From 0 to 1. */
  progress: v.number(),
  has_errors: v.boolean(),
  /** It is not over, and no worker has been at it for an hour: it can be retried. */
  is_stalled: v.boolean(),
  created_at: v.string(),
  started_at: v.optional(v.string()),
  finished_at: v.optional(v.string()),
});
export type LeadImport = v.InferOutput<typeof LeadImport>;

export const ImportId = v.object({ import_id: Id });
export const ListLeadImports = v.object({ ...PageInput, campaign_id: v.optional(Id) });
export const LeadImportPage = pageOf(LeadImport);
export const ImportErrorsLink = v.object({ url: v.string() });

/** A lead is only looked at one by one, so that one bad lead does not refuse the others. */
export const AddLeads = v.object({
  campaign_id: Id,
  leads: v.pipe(
    v.array(v.unknown()),
    v.minLength(1, issueText("leadsGiven")),
    v.maxLength(MAX_LEADS_PER_CALL, boundText("leadsMost")),
  ),
  options: v.optional(ImportOptions, {}),
});
export const LeadToAdd = LeadDetails;
export const AddedLeads = v.object({
  results: v.array(
    v.object({
      index: v.number(),
      email: v.string(),
      outcome: v.picklist(OUTCOMES),
      reason: v.optional(v.string()),
      reason_key: v.optional(v.string()),
      lead_id: v.optional(v.number()),
    }),
  ),
  counts: ImportCounts,
});
