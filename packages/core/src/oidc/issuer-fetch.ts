import { resolveHost } from "@thaw/mail/host/resolve-host";
import type { CustomFetchOptions } from "openid-client";
import { config } from "../config.ts";
import { readAtMost } from "../read-at-most.ts";

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
  if (!response.body) return response;
  const body = await readAtMost(response, MAX_BYTES);
  if (body === undefined) throw new Error("An issuer's answer is too long");
  return new Response(body, response);
}
