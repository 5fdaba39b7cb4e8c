import { accessSync, constants, existsSync, statfsSync, statSync } from "node:fs";
import path from "node:path";
import { type Finding, findings } from "./finding.ts";

const MEGABYTE = 1024 * 1024;
/** SQLite needs room for its journal, and uploads are up to some dozen megabytes. */
const LEAST = 100 * MEGABYTE;
const LITTLE = 1024 * MEGABYTE;

/** Whether everything that the product knows has a place; the folder itself need not be there yet. */
export function checkDataFolder(folder: string): Finding {
  const { ok, blocks, warns } = findings("data folder");
  const whole = path.resolve(folder);
  const there = nearest(whole);
  if (!statSync(there).isDirectory()) {
    return blocks(`${there} is a file`, "name a folder: npm start -- --data FOLDER");
  }
  try {
    accessSync(there, constants.R_OK | constants.W_OK | constants.X_OK);
  } catch {
    return blocks(`${there} cannot be written to`, `chown it to who starts Thaw, or --data FOLDER`);
  }
  const { bavail, bsize } = statfsSync(there);
  const free = bavail * bsize;
  const says = `${whole} has room for ${Math.floor(free / MEGABYTE)} MB`;
  if (free < LEAST) return blocks(says, "make room: without it nothing can be written down");
  return free < LITTLE ? warns(says, "make room before emails and attachments fill it") : ok(says);
}

/** The folder, or the nearest above it that is there. */
function nearest(folder: string): string {
  return existsSync(folder) ? folder : nearest(path.dirname(folder));
}
