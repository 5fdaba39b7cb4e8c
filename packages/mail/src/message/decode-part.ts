import PostalMime, { decodeWords } from "postal-mime";
import { unflow } from "./flowed-text.ts";
import type { MimePart } from "./mime-scan.ts";

/** Fields of a header block by lower-case name; the first of a name wins. */
export type Fields = ReadonlyMap<string, string>;

/** How much of a body is decoded. The decoder's cost is per line as well as per byte. */
export type Allowance = { bytes: number; lines: number };

const FLOWED = /;\s*format\s*=\s*"?flowed"?/i;
const DELETES_SPACE = /;\s*delsp\s*=\s*"?yes"?/i;
const REPORT_ALLOWANCE: Allowance = { bytes: 128 * 1024, lines: 5000 };

/** The decoded text of a text part: transfer encoding, character set and format=flowed undone. */
export async function decodeText(part: MimePart, body: Buffer): Promise<string> {
  const header = withoutDisposition(part);
  const flow = FLOWED.exec(header);
  // The library joins flowed lines of different quote depths: an answer would become a part of the quotation above it.
  const shown = Buffer.from(header.replace(FLOWED, ""), "latin1");
  const email = await PostalMime.parse(Buffer.concat([shown, body]));
  const text = (email.html ?? email.text ?? "").replaceAll("\r\n", "\n").replace(/\n$/, "");
  return flow && email.html === undefined ? unflow(text, DELETES_SPACE.test(header)) : text;
}

/** The body of a part, no more of it than is allowed, and how many lines that is. */
export function cutBody(raw: Buffer, part: MimePart, allowed: Allowance) {
  const limit = Math.min(part.bodyEnd, part.bodyStart + allowed.bytes);
  let end = part.bodyStart;
  let lines = 0;
  for (; end < limit && lines < allowed.lines; lines += 1) {
    const lineEnd = raw.indexOf(0x0a, end);
    end = lineEnd < 0 || lineEnd >= limit ? limit : lineEnd + 1;
  }
  return { body: raw.subarray(part.bodyStart, end), lines, isWhole: end === part.bodyEnd };
}

/** The text of a part that a machine wrote for machines (delivery status, returned headers). */
export async function decodeReport(raw: Buffer, part: MimePart): Promise<string> {
  const { body } = cutBody(raw, part, REPORT_ALLOWANCE);
  const email = await PostalMime.parse(Buffer.concat([asPlainText(part), body]));
  return (email.text ?? "").replaceAll("\r\n", "\n");
}

/** The file name a part gives itself, with encoded words and RFC 2231 continuations undone. */
export async function decodeFileName(part: MimePart): Promise<string | undefined> {
  if (!/name/i.test(part.header.toString("latin1"))) return undefined;
  const head = contentLines(part.header);
  const asFile = head.replace(
    /^content-type:\s*[^\s;]+/im,
    "Content-Type: application/octet-stream",
  );
  const email = await PostalMime.parse(`${asFile}\r\n\r\n`);
  const name = email.attachments[0]?.filename?.replace(/[\p{Cc}/\\]/gu, "_").trim();
  return name ? name.slice(0, 255) : undefined;
}

/** Size after the transfer encoding is undone, without undoing it. */
export function decodedSize(raw: Buffer, part: MimePart): number {
  const length = part.bodyEnd - part.bodyStart;
  if (!part.transferEncoding.includes("base64")) return length;
  const lineEnd = raw.indexOf(0x0a, part.bodyStart);
  const lineLength = lineEnd < 0 || lineEnd > part.bodyEnd ? length : lineEnd + 1 - part.bodyStart;
  const breakLength = lineLength === length ? 0 : raw[lineEnd - 1] === 0x0d ? 2 : 1;
  const breaks = Math.floor(length / lineLength) * breakLength;
  const padding = /(?<![=\s])=*\s*$/.exec(
    raw.toString("latin1", Math.max(part.bodyStart, part.bodyEnd - 8), part.bodyEnd),
  );
  const padded = padding?.[0].replace(/\s/g, "").length ?? 0;
  return Math.max(0, Math.floor(((length - breaks) * 3) / 4) - padded);
}

/** Fields of an RFC 5322 style block, unfolded and with encoded words decoded. */
export function readFields(block: string): Fields {
  const fields = new Map<string, string>();
  for (const line of block.replace(/\r?\n[ \t]+/g, " ").split(/\r?\n/)) {
    const colon = line.indexOf(":");
    const name = line.slice(0, colon).trim().toLowerCase();
    if (colon < 1 || !/^[!-9;-~]+$/.test(name) || fields.has(name)) continue;
    const value = line.slice(colon + 1).trim();
    fields.set(name, value.includes("=?") ? decodeWords(value) : value);
  }
  return fields;
}

function asPlainText(part: MimePart): Buffer {
  const charset = /^[\w.:-]+$/.test(part.charset) ? part.charset : "utf-8";
  const encoding = /^[\w-]+$/.test(part.transferEncoding) ? part.transferEncoding : "8bit";
  return Buffer.from(
    `Content-Type: text/plain; charset=${charset}\r\nContent-Transfer-Encoding: ${encoding}\r\n\r\n`,
  );
}

function withoutDisposition(part: MimePart): string {
  const lines = contentLines(part.header)
    .replace(/^content-disposition:.*\n?/im, "")
    .trimEnd();
  return lines ? `${lines}\r\n\r\n` : "\r\n";
}

/** Only the content fields of a header, one line each: the rest has nothing to say about a part. */
function contentLines(header: Buffer): string {
  const unfolded = header.toString("latin1").replace(/\r?\n(?=[ \t])/g, "");
  return unfolded
    .split(/\r?\n/)
    .filter((line) => /^content-[a-z-]+:/i.test(line))
    .join("\r\n");
}
