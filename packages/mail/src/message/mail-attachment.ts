import { randomBytes } from "node:crypto";
import MimeNode from "nodemailer/lib/mime-node";

/** RFC 2045 6.8: at most 76 characters a line. */
const LINE_BYTES = 57;
/** Whole lines of about a megabyte: encoding needs little memory beside the file and what it becomes. */
const PIECE_BYTES = LINE_BYTES * 16_384;

export type Attachment = { fileName: string; contentType: string; content: Buffer };

/**
 * One attachment as a part of a mail: its fields, with the name as RFC 2231 wants it, and the file in base64. It is the same
 * in every mail, so that many mails may share it.
 */
export function encodeAttachment({ fileName, contentType, content }: Attachment): Buffer {
  const filename = oneLine(fileName);
  // A part of something: a mail of its own would get a date and an id.
  const node = new MimeNode("multipart/mixed").createChild(oneLine(contentType), { filename });
  node.setHeader({
    "Content-Transfer-Encoding": "base64",
    "Content-Disposition": "attachment",
  });
  const pieces = [Buffer.from(`${node.buildHeaders()}\r\n\r\n`)];
  for (let start = 0; start < content.length; start += PIECE_BYTES) {
    const encoded = content.subarray(start, start + PIECE_BYTES).toString("base64");
    pieces.push(Buffer.from(encoded.replace(/.{1,76}/g, "$&\r\n"), "latin1"));
  }
  // The break before the next boundary belongs to the boundary.
  return Buffer.concat(pieces).subarray(0, -2);
}

/**
 * A composed mail with attachments (RFC 2046 5.1.3), as the pieces that follow each other over the wire: the attachments are
 * not copied.
 */
export function attachTo(raw: Buffer, attachments: readonly Buffer[]): Buffer[] {
  const end = raw.indexOf("\r\n\r\n");
  const fields = raw
    .subarray(0, end)
    .toString("latin1")
    .split(/\r\n(?![ \t])/);
  const isOfBody = (field: string) => /^content-/i.test(field);
  const boundary = `thaw-${randomBytes(16).toString("hex")}`;
  const opening = [
    ...fields.filter((field) => !isOfBody(field)),
    `Content-Type: multipart/mixed; boundary="${boundary}"`,
    "",
    `--${boundary}`,
    ...fields.filter(isOfBody),
  ].join("\r\n");
  const next = Buffer.from(`\r\n--${boundary}\r\n`);
  return [
    Buffer.from(opening, "latin1"),
    raw.subarray(end),
    ...attachments.flatMap((part) => [next, part]),
    Buffer.from(`\r\n--${boundary}--\r\n`),
  ];
}

/** A line break in a value would begin a header of its own. */
function oneLine(value: string): string {
  return value.replace(/[\r\n\0]+/g, " ").trim();
}
