import { say } from "@thaw/text/say";
import { systemActor } from "../../actor.ts";
import { now, nowIso, spanOf } from "../../clock.ts";
import { AppError } from "../../error.ts";
import { busyUntil, type JobRun } from "../../lease.ts";
import { enqueue } from "../../queue.ts";
import { randomToken } from "../../random.ts";
import { dropFile, finishFile, keepPart, keepRest, readRest } from "./export-file.ts";
import { exportLeads } from "./export-leads.ts";
import { changeMine, dropLease, failExport, LostExport, takeLease } from "./export-lease.ts";
import {
  type ExportKey,
  type ExportPosition,
  type ExportRecord,
  findExport,
  shownOf,
} from "./export-record.ts";

/** S3 takes no part of less than 5 MiB but the last; this much waits in memory. */
const PART_BYTES = 8 * 1_048_576;
/** How often a screen can see how far it is. */
const TELL_MS = 2_000;

/**
 * Works on an export until its file is whole or the signal aborts, from wherever the last run came to, as the scope of whoever
 * started it allows. Safe to run twice, also at the same time: one worker holds the lease, and only what it has kept counts.
 * Holds a part of the file and a page of leads in memory.
 */
export async function runLeadExport(
  key: ExportKey,
  { signal }: { signal: AbortSignal },
): Promise<JobRun> {
  const worker = randomToken();
  const found = await findExport(key);
  if (found?.status !== "RUNNING") return { state: "finished" };
  if (!(await takeLease(key, worker))) {
    return busyUntil(found.leaseUntil);
  }
  const record = (await findExport(key)) ?? found;
  try {
    const isDone = await writeOn(record, worker, signal);
    if (!isDone) await dropLease(key, worker);
    return { state: isDone ? "finished" : "interrupted" };
  } catch (error) {
    return endOf(record, error);
  }
}

/** What becomes of an export that was lost or cannot be; anything else is tried again. */
async function endOf(record: ExportRecord, error: unknown): Promise<JobRun> {
  if (error instanceof LostExport) {
    const left = await findExport(record);
    // It was erased: nothing that was written since may stay.
    if (left === undefined || left.status === "FAILED") await dropFile(record);
    return busyUntil(undefined);
  }
  if (!(error instanceof AppError)) throw error;
  await failExport(record, error.text);
  await dropFile(record);
  return { state: "finished" };
}

/**
 * What the queue calls: a stretch of work, and a message for the next one.
 *
 * @param isLastTry whether the queue will give up on the message if this fails
 */
export async function continueLeadExport(
  job: ExportKey,
  { signal, isLastTry }: { signal: AbortSignal; isLastTry: boolean },
): Promise<void> {
  try {
    const run = await runLeadExport(job, { signal });
    if (run.state === "interrupted") await enqueue("export", [{ job }]);
    if (run.state === "busy") await enqueue("export", [{ job, delayMs: run.retryMs }]);
  } catch (error) {
    if (isLastTry) {
      await failExport(job, say("leadFile.exportBroke"));
    }
    throw error;
  }
}

/** Returns whether the file is whole. */
async function writeOn(
  record: ExportRecord,
  worker: string,
  signal: AbortSignal,
): Promise<boolean> {
  const actor = { ...systemActor(record.accountId), scope: record.scope };
  let waiting = [await readRest(record)];
  let bytes = waiting[0]?.length ?? 0;
  let progressWrittenAt = now();
  const take = () => {
    const text = Buffer.concat(waiting);
    waiting = [];
    bytes = 0;
    return text;
  };
  for await (const { text, position } of exportLeads(actor, record.wanted, record.place)) {
    const piece = Buffer.from(text);
    waiting.push(piece);
    bytes += piece.length;
    if (position.stage === "done") return finish(record, worker, take(), position);
    if (bytes >= PART_BYTES) await keepPart(record, worker, take(), position);
    else if (signal.aborted) await keepRest(record, worker, take(), position);
    else if (now() - progressWrittenAt >= spanOf(TELL_MS)) {
      const kept = bytes === 0 ? { place: position } : {};
      await changeMine(record, worker, { ...kept, ...shownOf(record, position) });
      progressWrittenAt = now();
    }
    if (signal.aborted) return false;
  }
  // The worker that came to the end died before it finished the file.
  return finish(record, worker, take(), record.place);
}

async function finish(
  record: ExportRecord,
  worker: string,
  text: Buffer,
  position: ExportPosition,
): Promise<true> {
  const bytes = await finishFile(record, worker, text, position);
  await changeMine(record, worker, {
    status: "COMPLETED",
    finishedAt: nowIso(),
    bytes,
    place: position,
    ...shownOf(record, position),
  });
  return true;
}
