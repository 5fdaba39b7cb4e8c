import { isIP } from "node:net";
import { config } from "../../config.ts";
import { AppError } from "../../error.ts";

const LOOPBACK = new Set(["127.0.0.1", "[::1]"]);

/**
 * Where passkeys of this product work, by its own configuration alone: the relying party's id and the origin that signs.
 * Undefined where the site has an address in place of a name: WebAuthn 5.1.2 knows names only. The very machine has one.
 */
export function findPasskeySite(): { id: string; origin: string } | undefined {
  const site = new URL(config.siteUrl());
  if (LOOPBACK.has(site.hostname)) site.hostname = "localhost";
  if (isIP(site.hostname.replace(/^\[|\]$/g, "")) !== 0) return undefined;
  return { id: site.hostname, origin: site.origin };
}

/** @throws AppError unavailable where the site has no name */
export function passkeySite(): { id: string; origin: string } {
  const site = findPasskeySite();
  if (!site) throw new AppError("unavailable", "signIn.passkeyNeedsSite");
  return site;
}

/** Whether passkeys work at the host that a browser asked. */
export const isPasskeyHost = (host: string | undefined): boolean =>
  host !== undefined && findPasskeySite()?.id === host;
