import { type CsvRow, type Cursor, endOfLine, readBlock } from "./csv-block.ts";
import { type CsvDialect, detectDialect, refused } from "./csv-dialect.ts";
import type { CsvColumn } from "./map-columns.schema.ts";

/** How much of a file is looked at before it is imported. */
export const SAMPLE_BYTES = 262_144;
const MAX_COLUMNS = 500;
const MAX_HEADING_LINES = 30;

export type CsvHead = {
  dialect: CsvDialect;
  columns: CsvColumn[];
  /** The first rows of data that can be read. */
  rows: CsvRow[];
  /** Where the data begins. */
  data: Cursor;
};

/**
 * Reads the heading and the first rows of a file. Columns without a name get one, repeated names get a number.
 *
 * @param sample the first `SAMPLE_BYTES` of the file
 * @throws AppError invalid: empty, not a text, no heading
 */
export function readHead(sample: Buffer, isWhole: boolean): CsvHead {
  const dialect = detectDialect(sample);
  const cursor: Cursor = { dialect, offset: dialect.bomBytes, row: 0, width: 0 };
  const text = singleBytes(sample.subarray(dialect.bomBytes), dialect);
  const headingEnd = endOfHeading(text, { ...cursor }, isWhole);
  const heading = readBlock(text.subarray(0, headingEnd), cursor, undefined).rows[0];
  if (!heading) throw refused("leadFile.empty");
  const columns = nameColumns(heading);
  const data = { ...cursor, width: columns.length };
  const whole = isWhole ? text.length : text.lastIndexOf(dialect.lineEnd, undefined, "latin1") + 1;
  const behind = isWhole ? undefined : text.length - whole;
  const { rows } = readBlock(text.subarray(headingEnd, whole), { ...data }, behind);
  return { dialect, columns, rows, data };
}

function singleBytes(bytes: Buffer, { encoding }: CsvDialect): Buffer {
  if (encoding !== "utf-16le" && encoding !== "utf-16be") return bytes;
  return Buffer.from(new TextDecoder(encoding, { ignoreBOM: true }).decode(bytes));
}

/** The heading may hold line breaks in quotes, so it ends where its row ends, not where its line does. */
function endOfHeading(text: Buffer, cursor: Cursor, isWhole: boolean): number {
  let end = 0;
  for (let line = 0; line < MAX_HEADING_LINES && end < text.length; line++) {
    end = endOfLine(text, end, cursor.dialect);
    const behind = end === text.length && isWhole ? undefined : text.length - end;
    if (readBlock(text.subarray(0, end), { ...cursor }, behind).rows.length > 0) return end;
  }
  throw refused("leadFile.noHeading");
}

function nameColumns(heading: CsvRow): CsvColumn[] {
  if (heading.problem) throw refused("leadFile.headingQuotes");
  if (heading.cells.some((cell) => /^[^@\s]+@[^@\s]+\.[^@\s]+$/.test(cell.trim()))) {
    throw refused("leadFile.headingIsLead");
  }
  if (heading.cells.length > MAX_COLUMNS) {
    throw refused("leadFile.mostColumns", { most: MAX_COLUMNS });
  }
  const taken = new Set<string>();
  return heading.cells.map((cell, index) => {
    const given = cell
      .replace(/\p{Cc}+/gu, " ")
      .trim()
      .slice(0, 100);
    const wanted = given || `Column ${index + 1}`;
    let name = wanted;
    for (let number = 2; taken.has(name.toLowerCase()); number++) name = `${wanted} (${number})`;
    taken.add(name.toLowerCase());
    return { index, name, renamed: name !== given };
  });
}
