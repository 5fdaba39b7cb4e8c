import { stringify } from "csv-stringify/sync";

/** What a CSV file begins with: spreadsheets read UTF-8 only behind a byte order mark. */
export const CSV_START = "\ufeff";

/**
 * What a spreadsheet takes for the beginning of a formula: at the beginning of a cell, also behind blanks and characters that
 * nobody sees, and behind whatever another spreadsheet's settings take for the end of a cell. OWASP, CSV Injection.
 */
const FORMULA_START = /[=+\-@＝＋－＠](?<=(?:^|[;\t\r\n])[\s\p{Cf}]*.)/gu;

/** The mark of a text that `csvLines` puts before such a beginning. */
const GUARD = /'(?=[=+\-@＝＋－＠])(?<=(?:^|[;\t\r\n])[\s\p{Cf}]*.)/gu;

/** Rows as lines of a CSV file. D8.2: a cell that a spreadsheet would take for a formula becomes a text. */
export function csvLines(rows: (string | number)[][], delimiter = ","): string {
  const cells = rows.map((row) =>
    row.map((cell) => (typeof cell === "string" ? cell.replace(FORMULA_START, "'$&") : cell)),
  );
  return stringify(cells, { delimiter, quoted: true, quoted_empty: true });
}

/** What a cell held before `csvLines` wrote it: a phone number of a file of ours is imported as it was. */
export const withoutGuard = (cell: string): string => cell.replace(GUARD, "");
