import { readObject } from "@thaw/data/bucket";
import type { PendingWrite } from "@thaw/data/transact";
import { lineOf } from "@thaw/text/say";
import { leadCreditLimit } from "../../accounts/account/account.ts";
import {
  readLeadCredits,
  settleCredits,
  takeCredits,
} from "../../accounts/subscription-plan/lead-credit.ts";
import { monthlyQuotaOf, openMonth } from "../../accounts/subscription-plan/monthly-quota.ts";
import { systemActor } from "../../actor.ts";
import { reactivate } from "../../campaigns/campaign/reactivate.ts";
import { now, nowIso } from "../../clock.ts";
import { WHOLE_ACCOUNT } from "../../kernel/access/scope.ts";
import { busyUntil, type JobRun } from "../../lease.ts";
import { enqueue } from "../../queue.ts";
import { randomToken } from "../../random.ts";
import { eventItem } from "../../reporting/event/event.ts";
import { countOutcomes } from "./add-leads.ts";
import type { CsvRow } from "./csv-block.ts";
import type { DraftRow, ImportScope, Known } from "./decide.ts";
import { keepRejects, type Reject, writeErrorFile } from "./error-file.ts";
import { findJob, type ImportJob } from "./import-job.ts";
import { commitMine, dropLease, failLeadImport, LostImport, takeLease } from "./import-lease.ts";
import { addressOf, importRows, type RowResult } from "./import-rows.ts";
import { OUTCOMES } from "./lead-import.schema.ts";
import { lookUp } from "./look-up.ts";
import { readCsv } from "./read-csv.ts";
import { readRow } from "./read-row.ts";

const CHUNK_ROWS = 512;
/** Rows wait in memory until a chunk is full; this ends one of huge rows earlier. */
const CHUNK_BYTES = 4_194_304;
/** Pages wait behind these where the table does one thing at a time: more make no import faster there. */
const TRANSACTIONS_IN_FLIGHT = 4;
const ATTEMPTS = 10;

/**
 * Works on an import until it is done or the signal aborts, from wherever the last run came to. Safe to run twice, also at
 * the same time: one worker holds the lease, and nothing is counted but together with the move of the offset.
 *
 * @param creditLimit how many leads the account may have
 */
export async function runLeadImport(
  key: { accountId: number; importId: number },
  { signal, creditLimit }: { signal: AbortSignal; creditLimit: number },
): Promise<JobRun> {
  const worker = randomToken();
  const found = await findJob(key.accountId, key.importId);
  if (!found || found.status === "COMPLETED" || found.status === "FAILED") {
    return { state: "finished" };
  }
  if (!(await takeLease(found, worker))) {
    return busyUntil(found.leaseUntil);
  }
  const job = await findJob(key.accountId, key.importId);
  if (!job) return { state: "finished" };
  try {
    const isDone = await workThrough(job, worker, { signal, creditLimit });
    if (isDone) await finish(job, worker);
    else await dropLease(job, worker);
    return { state: isDone ? "finished" : "interrupted" };
  } catch (error) {
    if (error instanceof LostImport) return busyUntil(undefined);
    throw error;
  }
}

/**
 * What the queue calls: a stretch of work, and a message for the next one.
 *
 * @param isLastTry whether the queue will give up on the message if this fails
 */
export async function continueLeadImport(
  job: { accountId: number; importId: number },
  { signal, isLastTry }: { signal: AbortSignal; isLastTry: boolean },
): Promise<void> {
  try {
    await openMonth(await monthlyQuotaOf(job.accountId, now()), now());
    const creditLimit = await leadCreditLimit(job.accountId);
    const run = await runLeadImport(job, { signal, creditLimit });
    if (run.state === "interrupted") await enqueue("import", [{ job }]);
    if (run.state === "busy") await enqueue("import", [{ job, delayMs: run.retryMs }]);
  } catch (error) {
    if (isLastTry) await failLeadImport(job);
    throw error;
  }
}

/** Rows of the file with what the table holds about them. */
type Chunk = {
  rows: readonly CsvRow[];
  drafts: readonly DraftRow[];
  invalid: readonly RowResult[];
  known: Map<string, Known>;
};

/** Gives whether the end of the file was reached. `job` is kept up to date. */
async function workThrough(
  job: ImportJob,
  worker: string,
  { signal, creditLimit }: { signal: AbortSignal; creditLimit: number },
): Promise<boolean> {
  if (job.byteOffset >= job.totalBytes) return true;
  const source = await readObject(job.fileKey, job.byteOffset);
  const start = {
    dialect: job.dialect,
    offset: job.byteOffset,
    row: job.lastRow,
    width: job.width,
  };
  // The next rows are looked up while the ones before them are written.
  let ahead: Promise<Chunk> | undefined;
  let before: Chunk | undefined;
  const workOffAhead = async (chunk: Chunk) => {
    if (before) await lookUpAgain(job, chunk, before);
    await workOff(job, worker, chunk, creditLimit);
    before = chunk;
  };
  try {
    for await (const rows of chunksOf(readCsv(source, start), job.byteOffset)) {
      const present = ahead;
      ahead = lookUpRows(job, rows);
      // Its failure is seen by whoever awaits it; when nobody comes to that, another failure came first.
      ahead.catch(() => undefined);
      if (present) await workOffAhead(await present);
      if (signal.aborted) return false;
    }
    if (ahead) await workOffAhead(await ahead);
  } finally {
    source.destroy();
  }
  return true;
}

/** Addresses that the rows before these had too were looked up too early: while those rows were being written. */
async function lookUpAgain(job: ImportJob, chunk: Chunk, before: Chunk): Promise<void> {
  const early = [...chunk.known.keys()].filter((email) => before.known.has(email));
  for (const [email, known] of await lookUp(placeOf(job), early)) chunk.known.set(email, known);
}

async function lookUpRows(job: ImportJob, rows: readonly CsvRow[]): Promise<Chunk> {
  const drafts: DraftRow[] = [];
  const invalid: RowResult[] = [];
  for (const row of rows) {
    const read = readRow(row, job.mapping);
    if ("details" in read) drafts.push(read);
    else
      invalid.push({ row: read.row, email: read.email, outcome: "invalid", reason: read.problem });
  }
  const known = await lookUp(placeOf(job), [...new Set(drafts.map(addressOf))]);
  return { rows, drafts, invalid, known };
}

async function* chunksOf(
  batches: AsyncIterable<readonly CsvRow[]>,
  offset: number,
): AsyncGenerator<CsvRow[]> {
  let chunk: CsvRow[] = [];
  let start = offset;
  for await (const batch of batches) {
    for (const row of batch) {
      chunk.push(row);
      if (chunk.length < CHUNK_ROWS && row.end - start < CHUNK_BYTES) continue;
      yield chunk;
      chunk = [];
      start = row.end;
    }
  }
  if (chunk.length > 0) yield chunk;
}

const placeOf = ({ accountId, scope = WHOLE_ACCOUNT, campaignId, options }: ImportJob) => ({
  accountId,
  scope,
  campaignId,
  options,
});

async function workOff(
  job: ImportJob,
  worker: string,
  { rows, drafts, invalid, known }: Chunk,
  creditLimit: number,
): Promise<void> {
  const scope: ImportScope = { ...placeOf(job), importId: job.importId, at: nowIso() };
  const results = await importRows(scope, drafts, known, {
    inFlight: TRANSACTIONS_IN_FLIGHT,
    makeRoom: (leads) => reserve(job, worker, leads, creditLimit),
    along: () => [],
  });
  const all = [...invalid, ...results].sort((a, b) => a.row - b.row);
  await moveOn(job, worker, rows, all);
}

/**
 * Takes credits for the next rows of the file, once: what a broken run took is on the job, and counts. Gives how many leads
 * there is room for.
 */
async function reserve(
  job: ImportJob,
  worker: string,
  leads: number,
  limit: number,
): Promise<number> {
  let free = Number.POSITIVE_INFINITY;
  for (let attempt = 1; attempt <= ATTEMPTS; attempt++) {
    const credits = Math.min(leads - job.reservedCredits, free);
    if (credits <= 0) break;
    const reservedCredits = job.reservedCredits + credits;
    const isTaken = await commitMine(job, worker, { reservedCredits }, [
      takeCredits(job.accountId, { credits, leads: 0, limit }),
    ]);
    if (isTaken) job.reservedCredits = reservedCredits;
    else free = limit - (await readLeadCredits(job.accountId)).used;
  }
  return Math.min(job.reservedCredits, leads);
}

/** Counts a chunk and moves the offset behind it, in one transaction. */
async function moveOn(
  job: ImportJob,
  worker: string,
  rows: readonly CsvRow[],
  results: readonly RowResult[],
): Promise<void> {
  const { accountId, campaignId } = job;
  const last = rows.at(-1);
  if (!last) return;
  const added = countOutcomes(results);
  const counts = { ...job.counts };
  for (const outcome of OUTCOMES) counts[outcome] += added[outcome];
  const changes = {
    byteOffset: last.end,
    lastRow: last.row,
    rowsDone: job.rowsDone + results.length,
    counts,
    reservedCredits: 0,
  };
  const stored = results.filter(({ isNew }) => isNew).length;
  const rejects = results.filter(({ outcome }) => outcome !== "imported");
  const along: PendingWrite[] = [];
  if (job.reservedCredits > 0 || stored > 0) {
    along.push(settleCredits(accountId, job.reservedCredits, stored));
  }
  if (rejects.length > 0) along.push(keepRejects(job, job.byteOffset, rejects.map(toReject)));
  if (added.imported > 0) {
    const key = `import-${job.importId}-${job.byteOffset}`;
    along.push(
      eventItem({
        accountId,
        campaignId,
        kind: "leads-added",
        at: nowIso(),
        key,
        amount: added.imported,
      }),
    );
  }
  if (!(await commitMine(job, worker, changes, along))) throw new LostImport();
  Object.assign(job, changes);
}

const toReject = ({ row, email, outcome, reason }: RowResult): Reject => ({
  row,
  email,
  outcome,
  reason: reason ? lineOf(reason) : "",
});

async function finish(job: ImportJob, worker: string): Promise<void> {
  const errorFileKey = await writeErrorFile(job);
  if (job.counts.imported > 0) {
    await reactivate(systemActor(job.accountId), job.campaignId, "leads_added");
  }
  await commitMine(
    job,
    worker,
    {
      status: "COMPLETED",
      finishedAt: nowIso(),
      ...(errorFileKey === undefined ? {} : { errorFileKey }),
    },
    [],
  );
}
