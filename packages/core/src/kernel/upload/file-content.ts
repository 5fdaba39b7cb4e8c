import type { ImageType } from "./upload.schema.ts";

/** Enough of a file to tell what it is. */
export const HEAD_BYTES = 4_096;

const startsWith = (head: Buffer, ...bytes: number[]) =>
  head.subarray(0, bytes.length).equals(Buffer.from(bytes));
const textAt = (head: Buffer, start: number, text: string) =>
  head.toString("latin1", start, start + text.length) === text;

/** What an image is by its first bytes; undefined for anything else. */
export function imageTypeOf(head: Buffer): ImageType | undefined {
  if (startsWith(head, 0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a)) return "image/png";
  if (startsWith(head, 0xff, 0xd8, 0xff)) return "image/jpeg";
  if (textAt(head, 0, "RIFF") && textAt(head, 8, "WEBP")) return "image/webp";
  if (textAt(head, 0, "GIF87a") || textAt(head, 0, "GIF89a")) return "image/gif";
  return undefined;
}

const PROGRAMS: readonly (readonly number[])[] = [
  // ELF
  [0x7f, 0x45, 0x4c, 0x46],
  // Mach-O of either width and byte order, and a universal one, which begins like a Java class
  [0xfe, 0xed, 0xfa, 0xce],
  [0xfe, 0xed, 0xfa, 0xcf],
  [0xce, 0xfa, 0xed, 0xfe],
  [0xcf, 0xfa, 0xed, 0xfe],
  [0xca, 0xfe, 0xba, 0xbe],
  // A shortcut of Windows
  [0x4c, 0x00, 0x00, 0x00, 0x01, 0x14, 0x02, 0x00],
  // A script with an interpreter
  [0x23, 0x21],
];
/** What a browser would run: a page or a drawing, whatever stands before it. */
const MARKUP =
  /^(?:\s|<\?[^>]*>|<!--(?:(?!-->)[\s\S])*-->|<!doctype[^>]*>)*<(?:html|svg|script|head|body|!doctype\s+html)\b/i;

/** Whether a file runs when it is opened, whatever its name says. */
export function isProgram(head: Buffer): boolean {
  // Windows; a text may begin with the same letters.
  if (textAt(head, 0, "MZ") && head.includes(0)) return true;
  if (PROGRAMS.some((bytes) => startsWith(head, ...bytes))) return true;
  const isUtf16 = startsWith(head, 0xff, 0xfe);
  const text = head.toString(isUtf16 ? "utf16le" : "utf8").replace(/^\uFEFF/, "");
  return MARKUP.test(text);
}
