import { readObject } from "@thaw/data/bucket";
import { SAMPLE_BYTES } from "./csv-header.ts";

/** The beginning of an uploaded file, which is all that its dialect and its heading need. */
export async function readStart(fileKey: string): Promise<Buffer> {
  const pieces: Uint8Array[] = [];
  let length = 0;
  // Leaving the loop closes the connection: the rest of the file is not read.
  for await (const piece of await readObject(fileKey)) {
    pieces.push(piece);
    length += piece.length;
    if (length >= SAMPLE_BYTES) break;
  }
  return Buffer.concat(pieces);
}
