import { resolveHost } from "@thaw/mail/host/resolve-host";
import type { CustomFetchOptions } from "openid-client";
import { config } from "../config.ts";

const MAX_BYTES = 256 * 1024;
const LOOPBACK = new Set(["localhost", "127.0.0.1", "[::1]"]);

/**
 * Fetches from an issuer: https alone (plain http only on this very machine), hosts of the public internet unless the operator
 * says otherwise, no redirects, at most 256 kB. The operator names the issuer, but the issuer names where its keys and tokens are.
 */
export async function fetchFromIssuer(
  address: string,
  options: CustomFetchOptions,
): Promise<Response> {
  const { protocol, hostname } = new URL(address);
  const allowPrivate = config.allowPrivateOidcIssuers();
  const isLocal = protocol === "http:" && LOOPBACK.has(hostname) && allowPrivate;
  if (protocol !== "https:" && !isLocal)
    throw new Error(`An issuer's address is no https: ${hostname}`);
  await resolveHost(hostname, { allowPrivate });
  const response = await fetch(address, { ...(options as RequestInit), redirect: "error" });
  return new Response(await readAtMost(response), response);
}

async function readAtMost({ body }: Response): Promise<Uint8Array<ArrayBuffer> | null> {
  if (!body) return null;
  const parts: Uint8Array[] = [];
  let bytes = 0;
  const reader = body.getReader();
  for (let part = await reader.read(); part.value; part = await reader.read()) {
    bytes += part.value.length;
    if (bytes > MAX_BYTES) throw new Error("An issuer's answer is too long");
    parts.push(part.value);
  }
  return Buffer.concat(parts);
}
