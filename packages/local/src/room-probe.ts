import { existsSync } from "node:fs";
import { DatabaseSync } from "node:sqlite";

/** As much as a few transactions of the product. */
const PROBE_BYTES = 1024 * 1024;

/**
 * Writes a megabyte to each of these databases beside their own programs, and takes it back. What a free disk says is not enough:
 * quotas and limits of a file's size are only met by writing.
 *
 * @throws where one of them takes no more
 */
export function probeRoom(files: readonly string[]): void {
  for (const file of files) if (existsSync(file)) probe(file);
}

function probe(file: string): void {
  const database = new DatabaseSync(file);
  try {
    database.exec("PRAGMA busy_timeout = 5000");
    database.exec("CREATE TABLE IF NOT EXISTS thaw_room (id INTEGER PRIMARY KEY, bytes BLOB)");
    database
      .prepare("INSERT OR REPLACE INTO thaw_room VALUES (1, zeroblob(CAST(? AS INTEGER)))")
      .run(PROBE_BYTES);
    database.exec("DELETE FROM thaw_room");
  } finally {
    database.close();
  }
}
