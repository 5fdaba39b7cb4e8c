import { writeIfExpected } from "@thaw/data/condition";
import { commitIfExpected, type PendingWrite } from "@thaw/data/transact";
import { lineOf, say } from "@thaw/text/say";
import { nowIso } from "../../clock.ts";
import { isFree, leaseEnd } from "../../lease.ts";
import { ImportJobEntity } from "./import-job.entity.ts";
import type { ImportJob } from "./import-job.ts";

/** Another worker took the import over: whatever this one still has in hand is void. */
export class LostImport extends Error {}

/** Gives whether the import is this worker's now: nobody else has it, and it is not at its end. */
export function takeLease(job: ImportJob, worker: string): Promise<boolean> {
  return writeIfExpected(
    ImportJobEntity.patch({ accountId: job.accountId, importId: job.importId })
      .set({
        status: "RUNNING",
        worker,
        leaseUntil: leaseEnd(),
        startedAt: job.startedAt ?? nowIso(),
      })
      .where(
        (row, op) =>
          `(${op.eq(row.status, "UPLOADED")} OR ${op.eq(row.status, "RUNNING")}) AND ${isFree(row, op)}`,
      ),
  );
}

/** Lets another worker go on at once. */
export async function dropLease({ accountId, importId }: ImportJob, worker: string): Promise<void> {
  await writeIfExpected(
    ImportJobEntity.patch({ accountId, importId })
      .remove(["worker", "leaseUntil"])
      .where((job, { eq }) => eq(job.worker, worker)),
  );
}

/**
 * Changes the job together with other writes while this worker holds it and stands where it thinks it does. Gives false
 * when one of the other writes was refused.
 */
export function commitMine(
  job: ImportJob,
  worker: string,
  changes: Partial<ImportJob>,
  along: readonly PendingWrite[],
): Promise<boolean> {
  const own = ImportJobEntity.patch({ accountId: job.accountId, importId: job.importId })
    .set({ ...changes, leaseUntil: leaseEnd() })
    .where((row, { eq }) => `${eq(row.worker, worker)} AND ${eq(row.byteOffset, job.byteOffset)}`);
  return commitIfExpected([{ write: own, otherwise: () => new LostImport() }, ...along]);
}

/** Gives up on an import. What is done stays done, and it can be started again. */
export async function failLeadImport({
  accountId,
  importId,
}: {
  accountId: number;
  importId: number;
}) {
  await writeIfExpected(
    ImportJobEntity.patch({ accountId, importId })
      .set({
        status: "FAILED",
        failure: lineOf(say("leadFile.importBroke")),
        finishedAt: nowIso(),
      })
      .remove(["worker", "leaseUntil"])
      .where(({ status }, { ne }) => ne(status, "COMPLETED")),
  );
}
