import MailComposer from "nodemailer/lib/mail-composer";
import type { MailAddress } from "./read-message.ts";
import { capReferences } from "./thread-headers.ts";
import { writeMime } from "./write-mime.ts";

export type OutgoingMessage = {
  from: MailAddress;
  to: MailAddress[];
  cc?: MailAddress[];
  replyTo?: MailAddress;
  subject: string;
  /** Left out for a mail in plain text. */
  html?: string;
  /** Made from `html` when it is not given. */
  text?: string;
  /** With its angle brackets, unique for ever: `<send-id@sender-domain>` (RFC 5322 3.6.4). */
  messageId: string;
  inReplyTo?: string;
  references?: string[];
  date: Date;
  /** RFC 8058 needs the https address; the mailto one is for older clients. */
  unsubscribe?: { url: string; mailto?: string };
  headers?: Record<string, string>;
  attachments?: { fileName: string; contentType: string; content: Buffer }[];
};

/** Builds the mail as it goes over the wire (RFC 5322, MIME, CRLF). Bcc belongs to the envelope. */
export async function composeMessage(
  message: OutgoingMessage,
): Promise<{ raw: Buffer; messageId: string }> {
  const messageId = oneLine(message.messageId);
  const text = message.text ?? (await textOf(message.html));
  const node = new MailComposer({
    from: address(message.from),
    to: message.to.map(address),
    ...(message.cc && { cc: message.cc.map(address) }),
    ...(message.replyTo && { replyTo: address(message.replyTo) }),
    subject: oneLine(message.subject),
    text,
    ...(message.html !== undefined && { html: message.html }),
    messageId,
    ...(message.inReplyTo && { inReplyTo: oneLine(message.inReplyTo) }),
    ...(message.references?.length && { references: capReferences(message.references) }),
    date: message.date,
    headers: { ...safeHeaders(message.headers), ...unsubscribeHeaders(message.unsubscribe) },
    ...(message.attachments && { attachments: message.attachments.map(attachment) }),
    // The mail comes from templates and inboxes: no part of it may name a file or a URL to fetch.
    disableFileAccess: true,
    disableUrlAccess: true,
    newline: "windows",
  }).compile();
  // Files are what the library's streams are good for.
  return { raw: message.attachments ? await node.build() : writeMime(node), messageId };
}

function attachment({
  fileName,
  contentType,
  content,
}: NonNullable<OutgoingMessage["attachments"]>[number]) {
  return { filename: oneLine(fileName), contentType: oneLine(contentType), content };
}

function address({ name, address: mail }: MailAddress): MailAddress {
  return { name: oneLine(name), address: oneLine(mail) };
}

/** RFC 8058: both fields, and the post field in exactly these words. */
function unsubscribeHeaders(unsubscribe: OutgoingMessage["unsubscribe"]): Record<string, string> {
  if (!unsubscribe) return {};
  const targets = [
    unsubscribe.url,
    ...(unsubscribe.mailto ? [`mailto:${unsubscribe.mailto}`] : []),
  ];
  return {
    "List-Unsubscribe": targets.map((target) => `<${target.replace(/[<>\s]/g, "")}>`).join(", "),
    "List-Unsubscribe-Post": "List-Unsubscribe=One-Click",
  };
}

function safeHeaders(headers: Record<string, string> = {}): Record<string, string> {
  const fields = Object.entries(headers).filter(([name]) => /^[!-9;-~]+$/.test(name));
  return Object.fromEntries(fields.map(([name, value]) => [name, oneLine(value)]));
}

/** A line break in a value would begin a header of its own. */
function oneLine(value: string): string {
  return value.replace(/[\r\n\0]+/g, " ").trim();
}

/** The converter is loaded for a mail that comes without its text. */
async function textOf(html: string | undefined): Promise<string> {
  if (html === undefined) return "";
  const { htmlToText } = await import("./html-text.ts");
  return htmlToText(html);
}
