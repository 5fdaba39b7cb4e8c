import { presignDownload } from "@thaw/data/bucket";
import { filteredPageOptions } from "@thaw/data/page-options";
import { commitIfExpected } from "@thaw/data/transact";
import type * as v from "valibot";
import { recordAct } from "../../accounts/activity-log/record-act.ts";
import { type AttemptRule, takeAttempt } from "../../accounts/login/attempt.ts";
import { type Actor, callerOf } from "../../actor.ts";
import { now, nowIso, spanOf } from "../../clock.ts";
import { AppError } from "../../error.ts";
import type { Scope } from "../../kernel/access/scope.ts";
import { log } from "../../log.ts";
import { operation } from "../../operation.ts";
import { enqueue } from "../../queue.ts";
import { leadIds } from "../lead/lead-record.ts";
import { exportFileKey } from "./export-file.ts";
import {
  BEGINNING,
  type ExportKey,
  type ExportRecord,
  findExport,
  toLeadExport,
} from "./export-record.ts";
import { exportIds, LeadExportEntity } from "./lead-export.entity.ts";
import {
  ExportId,
  ExportLeads,
  ExportLink,
  LeadExport,
  LeadExportPage,
  ListLeadExports,
} from "./lead-export.schema.ts";
import { runLeadExport } from "./run-lead-export.ts";

/** As long as the bucket keeps the file at least. */
const LIFETIME_MS = 24 * 3_600_000;
/** How long the request that starts an export waits for its file: what is short is whole by then. */
const DIRECT_MS = 3_000;
/** From when on a worker goes on with it. */
const WORKER_MS = 5_000;
/** Every export reads its list twice. */
const PACE: AttemptRule = { kind: "lead-export", limit: 60, windowMs: 3_600_000 };

/**
 * Writes the leads of a list, or some of them, to a CSV file (columns and what becomes of changes meanwhile: `exportLeads`). A
 * short list's file is whole when this answers; a longer one is written in the background. The file and all that is known of it
 * are kept for 24 hours. Only the user who starts it has the file: the leads that they may see while it is written.
 *
 * @throws AppError invalid, not_found for ids that are not visible, rate_limited for more than 60 in an hour
 */
export const createLeadExport = operation({
  permission: "leads:read",
  input: ExportLeads,
  output: LeadExport,
  async run(actor, wanted) {
    if ((await takeAttempt(PACE, `${actor.accountId} ${callerOf(actor)}`)) === undefined) {
      throw new AppError("rate_limited", "leadFile.exportPace", { most: PACE.limit });
    }
    const record = await storeExport(actor, wanted);
    const job = { accountId: record.accountId, exportId: record.exportId };
    // First this: whatever becomes of this request, the export goes on.
    await enqueue("export", [{ job, delayMs: spanOf(WORKER_MS) }]);
    await runDirectly(job);
    return toLeadExport(actor, (await findExport(job)) ?? record);
  },
});

/** Stores an export that nobody works on yet. */
export async function storeExport(
  { accountId, userId, scope }: Actor,
  wanted: v.InferOutput<typeof ExportLeads>,
): Promise<ExportRecord> {
  const expiresAt = now() + LIFETIME_MS;
  const record: ExportRecord = {
    accountId,
    exportId: await exportIds.next(accountId),
    status: "RUNNING",
    wanted,
    scope,
    createdBy: userId,
    fileKey: exportFileKey(accountId),
    fileName: `leads-${nowIso().slice(0, 10)}.csv`,
    place: BEGINNING,
    lastLeadId: await leadIds.last(accountId),
    rowsFound: 0,
    rowsDone: 0,
    progress: 0,
    parts: [],
    partNumber: 0,
    restKey: "",
    bytes: 0,
    createdAt: nowIso(),
    expiresAt,
    ttl: Math.ceil(expiresAt / 1000),
  };
  await LeadExportEntity.create(record).go({ response: "none" });
  return record;
}

/** Where it breaks off, the queue's message goes on. */
async function runDirectly(key: ExportKey): Promise<void> {
  try {
    await runLeadExport(key, { signal: AbortSignal.timeout(DIRECT_MS) });
  } catch (error) {
    log.warn("An export failed in the request and is left to its queue", { ...key, error });
  }
}

export const getLeadExport = operation({
  permission: "leads:read",
  input: ExportId,
  output: LeadExport,
  async run(actor, { export_id }) {
    return toLeadExport(actor, await requireExport(actor, export_id));
  },
});

/** Those of the caller, newest first. */
export const listLeadExports = operation({
  permission: "leads:read",
  input: ListLeadExports,
  output: LeadExportPage,
  async run(actor, { limit, cursor }) {
    const page = await LeadExportEntity.query
      .byAccount({ accountId: actor.accountId })
      .where(
        (row, op) => `${op.eq(row.createdBy, actor.userId)} AND ${op.gt(row.expiresAt, now())}`,
      )
      .go({ ...filteredPageOptions(limit), cursor: cursor ?? null, order: "desc" });
    const items = page.data.filter(({ scope }) => isSame(scope as Scope, actor.scope));
    return { items: items.map((record) => toLeadExport(actor, record)), cursor: page.cursor };
  },
});

/** A link to the file, which works for ten minutes. */
export const downloadLeadExport = operation({
  permission: "leads:read",
  input: ExportId,
  output: ExportLink,
  async run(actor, { export_id }) {
    const { accountId, exportId, status, rowsDone, ...file } = await requireExport(
      actor,
      export_id,
    );
    if (status !== "COMPLETED") {
      throw new AppError("invalid_transition", "leadFile.exportUnfinished");
    }
    // Written down once, with the first: anyone who has the link has the file.
    await commitIfExpected([
      LeadExportEntity.patch({ accountId, exportId })
        .set({ downloadedAt: nowIso() })
        .where((row, op) => op.notExists(row.downloadedAt)),
      recordAct(actor, {
        action: "leads_exported",
        target: file.fileName,
        detail: String(rowsDone),
      }),
    ]);
    return { url: await presignDownload(file.fileKey, file.fileName) };
  },
});

/**
 * An export of the caller, who has to see just what they saw when they started it.
 *
 * @throws AppError not_found, the same for everyone whose it is not, so that nothing is learned from it
 */
async function requireExport(
  { accountId, userId, scope }: Actor,
  exportId: number,
): Promise<ExportRecord> {
  const record = await findExport({ accountId, exportId });
  const isTheirs = record?.createdBy === userId && isSame(record.scope, scope);
  if (record && isTheirs && record.expiresAt > now()) return record;
  throw new AppError("not_found", "leadFile.exportGone");
}

const isSame = (one: Scope, other: Scope) => keyOf(one) === keyOf(other);

function keyOf(scope: Scope): string {
  if (scope.kind === "all") return "all";
  if (scope.kind === "own") return `own ${scope.userId}`;
  const hidden = scope.hiddenCategoryIds.toSorted((a, b) => a - b);
  return `client ${scope.clientId} ${hidden.join(" ")}`;
}
