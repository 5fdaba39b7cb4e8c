import { existsSync, readFileSync, statSync, truncateSync, writeFileSync } from "node:fs";

/** Sizes and offsets of SQLite's files (sqlite.org/walformat.html, 1.2 and 2.2). */
const HEADER_BYTES = 32;
const FRAME_HEADER_BYTES = 24;
const PAGE_SIZE_AT = 8;
const COMMIT_AT = 4;
const SHM_LAST_FRAME_AT = 16;
/** What checkpoints have copied for certain, and what one that was cut short may have. */
const SHM_BACKFILLED_AT = [96, 128];

export type Wal = {
  /** How many whole transactions only the log holds: the database itself does not have them yet. */
  commits: number;
  /** Tears off the last so many of them, the first of those in the middle of its last page. */
  tear: (commits: number) => void;
};

/**
 * The write-ahead log of a database whose program was killed. What a checkpoint has copied into the database is left alone: it was
 * written through before, and a disk that loses that, too, leaves no database to open.
 */
export function walOf(database: string): Wal {
  const file = `${database}-wal`;
  if (!existsSync(file) || statSync(file).size < HEADER_BYTES) return { commits: 0, tear() {} };
  const log = readFileSync(file);
  const shm = readFileSync(`${database}-shm`);
  const frameBytes = FRAME_HEADER_BYTES + log.readUInt32BE(PAGE_SIZE_AT);
  // The shared memory has the machine's own order of bytes.
  const first = Math.max(...SHM_BACKFILLED_AT.map((at) => shm.readUInt32LE(at)));
  const last = shm.readUInt32LE(SHM_LAST_FRAME_AT);
  const ends: number[] = [];
  for (let frame = first; frame < last; frame++) {
    const at = HEADER_BYTES + frame * frameBytes;
    if (log.readUInt32BE(at + COMMIT_AT) > 0) ends.push(at + frameBytes);
  }
  return {
    commits: ends.length,
    tear(commits) {
      const end = ends.at(-commits);
      if (commits === 0 || end === undefined) return;
      // The rest of the file is as long as before, and empty, as of a disk that has noted the length alone.
      const length = statSync(file).size;
      truncateSync(file, end - Math.floor(frameBytes / 3));
      truncateSync(file, length);
      writeFileSync(`${database}-shm`, "");
    },
  };
}
