import type { CustomFetchOptions } from "openid-client";
import { config } from "../../config.ts";
import { pinnedRequest } from "../../pinned-request.ts";

const MAX_BYTES = 256 * 1024;
const TIMEOUT_MS = 10_000;
const LOOPBACK = new Set(["localhost", "127.0.0.1", "[::1]"]);

/**
 * Fetches from an issuer: https alone (plain http only on this very machine), hosts of the public internet unless the operator
 * says otherwise, no redirects, at most 256 kB. The operator names the issuer, but the issuer names where its keys and tokens are.
 */
export async function fetchFromIssuer(
  address: string,
  { method, headers, body, signal }: CustomFetchOptions,
): Promise<Response> {
  const url = new URL(address);
  const { protocol, hostname } = url;
  const allowPrivate = config.allowPrivateOidcIssuers();
  const isLocal = protocol === "http:" && LOOPBACK.has(hostname) && allowPrivate;
  if (protocol !== "https:" && !isLocal)
    throw new Error(`An issuer's address is no https: ${hostname}`);
  return pinnedRequest(url, {
    method,
    headers,
    ...(body ? { body: new Uint8Array(await new Response(body as BodyInit).arrayBuffer()) } : {}),
    allowPrivate,
    maxBytes: MAX_BYTES,
    signal: signal ?? AbortSignal.timeout(TIMEOUT_MS),
  });
}
