import type { EntityItem } from "electrodb";
import type { Actor } from "../../actor.ts";
import { now, spanOf } from "../../clock.ts";
import { notFound } from "../../error.ts";
import type { Scope } from "../../kernel/access/scope.ts";
import { readStoredFor } from "../../read-stored.ts";
import type { CsvDialect } from "./csv-dialect.ts";
import { ImportJobEntity } from "./import-job.entity.ts";
import type { ImportCounts, ImportOptions, LeadImport } from "./lead-import.schema.ts";
import type { ColumnMapping } from "./map-columns.schema.ts";

type Loose = EntityItem<typeof ImportJobEntity>;
export type ImportJob = Omit<Loose, "mapping" | "options" | "dialect" | "counts" | "scope"> & {
  mapping: ColumnMapping;
  options: ImportOptions;
  dialect: CsvDialect;
  counts: ImportCounts;
  scope?: Scope | undefined;
};

export async function findJob(accountId: number, importId: number): Promise<ImportJob | undefined> {
  const { data } = await ImportJobEntity.get({ accountId, importId }).go({ consistent: true });
  return data ?? undefined;
}

/** @throws AppError not_found */
export async function requireJob(accountId: number, importId: number): Promise<ImportJob> {
  const job = await findJob(accountId, importId);
  if (!job) throw notFound("import");
  return job;
}

/** Longer than a message waits to be tried for the last time, real time. */
const STALLED_MS = 3_600_000;

/** Whether nobody works on it any more: its message is lost, or in the dead letters after its workers died. */
export function isStalled({ status, leaseUntil, startedAt, createdAt }: Loose): boolean {
  if (status !== "UPLOADED" && status !== "RUNNING") return false;
  return Date.parse(leaseUntil ?? startedAt ?? createdAt) < now() - spanOf(STALLED_MS);
}

export function toLeadImport(actor: Actor, job: Loose): LeadImport {
  return {
    id: job.importId,
    campaign_id: job.campaignId,
    type: job.type,
    file_name: job.fileName,
    status: job.status,
    options: job.options as ImportOptions,
    counts: job.counts as ImportCounts,
    rows_done: job.rowsDone,
    progress: job.status === "COMPLETED" ? 1 : Math.min(job.byteOffset / job.totalBytes, 1),
    has_errors: job.errorFileKey !== undefined,
    is_stalled: isStalled(job),
    created_at: job.createdAt,
    ...readStoredFor(actor, "failure", job.failure),
    ...(job.startedAt === undefined ? {} : { started_at: job.startedAt }),
    ...(job.finishedAt === undefined ? {} : { finished_at: job.finishedAt }),
  };
}
