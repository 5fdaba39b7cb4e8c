import { Readable } from "node:stream";
import { readObject, uploadStream } from "@thaw/data/bucket";
import { DEFAULT_LOCALE, type Locale } from "@thaw/text/locale";
import { readStored } from "@thaw/text/stored-text";
import { CSV_START, csvLines } from "../../csv-text.ts";
import type { CsvRow } from "./csv-block.ts";
import { type CsvHead, readHead } from "./csv-header.ts";
import { ImportRejectEntity } from "./import-job.entity.ts";
import type { ImportJob } from "./import-job.ts";
import { readCsv } from "./read-csv.ts";
import { readStart } from "./read-start.ts";
import { REPORT_COLUMNS, reportColumns } from "./report-columns.ts";

/** A row that was not imported. `reason`: a line of the catalogue; an English sentence before there were such lines. */
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

/**
 * Writes the CSV of all rows that were not imported: why, and their cells under the columns of the original, which is read
 * once more for it. Gives its key, or undefined when there are none. Safe to run twice.
 */
export async function writeErrorFile(job: ImportJob): Promise<string | undefined> {
  const stretches = stretchesOf(job);
  const first = await stretches.next();
  if (first.done) return undefined;
  const start = await readStart(job.fileKey);
  const head = readHead(start, start.length === job.totalBytes);
  const source = await readObject(job.fileKey, head.data.offset);
  const errorFileKey = `${job.fileKey}-errors.csv`;
  try {
    const lines = linesOf(sheetOf(job, head), again(first.value, stretches), rowsOf(source, head));
    await uploadStream(errorFileKey, Readable.from(lines), "text/csv");
  } finally {
    source.destroy();
  }
  return errorFileKey;
}

type Sheet = {
  /** In which the rows' reasons are said. */
  locale: Locale;
  delimiter: string;
  names: string[];
  cellsOf: (reject: Reject, row: CsvRow | undefined) => string[];
};

/** The columns of the original, without those of an earlier file of this kind. */
function sheetOf(
  { mapping, locale = DEFAULT_LOCALE }: ImportJob,
  { columns, dialect }: CsvHead,
): Sheet {
  const own = columns.filter(({ name }) => !REPORT_COLUMNS.has(name));
  const email = mapping.find((target) => target.to === "field" && target.field === "email");
  return {
    locale,
    delimiter: dialect.delimiter,
    names: own.map(({ name }) => name),
    cellsOf(reject, { cells } = { row: 0, cells: [], end: 0 }) {
      // A row that was too long to be kept is known by its address at least, where that was read.
      const spare = (index: number) => (index === email?.column ? reject.email : "");
      // Cells that stand beyond the last column are what is wrong with their row.
      return [
        ...own.map(({ index }) => cells[index] ?? spare(index)),
        ...cells.slice(columns.length),
      ];
    },
  };
}

/** Both come in the order of the file. */
async function* linesOf(
  { locale, delimiter, names, cellsOf }: Sheet,
  stretches: AsyncIterable<readonly Reject[]>,
  rows: AsyncIterator<CsvRow>,
): AsyncGenerator<string> {
  yield CSV_START;
  yield csvLines([[...reportColumns(locale), ...names]], delimiter);
  let next = await rows.next();
  for await (const stretch of stretches) {
    const lines = [];
    for (const reject of stretch) {
      while (!next.done && next.value.row < reject.row) next = await rows.next();
      const isFound = !next.done && next.value.row === reject.row;
      const cells = cellsOf(reject, isFound ? next.value : undefined);
      const reason = readStored(locale, reject.reason).text;
      lines.push([reject.row, reject.outcome, reason, ...cells]);
    }
    yield csvLines(lines, delimiter);
  }
}

async function* rowsOf(source: AsyncIterable<Uint8Array>, { data }: CsvHead) {
  for await (const rows of readCsv(source, data)) yield* rows;
}

async function* again<Value>(first: Value, rest: AsyncIterable<Value>): AsyncGenerator<Value> {
  yield first;
  yield* rest;
}

/** What was left out, a stretch of the file at a time: at most as many rows as are imported at once. */
async function* stretchesOf({ accountId, importId }: ImportJob): AsyncGenerator<readonly Reject[]> {
  let cursor: string | null = null;
  do {
    const page: { data: { rows?: unknown }[]; cursor: string | null } =
      await ImportRejectEntity.query
        .byImport({ accountId, importId })
        .go({ limit: ROWS_OF_A_PAGE, cursor, consistent: true });
    for (const { rows } of page.data) yield rows as Reject[];
    cursor = page.cursor;
  } while (cursor);
}
