import { writeIfExpected } from "@thaw/data/condition";
import { lineOf, type Text } from "@thaw/text/say";
import { nowIso } from "../../clock.ts";
import { isFree, leaseEnd } from "../../lease.ts";
import type { ExportKey, ExportRecord } from "./export-record.ts";
import { LeadExportEntity } from "./lead-export.entity.ts";

/** Another worker took the export over, or it is gone: whatever this one still has in hand is void. */
export class LostExport extends Error {}

/** Returns whether the export is this worker's now: nobody else has it, and it is not at its end. */
export function takeLease({ accountId, exportId }: ExportKey, worker: string): Promise<boolean> {
  return writeIfExpected(
    LeadExportEntity.patch({ accountId, exportId })
      .set({ worker, leaseUntil: leaseEnd() })
      .add({ partNumber: 1 })
      .where((row, op) => `${op.eq(row.status, "RUNNING")} AND ${isFree(row, op)}`),
  );
}

/** Lets another worker go on at once. */
export async function dropLease({ accountId, exportId }: ExportKey, worker: string): Promise<void> {
  await writeIfExpected(
    LeadExportEntity.patch({ accountId, exportId })
      .remove(["worker", "leaseUntil"])
      .where((row, { eq }) => eq(row.worker, worker)),
  );
}

/**
 * Changes the export while this worker holds it, and holds it on. `record` is kept up to date.
 *
 * @throws LostExport
 */
export async function changeMine(
  record: ExportRecord,
  worker: string,
  changes: Partial<ExportRecord>,
): Promise<void> {
  const { accountId, exportId } = record;
  const isMine = await writeIfExpected(
    LeadExportEntity.patch({ accountId, exportId })
      .set({ ...changes, leaseUntil: leaseEnd() })
      .where((row, { eq }) => eq(row.worker, worker)),
  );
  if (!isMine) throw new LostExport();
  Object.assign(record, changes);
}

/** Gives up on an export, which says why. */
export async function failExport({ accountId, exportId }: ExportKey, reason: Text): Promise<void> {
  await writeIfExpected(
    LeadExportEntity.patch({ accountId, exportId })
      .set({ status: "FAILED", failure: lineOf(reason), finishedAt: nowIso() })
      .remove(["worker", "leaseUntil"])
      .where(({ status }, { eq }) => eq(status, "RUNNING")),
  );
}
