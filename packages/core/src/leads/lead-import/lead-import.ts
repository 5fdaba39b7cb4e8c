import { presignDownload, presignUpload, sizeOfObject } from "@thaw/data/bucket";
import { writeIfExpected } from "@thaw/data/condition";
import { filteredPageOptions } from "@thaw/data/page-options";
import { commit, TransactionRefused } from "@thaw/data/transact";
import * as v from "valibot";
import { recordAct } from "../../accounts/activity-log/record-act.ts";
import { type Actor, localeOfActor } from "../../actor.ts";
import { requireCampaignForLeads } from "../../campaigns/campaign/campaign-record.ts";
import { nowIso } from "../../clock.ts";
import { withoutGuard } from "../../csv-text.ts";
import { AppError, notFound } from "../../error.ts";
import { findClaim, takeClaim } from "../../kernel/claim/claim.ts";
import { operation } from "../../operation.ts";
import { enqueue } from "../../queue.ts";
import { randomToken } from "../../random.ts";
import { visibleEnrolments } from "../lead/visible-leads.ts";
import { refused } from "./csv-dialect.ts";
import { type CsvHead, readHead } from "./csv-header.ts";
import { ImportJobEntity, importIds } from "./import-job.entity.ts";
import { type ImportJob, isStalled, requireJob, toLeadImport } from "./import-job.ts";
import {
  CreateLeadImport,
  CSV_TYPE,
  ImportErrorsLink,
  ImportId,
  LeadImport,
  LeadImportPage,
  LeadImportPreview,
  LeadUpload,
  ListLeadImports,
  MAX_FILE_BYTES,
  NO_COUNTS,
  PreviewLeadImport,
} from "./lead-import.schema.ts";
import { guessMapping } from "./map-columns.schema.ts";
import { readStart } from "./read-start.ts";
import { REPORT_COLUMNS } from "./report-columns.ts";

const PREVIEW_ROWS = 5;

const folderOf = (accountId: number) => `acct/${accountId}/import/`;

/** Gives a form with which a browser puts one CSV file of at most 15 MB into the bucket within ten minutes. */
export const startLeadUpload = operation({
  permission: "leads:write",
  input: v.object({}),
  output: LeadUpload,
  async run({ accountId, userId }) {
    const file_key = `${folderOf(accountId)}${userId}-${randomToken()}`;
    const { url, fields } = await presignUpload(file_key, CSV_TYPE, MAX_FILE_BYTES);
    return { file_key, url, fields, max_bytes: MAX_FILE_BYTES };
  },
});

/** What an uploaded file holds, and what its columns seem to mean. */
export const previewLeadImport = operation({
  permission: "leads:write",
  input: PreviewLeadImport,
  output: LeadImportPreview,
  async run(actor, { file_key }) {
    requireOwnUpload(actor, file_key);
    const { bytes, head } = await inspectFile(actor.accountId, file_key);
    const cells = head.rows
      .filter(({ problem }) => !problem)
      .map((row) => row.cells.map(withoutGuard));
    const mapping = guessMapping(head.columns, cells.slice(0, 100), REPORT_COLUMNS);
    if (!mapping.some((target) => target.to === "field" && target.field === "email")) {
      throw refused("leadFile.noEmailColumn");
    }
    return {
      columns: head.columns,
      mapping,
      rows: cells.slice(0, PREVIEW_ROWS),
      delimiter: head.dialect.delimiter,
      encoding: head.dialect.encoding,
      bytes,
      row_estimate: estimateRows(head, bytes),
    };
  },
});

/** Starts an import in the background. Starting the same file again gives the import that is under way. */
export const createLeadImport = operation({
  permission: "leads:write",
  input: CreateLeadImport,
  output: LeadImport,
  async run(actor, input) {
    const { accountId, userId, scope } = actor;
    requireOwnUpload(actor, input.file_key);
    await requireCampaignForLeads(accountId, input.campaign_id);
    const { bytes, head } = await inspectFile(accountId, input.file_key);
    const width = head.columns.length;
    if (input.mapping.some(({ column }) => column >= width)) {
      throw AppError.at("invalid", "mapping", "leadFile.columnMissing");
    }
    const job: ImportJob = {
      accountId,
      importId: await importIds.next(accountId),
      campaignId: input.campaign_id,
      type: "CSV",
      fileKey: input.file_key,
      fileName: input.file_name,
      status: "UPLOADED",
      mapping: input.mapping.filter(({ to }) => to !== "skip"),
      options: input.options,
      dialect: head.dialect,
      width,
      totalBytes: bytes,
      byteOffset: head.data.offset,
      lastRow: head.data.row,
      rowsDone: 0,
      counts: NO_COUNTS,
      reservedCredits: 0,
      createdAt: nowIso(),
      createdBy: userId,
      scope,
      locale: localeOfActor(actor),
    };
    const stored = await storeOnce(job);
    if (stored.status === "UPLOADED")
      await enqueue("import", [{ job: { accountId, importId: stored.importId } }]);
    return shownTo(actor, stored);
  },
});

export const fileClaim = (accountId: number, fileKey: string) => ({
  scope: accountId,
  kind: "import-file",
  value: fileKey,
});

/** A file is imported once: a second request for it (a double click, a repeat after a lost answer) gives the first import. */
async function storeOnce(job: ImportJob): Promise<ImportJob> {
  const { accountId, importId } = job;
  const file = fileClaim(accountId, job.fileKey);
  try {
    await commit([takeClaim(file, { accountId, ownerId: importId }), ImportJobEntity.create(job)]);
    return job;
  } catch (error) {
    const first = await findClaim(file);
    if (!(error instanceof TransactionRefused) || !first) throw error;
    return requireJob(accountId, first.ownerId);
  }
}

/** Lets an import that failed or stands still go on from where it stopped. */
export const retryLeadImport = operation({
  permission: "leads:write",
  input: ImportId,
  output: LeadImport,
  async run(actor, { import_id }) {
    const { accountId } = actor;
    const job = await requireJob(accountId, import_id);
    if (job.status === "FAILED") {
      await writeIfExpected(
        ImportJobEntity.patch({ accountId, importId: import_id })
          .set({ status: "UPLOADED" })
          .remove(["failure", "finishedAt", "leaseUntil", "worker"])
          .where(({ status }, { eq }) => eq(status, "FAILED")),
      );
    } else if (!isStalled(job)) {
      throw new AppError("invalid_transition", "leadFile.notFailed");
    }
    await enqueue("import", [{ job: { accountId, importId: import_id } }]);
    return shownTo(actor, await requireJob(accountId, import_id));
  },
});

export const getLeadImport = operation({
  permission: "leads:read",
  input: ImportId,
  output: LeadImport,
  async run(actor, { import_id }) {
    return shownTo(actor, await requireJob(actor.accountId, import_id));
  },
});

/** Newest first. */
export const listLeadImports = operation({
  permission: "leads:read",
  input: ListLeadImports,
  output: LeadImportPage,
  async run(actor, { limit, cursor, campaign_id }) {
    const { accountId, scope } = actor;
    const page = await ImportJobEntity.query
      .byAccount({ accountId })
      .where((job, { eq }) => (campaign_id === undefined ? "" : eq(job.campaignId, campaign_id)))
      .go({ ...filteredPageOptions(limit), cursor: cursor ?? null, order: "desc" });
    const items = await visibleEnrolments(accountId, scope, page.data);
    return { items: items.map((job) => shownTo(actor, job)), cursor: page.cursor };
  },
});

/**
 * A link to a CSV with every row that was not imported: its number, the reason, and its cells under the file's own columns,
 * so that it can be corrected and imported again.
 */
export const downloadImportErrors = operation({
  permission: "leads:read",
  input: ImportId,
  output: ImportErrorsLink,
  async run(actor, { import_id }) {
    const job = await requireJob(actor.accountId, import_id);
    // It has what the import left out, too: columns that were skipped.
    requireOwnUpload(actor, job.fileKey);
    if (!job.errorFileKey) throw notFound("file");
    // The erasure of a person deletes every file that names them.
    if ((await sizeOfObject(job.errorFileKey)) === undefined) throw gone();
    // Not the file's name: one that names a person would outlive their erasure.
    const target = `#${import_id}`;
    await commit([recordAct(actor, { action: "skipped_rows_exported", target })]);
    return { url: await presignDownload(job.errorFileKey, `import-${import_id}-errors.csv`) };
  },
});

const gone = () => new AppError("not_found", "leadFile.deleted");

/**
 * The size in bytes of a file that the account uploaded.
 *
 * @throws AppError not_found for a file that was not uploaded or belongs to somebody else, too_large, invalid
 */
export async function requireUpload(accountId: number, fileKey: string): Promise<number> {
  const isOurs = fileKey.startsWith(folderOf(accountId)) && /^[\w/-]+$/.test(fileKey);
  const bytes = isOurs ? await sizeOfObject(fileKey) : undefined;
  if (bytes === undefined) throw notFound("file");
  if (bytes > MAX_FILE_BYTES) throw new AppError("too_large", "leadFile.tooLarge");
  if (bytes === 0) throw refused("leadFile.empty");
  return bytes;
}

/**
 * Whoever reaches a part of the account reads no file of leads that somebody else uploaded.
 *
 * @throws AppError not_found
 */
export function requireOwnUpload(actor: Actor, fileKey: string): void {
  if (!isOwnUpload(actor, fileKey)) throw notFound("file");
}

const isOwnUpload = ({ accountId, userId, scope }: Actor, fileKey: string): boolean =>
  scope.kind === "all" || fileKey.startsWith(`${folderOf(accountId)}${userId}-`);

/** The rows that were left out are named to those alone who may read the file. */
function shownTo(actor: Actor, job: ShownJob): LeadImport {
  const shown = toLeadImport(actor, job);
  return { ...shown, has_errors: shown.has_errors && isOwnUpload(actor, job.fileKey) };
}
type ShownJob = Parameters<typeof toLeadImport>[1];

async function inspectFile(accountId: number, fileKey: string) {
  const bytes = await requireUpload(accountId, fileKey);
  const start = await readStart(fileKey);
  return { bytes, head: readHead(start, start.length === bytes) };
}

function estimateRows({ rows, data }: CsvHead, bytes: number): number {
  const last = rows.at(-1);
  if (!last || last.end >= bytes) return rows.length;
  return Math.round(((bytes - data.offset) / (last.end - data.offset)) * rows.length);
}
