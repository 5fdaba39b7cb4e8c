/** What one message may cost. Whatever lies beyond is left out, and the scan says so. */
export const SCAN_LIMITS = {
  rawBytes: 30 * 1024 * 1024,
  headerBytes: 256 * 1024,
  headerLines: 2000,
  partHeaderBytes: 16 * 1024,
  parts: 1000,
  depth: 50,
  boundaryCandidates: 200_000,
};

/** One leaf of the MIME tree: a range of the raw message, nothing decoded. */
export type MimePart = {
  header: Buffer;
  contentType: string;
  charset: string;
  transferEncoding: string;
  disposition: string;
  bodyStart: number;
  bodyEnd: number;
  /** Number of the closest multipart/alternative around it, 0 for none. */
  alternative: number;
};

export type MimeScan = {
  header: Buffer;
  parts: MimePart[];
  /** True when a limit was reached and the parts are not all there. */
  isCutShort: boolean;
};

const SNIFF_BYTES = 4096;

type Level = { boundary: string; defaultType: string; alternative: number };
const TOP_LEVEL: Level = { boundary: "", defaultType: "text/plain", alternative: 0 };

type Block = { header: Buffer; end: number; isCutShort: boolean };

/**
 * Finds the leaves of a message in one pass over its bytes (RFC 2046 5.1). Works on ranges, so an
 * attachment costs nothing whatever its size; attached messages are leaves and are not entered.
 */
export function scanMime(raw: Buffer): MimeScan {
  const top = readTopHeader(raw);
  const scan: MimeScan = { header: top.header, parts: [], isCutShort: top.isCutShort };
  if (raw.length > SCAN_LIMITS.rawBytes) return { ...scan, isCutShort: true };
  const walk = new Walk(raw, scan);
  walk.open(top.header, top.end);
  walk.run();
  return scan;
}

class Walk {
  readonly #raw: Buffer;
  readonly #scan: MimeScan;
  readonly #levels: Level[] = [];
  #leaf: MimePart | undefined;
  #alternatives = 0;
  #position = 0;
  #rootBodyStart = 0;

  constructor(raw: Buffer, scan: MimeScan) {
    this.#raw = raw;
    this.#scan = scan;
  }

  /** Starts the part whose header was read: a new level for a multipart, a leaf for the rest. */
  open(header: Buffer, bodyStart: number): void {
    const { boundary: named, ...fields } = contentFields(header);
    const outer = this.#levels.at(-1) ?? TOP_LEVEL;
    this.#position = bodyStart;
    if (outer === TOP_LEVEL) this.#rootBodyStart = bodyStart;
    const contentType = fields.contentType || outer.defaultType;
    const isMultipart = contentType.startsWith("multipart/");
    const boundary = isMultipart ? named || this.#sniffBoundary(bodyStart) : "";
    const isTooDeep = this.#levels.length >= SCAN_LIMITS.depth;
    if (boundary !== "" && !isTooDeep) {
      this.#levels.push(this.#level(contentType, boundary, outer));
      return;
    }
    if (boundary !== "") this.#scan.isCutShort = true;
    const { alternative } = outer;
    const bodyEnd = this.#raw.length;
    this.#leaf = { header, ...fields, contentType, bodyStart, bodyEnd, alternative };
  }

  #level(contentType: string, boundary: string, outer: Level): Level {
    const isAlternative = contentType === "multipart/alternative";
    if (isAlternative) this.#alternatives += 1;
    return {
      boundary,
      // RFC 2046 5.1.5: the parts of a digest are messages unless they say otherwise.
      defaultType: contentType === "multipart/digest" ? "message/rfc822" : "text/plain",
      alternative: isAlternative ? this.#alternatives : outer.alternative,
    };
  }

  run(): void {
    let candidates = 0;
    while (this.#levels.length > 0) {
      const lineStart = nextDashLine(this.#raw, this.#position);
      if (lineStart < 0) break;
      candidates += 1;
      if (candidates > SCAN_LIMITS.boundaryCandidates || this.#isFull()) {
        this.#scan.isCutShort = true;
        break;
      }
      this.#meet(lineStart);
    }
    this.#close(this.#raw.length);
    // A multipart whose boundary never comes is read as the plain text that it looks like.
    if (this.#scan.parts.length === 0 && !this.#scan.isCutShort) this.#addWholeBody();
  }

  /** Some relays break the header so that the parameter is lost: the first dashed line names it too. */
  #sniffBoundary(bodyStart: number): string {
    const window = this.#raw.subarray(0, bodyStart + SNIFF_BYTES);
    const lineStart = nextDashLine(window, bodyStart);
    if (lineStart < 0) return "";
    const line = window.toString("latin1", lineStart + 2, endOfLine(window, lineStart)).trimEnd();
    const isOuter = this.#levels.some(({ boundary }) => line.startsWith(boundary));
    return isOuter || line.length > 100 ? "" : line;
  }

  #isFull(): boolean {
    return this.#scan.parts.length + (this.#leaf ? 1 : 0) > SCAN_LIMITS.parts;
  }

  #meet(lineStart: number): void {
    const lineEnd = endOfLine(this.#raw, lineStart);
    // RFC 2046 5.1.1: a boundary has at most 70 characters; some senders go beyond.
    const line = this.#raw
      .toString("latin1", lineStart + 2, Math.min(lineEnd, lineStart + 260))
      .trimEnd();
    const found = this.#levels.findLastIndex(
      ({ boundary }) => line === boundary || line === `${boundary}--`,
    );
    const level = this.#levels[found];
    this.#position = lineEnd;
    if (!level) return;
    this.#close(lineStart);
    const isTerminator = line === `${level.boundary}--` && line !== level.boundary;
    this.#levels.length = isTerminator ? found : found + 1;
    if (isTerminator) return;
    const block = readPartHeader(this.#raw, lineEnd);
    if (block.isCutShort) this.#scan.isCutShort = true;
    this.open(block.header, block.end);
  }

  #close(end: number): void {
    if (!this.#leaf) return;
    this.#leaf.bodyEnd = Math.max(this.#leaf.bodyStart, withoutLineBreak(this.#raw, end));
    if (this.#scan.parts.length < SCAN_LIMITS.parts) this.#scan.parts.push(this.#leaf);
    else this.#scan.isCutShort = true;
    this.#leaf = undefined;
  }

  #addWholeBody(): void {
    this.#scan.parts.push({
      header: Buffer.from("Content-Type: text/plain\r\n"),
      contentType: "text/plain",
      charset: "",
      transferEncoding: "",
      disposition: "",
      bodyStart: this.#rootBodyStart,
      bodyEnd: this.#raw.length,
      alternative: 0,
    });
  }
}

function readTopHeader(raw: Buffer): Block {
  // mbox separators and blank lines before the header are no part of it.
  let start = 0;
  while (raw[start] === 0x0a || raw[start] === 0x0d) start += 1;
  if (raw.toString("latin1", start, start + 5) === "From ") start = endOfLine(raw, start);
  const block = readHeader(raw, start, SCAN_LIMITS.headerBytes, false);
  if (!block.isCutShort) return block;
  const breaks = ["\n\r\n", "\n\n"].map((mark) => [raw.indexOf(mark, block.end), mark.length]);
  const ends = breaks.flatMap(([at = -1, length = 0]) => (at < 0 ? [] : [at + length]));
  return { ...block, end: Math.min(raw.length, ...ends) };
}

function readPartHeader(raw: Buffer, start: number): Block {
  return readHeader(raw, start, SCAN_LIMITS.partHeaderBytes, true);
}

function readHeader(raw: Buffer, start: number, maxBytes: number, isPart: boolean): Block {
  let position = start;
  let lines = 0;
  while (position < raw.length) {
    const end = endOfLine(raw, position);
    if (isBlank(raw, position, end)) {
      return { header: raw.subarray(start, position), end, isCutShort: false };
    }
    // A part without a blank line after its header must not swallow the next boundary.
    const isBoundary = isPart && raw[position] === 0x2d && raw[position + 1] === 0x2d;
    if (isBoundary)
      return { header: raw.subarray(start, position), end: position, isCutShort: false };
    lines += 1;
    if (end - start > maxBytes || lines > SCAN_LIMITS.headerLines) {
      return { header: raw.subarray(start, position), end: position, isCutShort: true };
    }
    position = end;
  }
  return { header: raw.subarray(start), end: raw.length, isCutShort: false };
}

function contentFields(header: Buffer) {
  const text = header
    .toString("latin1", 0, SCAN_LIMITS.partHeaderBytes)
    .replace(/\r?\n(?=[ \t])/g, "");
  const type = field(text, "content-type");
  return {
    contentType: (/^[^\s;]+/.exec(type)?.[0] ?? "").toLowerCase(),
    boundary: parameter(type, "boundary"),
    charset: parameter(type, "charset"),
    transferEncoding: field(text, "content-transfer-encoding").toLowerCase(),
    disposition: (/^[^\s;]+/.exec(field(text, "content-disposition"))?.[0] ?? "").toLowerCase(),
  };
}

function field(header: string, name: string): string {
  const lower = header.toLowerCase();
  const at = lower.startsWith(`${name}:`) ? 0 : lower.indexOf(`\n${name}:`) + 1;
  if (at === 0 && !lower.startsWith(`${name}:`)) return "";
  const end = header.indexOf("\n", at);
  return header.slice(at + name.length + 1, end < 0 ? undefined : end).trim();
}

function parameter(value: string, name: string): string {
  const found = new RegExp(`[;\\s]${name}\\s*=\\s*(?:"([^"]*)"|([^\\s;"]+))`, "i").exec(value);
  return (found?.[1] ?? found?.[2] ?? "").trimEnd();
}

function nextDashLine(raw: Buffer, position: number): number {
  const startsHere = raw[position] === 0x2d && raw[position + 1] === 0x2d;
  if (startsHere && (position === 0 || raw[position - 1] === 0x0a)) return position;
  const found = raw.indexOf("\n--", Math.max(0, position), "latin1");
  return found < 0 ? -1 : found + 1;
}

function endOfLine(raw: Buffer, position: number): number {
  const at = raw.indexOf(0x0a, position);
  return at < 0 ? raw.length : at + 1;
}

function isBlank(raw: Buffer, start: number, end: number): boolean {
  return raw[start] === 0x0a || (end - start === 2 && raw[start] === 0x0d);
}

/** The line break before a boundary belongs to the boundary (RFC 2046 5.1.1). */
function withoutLineBreak(raw: Buffer, end: number): number {
  if (end >= raw.length || raw[end - 1] !== 0x0a) return end;
  return raw[end - 2] === 0x0d ? end - 2 : end - 1;
}
