import { type CsvRow, type Cursor, MAX_SCAN_BYTES, readBlock, sourceBytes } from "./csv-block.ts";
import type { CsvDialect } from "./csv-dialect.ts";

const BLOCK_BYTES = 131_072;

/**
 * Reads a CSV file of any size, a block of rows at a time, in bounded memory (about two `MAX_SCAN_BYTES`). Rows that
 * cannot be read come with their `problem`; blank rows are left out.
 *
 * @param source the file's bytes from `start.offset` on
 * @param start where to begin; `row` is the number of the last row before the offset
 */
export async function* readCsv(
  source: AsyncIterable<Uint8Array>,
  start: Cursor,
): AsyncGenerator<CsvRow[]> {
  const cursor = { ...start };
  const { lineEnd } = start.dialect;
  let waiting: Buffer = Buffer.alloc(0);
  let isSkipping = false;
  for await (const bytes of blocksOf(source, start.dialect)) {
    let block: Buffer = Buffer.concat([waiting, bytes]);
    if (isSkipping) {
      const next = block.indexOf(lineEnd, 0, "latin1") + 1;
      cursor.offset += sourceBytes(block.subarray(0, next || block.length), start.dialect);
      block = block.subarray(next || block.length);
      isSkipping = next === 0;
      if (!isSkipping) yield [tooLong(cursor)];
    }
    const whole = block.lastIndexOf(lineEnd, undefined, "latin1") + 1;
    const { rows, usedBytes } = readBlock(block.subarray(0, whole), cursor, block.length - whole);
    if (rows.length > 0) yield rows;
    waiting = block.subarray(usedBytes);
    if (whole === 0 && waiting.length > MAX_SCAN_BYTES) {
      cursor.row += 1;
      isSkipping = true;
    }
  }
  if (isSkipping) yield [tooLong(cursor)];
  const { rows } = readBlock(waiting, cursor, undefined);
  if (rows.length > 0) yield rows;
}

const tooLong = ({ row, offset }: Cursor): CsvRow => ({
  row,
  cells: [],
  problem: "too_long",
  end: offset,
});

/** The file in pieces of about `BLOCK_BYTES`, UTF-16 turned into UTF-8. */
async function* blocksOf(
  source: AsyncIterable<Uint8Array>,
  { encoding }: CsvDialect,
): AsyncGenerator<Buffer> {
  const isWide = encoding === "utf-16le" || encoding === "utf-16be";
  const decoder = isWide ? new TextDecoder(encoding, { ignoreBOM: true }) : undefined;
  let pieces: Uint8Array[] = [];
  let bytes = 0;
  for await (const piece of source) {
    const readable = decoder ? Buffer.from(decoder.decode(piece, { stream: true })) : piece;
    pieces.push(readable);
    bytes += readable.length;
    if (bytes < BLOCK_BYTES) continue;
    yield Buffer.concat(pieces);
    pieces = [];
    bytes = 0;
  }
  if (decoder) pieces.push(Buffer.from(decoder.decode()));
  yield Buffer.concat(pieces);
}
