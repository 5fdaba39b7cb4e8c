import { stringify } from "csv-stringify/sync";

/** What a CSV file begins with: spreadsheets read UTF-8 only behind a byte order mark. */
export const CSV_START = "\ufeff";

/** Rows as lines of a CSV file. D8.2: a cell that a spreadsheet would take for a formula becomes a text. */
export function csvLines(rows: (string | number)[][]): string {
  return stringify(rows, { escape_formulas: true });
}
