import { Readable } from "node:stream";
import { uploadStream } from "@thaw/data/bucket";
import { CSV_START, csvLines } from "../csv-text.ts";
import { ImportRejectEntity } from "./import-job.entity.ts";

/** A row that was not imported. */
export type Reject = { row: number; email: string; outcome: string; reason: string };

const ROWS_OF_A_PAGE = 20;

/** For a transaction: keeps the rows of one stretch of the file that were not imported. */
export function keepRejects(
  { accountId, importId }: { accountId: number; importId: number },
  byteOffset: number,
  rows: readonly Reject[],
) {
  return ImportRejectEntity.create({ accountId, importId, byteOffset, rows });
}

/** Writes the CSV of all rows that were not imported. Gives its key, or undefined when there are none. Safe to run twice. */
export async function writeErrorFile(
  job: { accountId: number; importId: number },
  fileKey: string,
): Promise<string | undefined> {
  const lines = linesOf(job);
  const first = await lines.next();
  if (first.done) return undefined;
  const errorFileKey = `${fileKey}-errors.csv`;
  await uploadStream(errorFileKey, Readable.from(withHeading(first.value, lines)), "text/csv");
  return errorFileKey;
}

async function* withHeading(first: string, rest: AsyncIterable<string>): AsyncGenerator<string> {
  yield CSV_START;
  yield csvLines([["row", "email", "result", "reason"]]);
  yield first;
  yield* rest;
}

async function* linesOf({
  accountId,
  importId,
}: {
  accountId: number;
  importId: number;
}): AsyncGenerator<string> {
  let cursor: string | null = null;
  do {
    const page: { data: { rows?: unknown }[]; cursor: string | null } =
      await ImportRejectEntity.query
        .byImport({ accountId, importId })
        .go({ limit: ROWS_OF_A_PAGE, cursor, consistent: true });
    for (const { rows } of page.data) {
      yield csvLines(
        (rows as Reject[]).map(({ row, email, outcome, reason }) => [row, email, outcome, reason]),
      );
    }
    cursor = page.cursor;
  } while (cursor);
}
