import { isUtf8 } from "node:buffer";
import { CsvError, parse } from "csv-parse/sync";
import type { CsvDialect } from "./csv-dialect.ts";

export const ROW_PROBLEMS = ["broken_quotes", "too_long", "too_many_cells"] as const;

export type CsvRow = {
  /** As a spreadsheet counts: the heading is row 1, blank rows count. */
  row: number;
  /** With a problem: what can be made of the row, for people; empty where it is too long. */
  cells: string[];
  problem?: (typeof ROW_PROBLEMS)[number];
  /** Where the next row begins in the file, in bytes. */
  end: number;
};

/** Where reading stands. `width` is the number of columns, or 0 while it is not known. */
export type Cursor = { dialect: CsvDialect; offset: number; row: number; width: number };

export const MAX_ROW_BYTES = 262_144;
/** How far the end of a quoted cell is looked for before its quote is taken for a mistake. */
export const MAX_SCAN_BYTES = 2_097_152;

/** Thrown into the parser to stop it at a row that swallowed others. */
const SWALLOWED = new Error("A quote that was never closed took other rows with it");

type CsvRecord = { cells: string[]; end: number };

/**
 * Reads the rows of a block of whole lines in a single-byte view of the file, and moves the cursor. A row whose quotes are
 * broken costs only its own first line: reading goes on at the next one. Gives how many bytes were used up; the rest, a
 * quoted cell whose end is not in sight yet, wants more data. `bytesBehind` is what is known to follow the block, or
 * undefined at the end of the file.
 */
export function readBlock(block: Buffer, cursor: Cursor, bytesBehind: number | undefined) {
  const rows: CsvRow[] = [];
  let start = 0;
  const take = (end: number, cells: string[], problem?: CsvRow["problem"]) => {
    cursor.offset += sourceBytes(block.subarray(start, end), cursor.dialect);
    cursor.row += 1;
    start = end;
    const row = rowOf(cells, cursor, problem);
    if (row) rows.push(row);
  };
  while (start < block.length) {
    const { records, failure } = parseRecords(block.subarray(start), cursor);
    const base = start;
    for (const { cells, end } of records) {
      const isLong = base + end - start > MAX_ROW_BYTES;
      take(base + end, isLong ? [] : cells, isLong ? "too_long" : undefined);
    }
    if (!failure) {
      start = block.length;
      break;
    }
    const isOpen = failure === "CSV_QUOTE_NOT_CLOSED";
    const maybeMore =
      bytesBehind !== undefined && block.length - start + bytesBehind <= MAX_SCAN_BYTES;
    if (isOpen && maybeMore) break;
    const lineEnd = endOfLine(block, start, cursor.dialect);
    const line = block.subarray(start, lineEnd);
    const loose = failure === "INVALID_OPENING_QUOTE" ? parseLoosely(line, cursor) : undefined;
    take(lineEnd, loose ?? cutApart(line, cursor), loose ? undefined : "broken_quotes");
  }
  return { rows, usedBytes: start };
}

function rowOf(
  cells: string[],
  { row, offset, width }: Cursor,
  problem: CsvRow["problem"],
): CsvRow | undefined {
  if (problem) return { row, cells, problem, end: offset };
  if (cells.every((cell) => cell.trim() === "")) return undefined;
  if (hasSurplus(cells, width)) return { row, cells, problem: "too_many_cells", end: offset };
  return { row, cells, end: offset };
}

/** Empty cells behind the last column are what spreadsheets leave behind; filled ones mean that the row is shifted. */
const hasSurplus = (cells: string[], width: number) =>
  width > 0 && cells.slice(width).some((cell) => cell.trim() !== "");

/** Every byte is read as one character, so positions are bytes; cells are decoded afterwards. */
const optionsOf = ({ delimiter, lineEnd }: CsvDialect) => ({
  delimiter,
  record_delimiter: lineEnd === "\r" ? ["\r"] : ["\r\n", "\n"],
  encoding: "latin1" as const,
  relax_column_count: true,
  bom: false,
});

/** Reads until the end or until the first row that is broken. */
function parseRecords(bytes: Buffer, { dialect, width }: Cursor) {
  const records: CsvRecord[] = [];
  let previousEnd = 0;
  const onRecord = (cells: string[], { bytes: end }: { bytes: number }) => {
    const isWrong = cells.length < width || hasSurplus(cells, width);
    if (isWrong && endOfLine(bytes, previousEnd, dialect) < end) throw SWALLOWED;
    records.push({ cells: cells.map(decodeCell), end });
    previousEnd = end;
    return null;
  };
  try {
    parse(bytes, { ...optionsOf(dialect), on_record: onRecord });
    return { records };
  } catch (error) {
    if (error === SWALLOWED) return { records, failure: "SWALLOWED" };
    if (error instanceof CsvError) return { records, failure: error.code as string };
    throw error;
  }
}

/** A quote within a cell that does not begin with one (5" pipe) is taken as it stands, if the row then has its columns. */
function parseLoosely(line: Buffer, { dialect, width }: Cursor): string[] | undefined {
  try {
    const records = parse(line, { ...optionsOf(dialect), relax_quotes: true }) as string[][];
    const [cells, ...others] = records;
    if (!cells || others.length > 0 || (width > 0 && cells.length !== width)) return undefined;
    return cells.map(decodeCell);
  } catch (error) {
    if (error instanceof CsvError) return undefined;
    throw error;
  }
}

/** A row whose quotes are broken as people see it who mend it: cut at each delimiter, its quotes as they stand. */
function cutApart(line: Buffer, { dialect }: Cursor): string[] {
  if (line.length > MAX_ROW_BYTES) return [];
  const text = line.toString("latin1").replace(/\r?\n?$/, "");
  return text.split(dialect.delimiter).map(decodeCell);
}

export const endOfLine = (bytes: Buffer, from: number, { lineEnd }: CsvDialect) =>
  bytes.indexOf(lineEnd, from, "latin1") + 1 || bytes.length;

const windows1252 = new TextDecoder("windows-1252");

/** UTF-8 where a cell is that, else Windows-1252: files pasted together from two programs read right as well. */
function decodeCell(cell: string): string {
  if (!/[\u0080-\uffff]/.test(cell)) return cell;
  const bytes = Buffer.from(cell, "latin1");
  return isUtf8(bytes) ? bytes.toString("utf8") : windows1252.decode(bytes);
}

/** How many bytes of the file a piece of the block stands for: UTF-16 is read through UTF-8. */
export function sourceBytes(piece: Buffer, { encoding }: CsvDialect): number {
  const isWide = encoding === "utf-16le" || encoding === "utf-16be";
  return isWide ? piece.toString("utf8").length * 2 : piece.length;
}
