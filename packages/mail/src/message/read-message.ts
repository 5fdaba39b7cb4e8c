import PostalMime, { addressParser } from "postal-mime";
import {
  type Allowance,
  cutBody,
  decodedSize,
  decodeFileName,
  decodeReport,
  decodeText,
  type Fields,
  readFields,
} from "./decode-part.ts";
import { htmlToText } from "./html-text.ts";
import { readIds } from "./message-ids.ts";
import { type MimePart, scanMime } from "./mime-scan.ts";

export type MailAddress = { name: string; address: string };
export type AttachmentMeta = { fileName: string; contentType: string; sizeBytes: number };

/** A received mail. Message ids keep their angle brackets; addresses are lower-case. */
export type ReceivedMessage = {
  messageId?: string;
  inReplyTo?: string;
  references: string[];
  from?: MailAddress;
  to: MailAddress[];
  cc: MailAddress[];
  subject: string;
  /** ISO 8601, from the Date field; absent when that is no date. */
  date?: string;
  text: string;
  html?: string;
  attachments: AttachmentMeta[];
  /** Lower-case name to decoded value; the first of a name wins. */
  headers: Fields;
  /** The mail went beyond a limit: what is here is true but not all of it. */
  tooLarge?: true;
  /** Groups of a message/delivery-status part: the first is of the message, the others of recipients. */
  deliveryStatus: Fields[];
  feedbackReport?: Fields;
  /** Header of the attached original (message/rfc822 or text/rfc822-headers). */
  originalHeaders?: Fields;
};

type Body = Pick<ReceivedMessage, "text" | "html" | "tooLarge">;
type Slot = { plain: string[]; html: string[] };

const MAX_ADDRESSES = 500;
const MAX_REFERENCES = 200;
const MAX_TEXT_PARTS = 50;
const TEXT_ALLOWANCE: Allowance = { bytes: 2 * 1024 * 1024, lines: 60_000 };
const MAX_STATUS_GROUPS = 200;

const STATUS_TYPES = ["message/delivery-status", "message/global-delivery-status"];
const ORIGINAL_TYPES = [
  "message/rfc822",
  "message/global",
  "text/rfc822-headers",
  "message/global-headers",
];

/**
 * Reads a raw mail (RFC 5322, MIME). Never throws on what is inside it: memory and time are bounded
 * before anything is decoded, attachments are measured and not decoded.
 * A mail over 30 MB gives its headers alone, with `tooLarge`.
 */
export async function readMessage(raw: Buffer): Promise<ReceivedMessage> {
  const scan = scanMime(raw);
  return {
    ...(await readTopFields(scan.header)),
    ...(await readBody(raw, scan.parts.filter(isBodyText))),
    attachments: await Promise.all(
      scan.parts.filter(isAttachment).map((part) => describeAttachment(raw, part)),
    ),
    ...(await readReports(raw, scan.parts)),
    ...(scan.isCutShort ? { tooLarge: true as const } : {}),
  };
}

async function readTopFields(header: Buffer) {
  const email = await PostalMime.parse(Buffer.concat([header, Buffer.from("\r\n")]));
  const headers = readFields(header.toString("utf8"));
  const messageId = readIds(headers.get("message-id"))[0];
  const inReplyTo = readIds(headers.get("in-reply-to"))[0];
  const from = readAddresses(email.headers, "from")[0];
  const date = readDate(headers.get("date"));
  return {
    ...(messageId && { messageId }),
    ...(inReplyTo && { inReplyTo }),
    references: readIds(headers.get("references")).slice(-MAX_REFERENCES),
    ...(from && { from }),
    to: readAddresses(email.headers, "to"),
    cc: readAddresses(email.headers, "cc"),
    subject: headers.get("subject") ?? "",
    ...(date && { date }),
    headers,
  };
}

function readAddresses(headers: { key: string; value: string }[], name: string): MailAddress[] {
  const value = headers.find(({ key }) => key === name)?.value ?? "";
  return addressParser(value, { flatten: true })
    .slice(0, MAX_ADDRESSES)
    .flatMap(({ name: displayName, address }) =>
      address ? [{ name: displayName, address: address.trim().toLowerCase() }] : [],
    );
}

function readDate(value: string | undefined): string | undefined {
  const at = Date.parse((value ?? "").replace(/\([^()]*\)/g, "").trim());
  return Number.isNaN(at) ? undefined : new Date(at).toISOString();
}

/** Text in document order; in a multipart/alternative one form stands for the other. */
async function readBody(raw: Buffer, parts: MimePart[]): Promise<Body> {
  const slots: Slot[] = [];
  const slotOf = new Map<number, Slot>();
  const left = { ...TEXT_ALLOWANCE };
  let isCut = parts.length > MAX_TEXT_PARTS;
  for (const part of parts.slice(0, MAX_TEXT_PARTS)) {
    const { body, lines, isWhole } = cutBody(raw, part, left);
    const text = await decodeText(part, body);
    left.bytes -= body.length;
    left.lines -= lines;
    isCut ||= !isWhole;
    const known = part.alternative ? slotOf.get(part.alternative) : undefined;
    const slot = known ?? { plain: [], html: [] };
    if (!known) slots.push(slot);
    slotOf.set(part.alternative, slot);
    slot[part.contentType === "text/html" ? "html" : "plain"].push(text);
  }
  const hasHtml = slots.some(({ html }) => html.some((one) => one.trim() !== ""));
  return {
    text: slots.map(asText).join("\n").trimEnd(),
    ...(hasHtml && { html: slots.map(asHtml).join("\n") }),
    ...(isCut && { tooLarge: true as const }),
  };
}

function asText({ plain, html }: Slot): string {
  const text = plain.join("\n");
  return text.trim() ? text : html.map((one) => htmlToText(one)).join("\n");
}

function asHtml({ plain, html }: Slot): string {
  if (html.length > 0) return html.join("\n");
  return `<div style="white-space:pre-wrap">${escapeHtml(plain.join("\n"))}</div>`;
}

function escapeHtml(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
}

function isBodyText(part: MimePart): boolean {
  const isText = part.contentType === "text/plain" || part.contentType === "text/html";
  return isText && part.disposition !== "attachment" && !isNamedFile(part);
}

function isNamedFile({ disposition, header }: MimePart): boolean {
  return disposition !== "" && /filename/i.test(header.toString("latin1"));
}

export function isAttachment(part: MimePart): boolean {
  const isReport = STATUS_TYPES.includes(part.contentType) || isFeedback(part);
  return !isBodyText(part) && !isReport && !part.contentType.startsWith("multipart/");
}

function isFeedback(part: MimePart): boolean {
  return part.contentType === "message/feedback-report";
}

export async function describeAttachment(raw: Buffer, part: MimePart): Promise<AttachmentMeta> {
  return {
    fileName: (await decodeFileName(part)) ?? nameByType(part.contentType),
    contentType: part.contentType,
    sizeBytes: decodedSize(raw, part),
  };
}

function nameByType(contentType: string): string {
  if (contentType === "message/rfc822") return "message.eml";
  if (contentType === "text/calendar") return "invite.ics";
  return "attachment";
}

async function readReports(raw: Buffer, parts: MimePart[]) {
  const status = parts.find((part) => STATUS_TYPES.includes(part.contentType));
  const feedback = parts.find(isFeedback);
  const original = parts.find((part) => ORIGINAL_TYPES.includes(part.contentType));
  const groups = status ? (await decodeReport(raw, status)).split(/\n[ \t]*\n/) : [];
  const originalText = original ? (await decodeReport(raw, original)).trimStart() : "";
  return {
    deliveryStatus: groups
      .slice(0, MAX_STATUS_GROUPS)
      .map(readFields)
      .filter((group) => group.size > 0),
    ...(feedback && { feedbackReport: readFields(await decodeReport(raw, feedback)) }),
    ...(original && { originalHeaders: readFields(originalText.split(/\n[ \t]*\n/)[0] ?? "") }),
  };
}
