import { isUtf8 } from "node:buffer";
import type { TextKey } from "@thaw/text/catalogue";
import type { ParamsGiven } from "@thaw/text/say";
import { AppError } from "../../error.ts";

export const DELIMITERS = [",", ";", "\t"] as const;
export const ENCODINGS = ["utf-8", "utf-16le", "utf-16be", "windows-1252"] as const;

export type CsvDialect = {
  delimiter: (typeof DELIMITERS)[number];
  /** What the beginning looks like. Cells are decoded one by one, so a wrong guess between utf-8 and windows-1252 harms nothing. */
  encoding: (typeof ENCODINGS)[number];
  /** The length of the byte order mark. */
  bomBytes: number;
  /** "\r" alone is what very old spreadsheets write. */
  lineEnd: "\n" | "\r";
};

const LOOKED_AT_LINES = 10;

const MARKS = [
  { encoding: "utf-8", mark: Buffer.from([0xef, 0xbb, 0xbf]) },
  { encoding: "utf-16le", mark: Buffer.from([0xff, 0xfe]) },
  { encoding: "utf-16be", mark: Buffer.from([0xfe, 0xff]) },
] as const;

const FORMATS = [
  { start: Buffer.from("PK\x03\x04", "latin1"), name: "a workbook or an archive" },
  { start: Buffer.from([0xd0, 0xcf, 0x11, 0xe0]), name: "an Excel workbook" },
  { start: Buffer.from("%PDF", "latin1"), name: "a PDF document" },
  { start: Buffer.from([0x1f, 0x8b]), name: "a compressed file" },
] as const;

/**
 * Tells delimiter, encoding and line ends from the beginning of a file.
 * @throws AppError invalid for an empty file and for one that is no text
 */
export function detectDialect(sample: Buffer): CsvDialect {
  const marked = MARKS.find(({ mark }) => sample.subarray(0, mark.length).equals(mark));
  const bomBytes = marked?.mark.length ?? 0;
  const body = sample.subarray(bomBytes);
  const encoding = marked?.encoding ?? (startsAsUtf8(body) ? "utf-8" : "windows-1252");
  const isWide = encoding === "utf-16le" || encoding === "utf-16be";
  if (!isWide) refuseBinary(body);
  const text = isWide ? new TextDecoder(encoding).decode(body) : body.toString("latin1");
  if (text.trim() === "") throw refused("leadFile.empty");
  const lineEnd = text.includes("\n") || !text.includes("\r") ? "\n" : "\r";
  return { delimiter: delimiterOf(text, lineEnd), encoding, bomBytes, lineEnd };
}

/** An error about the file as a whole. */
export function refused<Key extends TextKey>(key: Key, ...params: ParamsGiven<Key>): AppError {
  return AppError.at("invalid", "file", key, ...params);
}

/** A sample may end within a character: up to three bytes of it are left out of account. */
function startsAsUtf8(body: Buffer): boolean {
  return [0, 1, 2, 3].some((cut) => isUtf8(body.subarray(0, Math.max(body.length - cut, 0))));
}

function refuseBinary(body: Buffer): void {
  const format = FORMATS.find(({ start }) => body.subarray(0, start.length).equals(start));
  if (format) throw refused("leadFile.format", { format: format.name });
  const strange = body.filter((byte) => byte < 9 || (byte > 13 && byte < 32)).length;
  // A few stray control characters or NULs are dirt in a text, many mean that it is none.
  if (strange > Math.max(20, body.length / 10)) {
    throw refused("leadFile.noText");
  }
}

/** Each of the first lines votes for the delimiter that it has most of; a draw goes to the heading's. */
function delimiterOf(text: string, lineEnd: string): CsvDialect["delimiter"] {
  const votes = DELIMITERS.map((delimiter) => ({ delimiter, lines: 0, inHeading: 0 }));
  firstLines(text, lineEnd).forEach((line, index) => {
    const counts = votes.map(({ delimiter }) => line.split(delimiter).length - 1);
    const most = Math.max(...counts);
    if (most === 0) return;
    votes.forEach((vote, position) => {
      if (index === 0) vote.inHeading = counts[position] ?? 0;
      if (counts[position] === most) vote.lines += 1;
    });
  });
  votes.sort((a, b) => b.lines - a.lines || b.inHeading - a.inHeading);
  return votes[0]?.delimiter ?? ",";
}

/** The first lines with what stands in quotes taken out. */
function firstLines(text: string, lineEnd: string): string[] {
  return text
    .slice(0, 65_536)
    .replace(/"[^"]*"/g, "")
    .split(lineEnd)
    .filter((line) => line.trim() !== "")
    .slice(0, LOOKED_AT_LINES);
}
