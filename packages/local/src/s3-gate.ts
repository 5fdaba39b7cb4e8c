import { createServer, type IncomingMessage, request, type ServerResponse } from "node:http";
import { finished, pipeline } from "node:stream/promises";
import { openForm } from "./s3-form.ts";
import {
  type Credentials,
  requireSize,
  S3Refusal,
  verifyPolicy,
  verifyRequest,
} from "./s3-signature.ts";
import { closeServer, listen, originOf } from "./server.ts";

export type S3Gate = (incoming: IncomingMessage, response: ServerResponse) => Promise<void>;

/** Each is held in memory. */
const FORMS_AT_ONCE = 4;
/** What is read of a request that is refused, in bytes and milliseconds. */
const SHORT_BYTES = 65_536;
const SHORT_MS = 1_000;
const OVERRIDE =
  /^response-(content-type|content-disposition|cache-control|content-encoding|expires)$/;

/**
 * Stands before the S3 store, which believes everyone: checks signatures, expiry and upload policies as S3 does, and
 * answers browsers on other origins.
 */
export function createS3Gate(options: { upstreamPort: number; credentials: Credentials }): S3Gate {
  const { upstreamPort, credentials } = options;
  const writing = new Set<string>();
  const inTurn = createTurns(FORMS_AT_ONCE);

  const gate: S3Gate = async (incoming, response) => {
    const { path, query } = split(incoming);
    if (incoming.method === "OPTIONS") return preflight(incoming, response);
    if (isForm(incoming)) {
      const bucket = decodeURIComponent(path.split("/")[1] ?? "");
      const check = (fields: [string, string][]) =>
        verifyPolicy({ bucket, fields: byName(fields) }, credentials, Date.now());
      const posted = await openForm(incoming);
      const { maxBytes } = check(posted.fields);
      // Nobody waits for a turn, or takes one, who has no policy.
      return inTurn(async () => {
        const { fields, file } = await posted.read(maxBytes);
        requireSize(check(fields), file.size);
        await forward(upstreamPort, incoming, response, await formOf(fields, file));
      });
    }
    const { method = "GET", headers } = incoming;
    verifyRequest({ method, path, query, headers }, credentials, Date.now());
    const absentOnly = method === "PUT" && headers["if-none-match"] === "*";
    if (!absentOnly) return forward(upstreamPort, incoming, response);
    if (writing.has(path)) {
      throw new S3Refusal(409, "ConditionalRequestConflict", "Another write is under way");
    }
    writing.add(path);
    try {
      if (await exists(upstreamPort, path)) {
        throw new S3Refusal(412, "PreconditionFailed", "The object exists");
      }
      await forward(upstreamPort, incoming, response);
    } finally {
      writing.delete(path);
    }
  };

  return async (incoming, response) => {
    try {
      await gate(incoming, response);
    } catch (error) {
      await readShort(incoming);
      refuse(incoming, response, error);
    }
  };
}

/** A form as the store gets it. */
type Form = { body: Buffer; contentType: string };

type Asked = {
  method: string;
  path: string;
  headers: NodeJS.Dict<string | string[]>;
  body?: IncomingMessage | Buffer;
};

function send(port: number, { body, ...asked }: Asked): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    const upstream = request({ host: "127.0.0.1", port, ...asked });
    upstream.once("response", resolve);
    upstream.once("error", reject);
    if (body === undefined || Buffer.isBuffer(body)) upstream.end(body);
    // A client that breaks off in the midst of a body ends the write, too.
    else pipeline(body, upstream).catch(reject);
  });
}

async function exists(port: number, path: string): Promise<boolean> {
  const answer = await send(port, { method: "HEAD", path, headers: { host: "127.0.0.1" } });
  answer.resume();
  return answer.statusCode === 200;
}

async function forward(
  port: number,
  incoming: IncomingMessage,
  response: ServerResponse,
  form?: Form,
): Promise<void> {
  const { method = "GET", url = "/" } = incoming;
  // The store takes a dotted host for a bucket; only paths name buckets here.
  const headers: NodeJS.Dict<string | string[]> = { ...incoming.headers, host: "127.0.0.1" };
  if (form) {
    headers["content-length"] = String(form.body.length);
    headers["content-type"] = form.contentType;
    delete headers["transfer-encoding"];
  }
  const body = form?.body ?? incoming;
  const answer = await send(port, { method, path: url, headers, body });
  const status = answer.statusCode ?? 500;
  const overrides = [...split(incoming).query].flatMap(([name, value]) => {
    const header = OVERRIDE.exec(name)?.[1];
    return header && status < 300 ? [[header, value]] : [];
  });
  response.writeHead(status, {
    ...answer.headers,
    ...corsHeaders(incoming),
    ...Object.fromEntries(overrides),
  });
  await pipeline(answer, response);
}

/** The gate on a port of its own, for tests and tools. */
export async function startS3Gate(options: {
  upstreamPort: number;
  credentials: Credentials;
  port: number;
}): Promise<{ endpoint: string; stop: () => Promise<void> }> {
  const gate = createS3Gate(options);
  const server = createServer((incoming, response) => void gate(incoming, response));
  await listen(server, options.port);
  return { endpoint: originOf(server), stop: () => closeServer(server) };
}

function split(incoming: IncomingMessage): { path: string; query: URLSearchParams } {
  const [path = "/", query, ...more] = (incoming.url ?? "/").split("?");
  // What stands behind a second one is in no signature, and the store would be sent it.
  if (more.length > 0) throw new S3Refusal(400, "InvalidURI", "The address cannot be read");
  return { path, query: new URLSearchParams(query) };
}

const isForm = ({ method, headers }: IncomingMessage) =>
  method === "POST" && headers["content-type"]?.startsWith("multipart/form-data") === true;

/** The form is put together anew from what was looked at: the store may read another one out of the same bytes. */
async function formOf(fields: [string, string][], file: File): Promise<Form> {
  const form = new FormData();
  for (const [name, value] of fields) form.append(name, value);
  form.append("file", file, file.name);
  const sent = new Response(form);
  const contentType = sent.headers.get("content-type") ?? "";
  return { body: Buffer.from(await sent.arrayBuffer()), contentType };
}

/** With the names in lower case. @throws S3Refusal for one that is there twice */
function byName(fields: [string, string][]): Record<string, string> {
  const named = Object.fromEntries(fields.map(([name, value]) => [name.toLowerCase(), value]));
  if (Object.keys(named).length < fields.length) {
    throw new S3Refusal(400, "InvalidArgument", "A field is there more than once");
  }
  return named;
}

/** Runs so many at the same moment; the others wait for their turn. */
function createTurns(most: number) {
  let free = most;
  const waiting: (() => void)[] = [];
  return async (work: () => Promise<void>): Promise<void> => {
    if (free > 0) free -= 1;
    else await new Promise<void>((resolve) => waiting.push(resolve));
    try {
      await work();
    } finally {
      const next = waiting.shift();
      if (next) next();
      else free += 1;
    }
  };
}

function corsHeaders({ headers }: IncomingMessage): Record<string, string> {
  if (!headers.origin) return {};
  return {
    "access-control-allow-origin": headers.origin,
    "access-control-expose-headers": "ETag, x-amz-request-id",
    vary: "Origin",
  };
}

function preflight(incoming: IncomingMessage, response: ServerResponse): void {
  const { headers } = incoming;
  if (!headers.origin || !headers["access-control-request-method"]) {
    throw new S3Refusal(400, "BadRequest", "This is no preflight request");
  }
  response.writeHead(200, {
    ...corsHeaders(incoming),
    "access-control-allow-methods": "GET, PUT, POST, DELETE, HEAD",
    "access-control-allow-headers": headers["access-control-request-headers"] ?? "*",
    "access-control-max-age": "3000",
  });
  response.end();
}

/** A connection that closes with something unread is reset, and the answer is lost with it: a short body is read to its end. */
async function readShort(incoming: IncomingMessage): Promise<void> {
  if (incoming.complete || !(Number(incoming.headers["content-length"]) <= SHORT_BYTES)) return;
  incoming.resume();
  await finished(incoming, { signal: AbortSignal.timeout(SHORT_MS) }).catch(() => undefined);
}

function refuse(incoming: IncomingMessage, response: ServerResponse, error: unknown): void {
  // Nobody is there to be told.
  if (incoming.socket.destroyed) return;
  const refusal = refusalOf(error);
  if (response.headersSent) {
    response.destroy();
    return;
  }
  // The body may be half read: this connection cannot carry another request.
  response.writeHead(refusal.status, {
    "content-type": "application/xml",
    connection: "close",
    ...corsHeaders(incoming),
  });
  response.end(
    incoming.method === "HEAD"
      ? undefined
      : `<?xml version="1.0" encoding="UTF-8"?>\n<Error><Code>${refusal.code}</Code><Message>${escapeXml(refusal.message)}</Message></Error>`,
  );
}

function refusalOf(error: unknown): S3Refusal {
  if (error instanceof S3Refusal) return error;
  if (error instanceof URIError) {
    return new S3Refusal(400, "InvalidURI", "The address cannot be read");
  }
  console.error("S3 failed", error);
  return new S3Refusal(500, "InternalError", "We encountered an internal error.");
}

const escapeXml = (value: string) =>
  value.replace(/[<>&"]/g, (character) => `&#${character.charCodeAt(0)};`);
