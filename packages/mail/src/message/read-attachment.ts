import type { MimePart } from "./mime-scan.ts";
import { scanMime } from "./mime-scan.ts";
import { type AttachmentMeta, describeAttachment, isAttachment } from "./read-message.ts";

/**
 * The content of one attachment of a raw mail; `index` is its place in `attachments` of `readMessage`.
 * Undefined when there is none. The type and name are the sender's claim: serve it as a download only.
 */
export async function readAttachment(
  raw: Buffer,
  index: number,
): Promise<(AttachmentMeta & { content: Buffer }) | undefined> {
  const part = scanMime(raw).parts.filter(isAttachment)[index];
  if (!part) return undefined;
  const content = decodeContent(raw, part);
  return { ...(await describeAttachment(raw, part)), sizeBytes: content.length, content };
}

function decodeContent(raw: Buffer, part: MimePart): Buffer {
  const body = raw.subarray(part.bodyStart, part.bodyEnd);
  if (part.transferEncoding.includes("base64"))
    return Buffer.from(body.toString("latin1"), "base64");
  if (part.transferEncoding.includes("quoted-printable")) return decodeQuotedPrintable(body);
  return body;
}

/** RFC 2045 6.7 on bytes: the content may be of any kind. */
function decodeQuotedPrintable(body: Buffer): Buffer {
  const text = body
    .toString("latin1")
    .replace(/=[ \t]*\r?\n/g, "")
    .replace(/=([0-9a-f]{2})/gi, (_, code: string) =>
      String.fromCharCode(Number.parseInt(code, 16)),
    );
  return Buffer.from(text, "latin1");
}
