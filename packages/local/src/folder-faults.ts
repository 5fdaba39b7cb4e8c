/** What node:fs and node:sqlite say of a failure. */
type Fault = Error & { code?: string; errcode?: number };

const DISK = new Set(["ENOSPC", "EDQUOT", "EFBIG", "SQLITE_FULL", "SQLITE_IOERR"]);
/** SQLite's words for SQLITE_FULL and SQLITE_IOERR: all that the embedded table says. */
const DISK_TEXT = /\b(?:database or disk is full|disk I\/O error)\b/;

/** Primary result codes of SQLite (sqlite.org/rescode.html); the low eight bits of what it gives. */
const SQLITE: Record<number, string> = {
  5: "SQLITE_BUSY",
  8: "SQLITE_READONLY",
  10: "SQLITE_IOERR",
  13: "SQLITE_FULL",
  14: "SQLITE_CANTOPEN",
  23: "SQLITE_AUTH",
};

/** Whether a failure says that the disk takes no more: it is full, at a quota, or the file at its largest size. */
export function isDiskFault(error: unknown): boolean {
  if (error instanceof AggregateError && error.errors.some(isDiskFault)) return true;
  if (!(error instanceof Error)) return false;
  const code = codeOf(error);
  if (code !== undefined && DISK.has(code)) return true;
  return DISK_TEXT.test(error.message) || isDiskFault(error.cause);
}

const codeOf = ({ errcode, code }: Fault): string | undefined =>
  errcode === undefined ? code : SQLITE[errcode & 0xff];

const OTHER = "Or name another folder by --data DIR or THAW_DATA.";

type Text = (folder: string, runsAt: string) => string;

const noFolder: Text = (folder) =>
  `The data cannot be kept in ${folder}: it, or a part of its path, is a file and no folder. Move that file. ${OTHER}`;
const notAllowed: Text = (folder) =>
  `This user may not write in the data folder ${folder}, or does not own it. Give it to the user who starts Thaw: sudo chown -R "$(id -un)" ${folder}. ${OTHER}`;

const TEXTS: Record<string, Text> = {
  SQLITE_BUSY: (folder, runsAt) =>
    `Another Thaw is running${runsAt} with the data in ${folder}. Use that one, or stop it first. ` +
    "A second one beside it needs --data DIR, --port N and THAW_INNER_PORT.",
  EEXIST: noFolder,
  ENOTDIR: noFolder,
  EACCES: notAllowed,
  EPERM: notAllowed,
  SQLITE_CANTOPEN: notAllowed,
  SQLITE_READONLY: notAllowed,
  SQLITE_AUTH: notAllowed,
  EROFS: (folder) =>
    `The data folder ${folder} is on a disk that can only be read. Mount it so that it can be written. ${OTHER}`,
  ENOSPC: (folder) =>
    `The disk of the data folder ${folder} takes no more: it is full, or at a quota. Make room and start again; nothing of what is stored is lost.`,
};

/**
 * An error that says why the data folder cannot be used, and what to do.
 *
 * @param runsAt where the product that has the folder is reached, as a part of a sentence; may be empty
 */
export function unusableFolder(folder: string, error: unknown, runsAt: string): Error {
  const fault = error as Fault;
  const code = isDiskFault(error) ? "ENOSPC" : codeOf(fault);
  const text = code === undefined ? undefined : TEXTS[code];
  return text === undefined ? fault : new Error(text(folder, runsAt), { cause: error });
}
