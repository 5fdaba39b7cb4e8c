import { readObject } from "@thaw/data/bucket";

/** Two parts of a megabyte each, escaped in JSON. */
const MOST_BODY_BYTES = 8 * 1024 * 1024;

/** The parts of a mail as `poll` and `reply` put them away. */
export async function readBody(key: string): Promise<{ text: string; html?: string }> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of await readObject(key)) {
    size += (chunk as Buffer).length;
    if (size > MOST_BODY_BYTES) throw new Error(`Body ${key} is larger than anything we put away`);
    chunks.push(chunk as Buffer);
  }
  return JSON.parse(Buffer.concat(chunks).toString()) as { text: string; html?: string };
}
