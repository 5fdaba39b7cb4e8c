import type { Readable } from "node:stream";
import { openObject, putObject, readObject } from "@thaw/data/bucket";

/** So many characters of what a mail says without its quotes are kept with it. */
export const MOST_TEXT = 8_000;
/** So many of each part of the whole mail are kept in the bucket. */
export const MOST_PART = 1024 * 1024;
/** Two parts, escaped in JSON. */
const MOST_BODY_BYTES = 8 * MOST_PART;

/** The parts of an email as they are stored. */
export type MailBody = { text: string; html?: string | undefined };

export async function putBody(key: string, body: MailBody): Promise<void> {
  await putObject(key, JSON.stringify(body), "application/json");
}

export async function readBody(key: string): Promise<MailBody> {
  return parseBody(key, await readObject(key));
}

/** Undefined where there is none any more. */
export async function findBody(key: string): Promise<MailBody | undefined> {
  const object = await openObject(key);
  return object && parseBody(key, object.body);
}

async function parseBody(key: string, stream: Readable): Promise<MailBody> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of stream) {
    size += (chunk as Buffer).length;
    if (size > MOST_BODY_BYTES) throw new Error(`Body ${key} is larger than anything we put away`);
    chunks.push(chunk as Buffer);
  }
  return JSON.parse(Buffer.concat(chunks).toString()) as MailBody;
}
