import type { IncomingMessage } from "node:http";
import { S3Refusal } from "./s3-signature.ts";

/** S3 takes 5 GB in one form; this machine holds it in memory, and no file of the product is larger than 15 MiB. */
const MAX_FORM_BYTES = 16 * 1024 * 1024;
/** Of the fields before the file. S3 takes 20 kB. */
const MAX_HEAD_BYTES = 32 * 1024;
/** What stands behind the file: the last boundary, and fields that are passed over. */
const MAX_TAIL_BYTES = 16 * 1024;
/** So much of a file that is too large is read and dropped, so that a browser hears why it was refused. */
const MAX_DROPPED_BYTES = 64 * 1024 * 1024;

export type PostedForm = { fields: [string, string][]; file: File };
type Chunks = AsyncIterator<Buffer>;

/** A form of which the fields before the file have been read. */
export type OpenForm = {
  fields: [string, string][];
  /** The rest, with a file of so many bytes at most. As S3 does, passes over what comes behind the file. @throws S3Refusal */
  read: (maxBytes: number) => Promise<PostedForm>;
};

/** Begins to read a form of a browser (RFC 7578) that posts one file. @throws S3Refusal */
export async function openForm(incoming: IncomingMessage): Promise<OpenForm> {
  const contentType = incoming.headers["content-type"] ?? "";
  const boundary = boundaryOf(contentType);
  // The connection has to stay open for a refusal.
  const chunks: Chunks = incoming.iterator({ destroyOnReturn: false });
  const head = await readHead(chunks, boundary);
  const end = Buffer.from(`--${boundary}--\r\n`);
  const { fields } = await parse(
    Buffer.concat([head.bytes.subarray(0, head.fileAt), end]),
    contentType,
  );
  return {
    fields,
    async read(maxBytes) {
      const most = Math.min(maxBytes, MAX_FORM_BYTES) + head.fileAt + MAX_TAIL_BYTES;
      const whole = await parse(await readRest(chunks, head.bytes, most), contentType);
      if (!whole.file) throw noFile();
      return { fields: whole.fields, file: whole.file };
    },
  };
}

function boundaryOf(contentType: string): string {
  const match = /;\s*boundary=(?:"([^"]{1,70})"|([^\s;"]{1,70}))/i.exec(contentType);
  const boundary = match?.[1] ?? match?.[2];
  if (!boundary) throw malformed();
  return boundary;
}

/** As much as it takes to see where the file begins. */
async function readHead(
  chunks: Chunks,
  boundary: string,
): Promise<{ bytes: Buffer; fileAt: number }> {
  let bytes = Buffer.alloc(0);
  while (bytes.length <= MAX_HEAD_BYTES) {
    const { done, value } = await chunks.next();
    if (done) throw noFile();
    bytes = Buffer.concat([bytes, value]);
    const fileAt = findFile(bytes, boundary);
    if (fileAt !== undefined) return { bytes, fileAt };
  }
  const message = "The fields before the file are too large";
  throw new S3Refusal(400, "MaxPostPreDataLengthExceeded", message);
}

/** Where the part begins whose headers name it "file". The form is parsed again as a whole: this only says how far to read. */
function findFile(bytes: Buffer, boundary: string): number | undefined {
  const delimiter = `--${boundary}`;
  let partAt = 0;
  for (const part of bytes.subarray(0, MAX_HEAD_BYTES).toString("latin1").split(delimiter)) {
    const headersEnd = part.indexOf("\r\n\r\n");
    const headers = headersEnd < 0 ? "" : part.slice(0, headersEnd);
    if (/[;\s]name="?file"?(?:[;\s]|$)/i.test(headers)) return partAt - delimiter.length;
    partAt += part.length + delimiter.length;
  }
  return undefined;
}

async function readRest(chunks: Chunks, head: Buffer, most: number): Promise<Buffer> {
  const kept = [head];
  let total = head.length;
  for (;;) {
    const { done, value } = await chunks.next();
    if (done) break;
    total += value.length;
    if (total <= most) kept.push(value);
    else kept.length = 0;
    if (total > MAX_DROPPED_BYTES) break;
  }
  if (total <= most) return Buffer.concat(kept);
  throw new S3Refusal(400, "EntityTooLarge", "The upload exceeds the maximum allowed size");
}

async function parse(
  body: Buffer,
  contentType: string,
): Promise<{ fields: [string, string][]; file?: File }> {
  const form = await new Response(new Uint8Array(body), {
    headers: { "content-type": contentType },
  })
    .formData()
    .catch(() => {
      throw malformed();
    });
  const fields: [string, string][] = [];
  for (const [name, value] of form) {
    if (typeof value === "string") fields.push([name, value]);
    else if (name === "file") return { fields, file: value };
  }
  return { fields };
}

const noFile = () => new S3Refusal(400, "InvalidArgument", "POST requires exactly one file upload");

const malformed = () => new S3Refusal(400, "MalformedPOSTRequest", "The form cannot be read");
