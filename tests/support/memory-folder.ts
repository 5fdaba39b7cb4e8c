import { existsSync, statfsSync } from "node:fs";
import { tmpdir } from "node:os";

const MEMORY = "/dev/shm";
/** So much more than the worlds of all workers together. */
const ROOM_BYTES = 2 * 1024 ** 3;

/**
 * Where a test's table and queues keep their files: in memory, where the system has room for them there. On a disk each write of a
 * record and each message waits until it is safe, and every test with it.
 */
export function memoryFolder(): string {
  if (!existsSync(MEMORY)) return tmpdir();
  const { bavail, bsize } = statfsSync(MEMORY);
  return bavail * bsize > ROOM_BYTES ? MEMORY : tmpdir();
}
