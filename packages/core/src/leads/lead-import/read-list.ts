import { readObject } from "@thaw/data/bucket";
import { withoutGuard } from "../../csv-text.ts";
import { detectDialect, refused } from "./csv-dialect.ts";
import { requireUpload } from "./lead-import.ts";
import { readCsv } from "./read-csv.ts";
import { readStart } from "./read-start.ts";

type ListRules = {
  /** What the list is of, out of a cell that is trimmed and in lower case; undefined where the cell is none. */
  readEntry: (cell: string) => string | undefined;
  /** A longer file is refused before anything is done with it. */
  maxRows: number;
};

/**
 * Reads an uploaded list: one column of values, or the first column of a wider file that holds such values. A heading is
 * left out where there is one.
 *
 * @returns the values, each once, and how many rows held something else
 * @throws AppError not_found, too_large, invalid
 */
export async function readList(
  accountId: number,
  fileKey: string,
  { readEntry, maxRows }: ListRules,
): Promise<{ values: string[]; invalid: number }> {
  await requireUpload(accountId, fileKey);
  const dialect = detectDialect(await readStart(fileKey));
  const start = { dialect, offset: dialect.bomBytes, row: 0, width: 0 };
  const values = new Set<string>();
  let invalid = 0;
  let rows = 0;
  let column: number | undefined;
  for await (const block of readCsv(await readObject(fileKey, dialect.bomBytes), start)) {
    for (const { cells, row, problem } of block) {
      const read = (problem ? [] : cells).map((cell) => withoutGuard(cell).trim().toLowerCase());
      column ??= columnOf(read, readEntry);
      const value = readEntry(read[column ?? 0] ?? "");
      if (value !== undefined) values.add(value);
      // The first row may be the heading.
      else if (row > 1) invalid += 1;
      rows += 1;
    }
    if (rows > maxRows + 1) {
      throw refused("leadFile.mostRows", { most: maxRows });
    }
  }
  if (values.size === 0) throw refused("leadFile.noEntries");
  return { values: [...values], invalid };
}

const columnOf = (cells: readonly string[], readEntry: ListRules["readEntry"]) => {
  const found = cells.findIndex((cell) => readEntry(cell) !== undefined);
  return found === -1 ? undefined : found;
};
