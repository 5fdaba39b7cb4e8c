import { createServer, type IncomingMessage, request, type ServerResponse } from "node:http";
import { buffer } from "node:stream/consumers";
import { type Credentials, S3Refusal, verifyPost, verifyRequest } from "./s3-signature.ts";
import { closeServer, listen, originOf } from "./server.ts";

export type S3Gate = (incoming: IncomingMessage, response: ServerResponse) => Promise<void>;

/** S3 takes 5 GB in one form; this machine holds it in memory. */
const MAX_FORM_BYTES = 256 * 1024 * 1024;
const OVERRIDE =
  /^response-(content-type|content-disposition|cache-control|content-encoding|expires)$/;

/**
 * Stands before the S3 store, which believes everybody: checks signatures, expiry and upload policies as S3 does, and
 * answers browsers on other origins.
 */
export function createS3Gate(options: { upstreamPort: number; credentials: Credentials }): S3Gate {
  const { upstreamPort, credentials } = options;
  const writing = new Set<string>();

  const gate: S3Gate = async (incoming, response) => {
    const { path, query } = split(incoming);
    if (incoming.method === "OPTIONS") return preflight(incoming, response);
    const body = isForm(incoming) ? await acceptForm(incoming, path, credentials) : incoming;
    if (body === incoming) {
      const { method = "GET", headers } = incoming;
      verifyRequest({ method, path, query, headers }, credentials, Date.now());
    }
    const absentOnly = incoming.method === "PUT" && incoming.headers["if-none-match"] === "*";
    if (!absentOnly) return forward(incoming, response, body);
    if (writing.has(path)) {
      throw new S3Refusal(409, "ConditionalRequestConflict", "Another write is under way");
    }
    writing.add(path);
    try {
      if (await exists(path)) {
        throw new S3Refusal(412, "PreconditionFailed", "The object exists");
      }
      await forward(incoming, response, body);
    } finally {
      writing.delete(path);
    }
  };

  const send = (
    method: string,
    url: string,
    headers: NodeJS.Dict<string | string[]>,
    body?: Body,
  ) => {
    return new Promise<IncomingMessage>((resolve, reject) => {
      const upstream = request({
        host: "127.0.0.1",
        port: upstreamPort,
        method,
        path: url,
        headers,
      });
      upstream.once("response", resolve);
      upstream.once("error", reject);
      if (body === undefined || Buffer.isBuffer(body)) upstream.end(body);
      else body.pipe(upstream);
    });
  };

  const exists = async (path: string) => {
    const answer = await send("HEAD", path, { host: "127.0.0.1" });
    answer.resume();
    return answer.statusCode === 200;
  };

  const forward = async (incoming: IncomingMessage, response: ServerResponse, body: Body) => {
    const { method = "GET", url = "/" } = incoming;
    // The store takes a dotted host for a bucket; only paths name buckets here.
    const headers: NodeJS.Dict<string | string[]> = { ...incoming.headers, host: "127.0.0.1" };
    if (Buffer.isBuffer(body)) {
      headers["content-length"] = String(body.length);
      delete headers["transfer-encoding"];
    }
    const answer = await send(method, url, headers, body);
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
    answer.pipe(response);
  };

  return async (incoming, response) => {
    try {
      await gate(incoming, response);
    } catch (error) {
      refuse(incoming, response, error);
    }
  };
}

type Body = IncomingMessage | Buffer;

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
  const [path = "/", query] = (incoming.url ?? "/").split("?", 2);
  return { path, query: new URLSearchParams(query) };
}

const isForm = ({ method, headers }: IncomingMessage) =>
  method === "POST" && headers["content-type"]?.startsWith("multipart/form-data") === true;

async function acceptForm(
  incoming: IncomingMessage,
  path: string,
  credentials: Credentials,
): Promise<Buffer> {
  if (Number(incoming.headers["content-length"] ?? Number.POSITIVE_INFINITY) > MAX_FORM_BYTES) {
    throw new S3Refusal(400, "EntityTooLarge", "The upload exceeds the maximum allowed size");
  }
  const body = await buffer(incoming);
  const contentType = incoming.headers["content-type"] ?? "";
  const form = await new Response(new Uint8Array(body), {
    headers: { "content-type": contentType },
  })
    .formData()
    .catch(() => {
      throw new S3Refusal(400, "MalformedPOSTRequest", "The form cannot be read");
    });
  const file = form.get("file");
  if (!(file instanceof Blob)) {
    throw new S3Refusal(400, "InvalidArgument", "POST requires exactly one file upload");
  }
  const fields = Object.fromEntries(
    [...form].flatMap(([name, value]) =>
      typeof value === "string" ? [[name.toLowerCase(), value]] : [],
    ),
  );
  const bucket = decodeURIComponent(path.split("/")[1] ?? "");
  verifyPost({ bucket, fields, fileBytes: file.size }, credentials, Date.now());
  return body;
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

function refuse(incoming: IncomingMessage, response: ServerResponse, error: unknown): void {
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
