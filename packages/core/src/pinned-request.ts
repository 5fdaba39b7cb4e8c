import { type IncomingMessage, type RequestOptions, request as requestHttp } from "node:http";
import { request as requestHttps } from "node:https";
import { type Lookup, resolveHost } from "@thaw/mail/host/resolve-host";

/** RFC 9110 15.3.5, 15.3.6 and 15.4.5: their answers have no body. */
const WITHOUT_BODY = new Set([204, 205, 304]);

export type PinnedRequest = {
  method: string;
  headers?: Record<string, string>;
  body?: string | Uint8Array;
  /** Lets addresses of private networks through. */
  allowPrivate: boolean;
  maxBytes: number;
  signal: AbortSignal;
  lookup?: Lookup;
};

/**
 * A request to a host that someone outside has named: it goes to the address that was checked and to no other, because the name's
 * next answer may be a different one. No redirect is followed, and the answer is read whole.
 *
 * @throws HostError for a host that is not to be asked; Error when it cannot be reached in time, or its answer is longer
 */
export async function pinnedRequest(
  url: URL,
  { method, headers = {}, body, maxBytes, signal, ...rules }: PinnedRequest,
): Promise<Response> {
  const { ip, servername } = await resolveHost(url.hostname, rules);
  return exchange(
    url,
    { body, maxBytes },
    {
      method,
      host: ip,
      port: url.port,
      path: `${url.pathname}${url.search}`,
      // The answer is read as it comes: nobody here unpacks it.
      headers: { ...headers, host: url.host, "accept-encoding": "identity" },
      ...(servername ? { servername } : {}),
      signal,
    },
  );
}

type Exchange = { body: string | Uint8Array | undefined; maxBytes: number };

function exchange(
  { protocol }: URL,
  { body, maxBytes }: Exchange,
  options: RequestOptions & { servername?: string },
): Promise<Response> {
  const request = protocol === "https:" ? requestHttps : requestHttp;
  return new Promise((resolve, reject) => {
    const outgoing = request(options, (incoming) => {
      const parts: Buffer[] = [];
      let bytes = 0;
      incoming.on("data", (part: Buffer) => {
        bytes += part.length;
        if (bytes > maxBytes) incoming.destroy(new Error("The answer is too long"));
        else parts.push(part);
      });
      incoming.on("error", reject);
      incoming.on("end", () => {
        try {
          resolve(toResponse(incoming, Buffer.concat(parts)));
        } catch (error) {
          reject(error);
        }
      });
    });
    outgoing.on("error", reject);
    outgoing.end(body);
  });
}

function toResponse(
  { statusCode = 0, headersDistinct }: IncomingMessage,
  body: Buffer<ArrayBuffer>,
) {
  const headers = new Headers();
  for (const [name, values = []] of Object.entries(headersDistinct)) {
    for (const value of values) headers.append(name, value);
  }
  return new Response(WITHOUT_BODY.has(statusCode) ? null : body, { status: statusCode, headers });
}
