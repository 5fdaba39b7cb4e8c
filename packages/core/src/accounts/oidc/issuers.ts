import * as v from "valibot";
import { config } from "../../config.ts";
import { notFound } from "../../error.ts";
import { isProviderHost } from "../white-label/host.ts";
import { IssuerList, type OidcIssuer } from "./oidc.schema.ts";

/**
 * The issuers that the operator has configured.
 *
 * @throws with everything that is wrong with the configuration, and no secret of it
 */
function allIssuers(): readonly OidcIssuer[] {
  const setting = config.oidcIssuers();
  if (setting === undefined) return [];
  const parsed = v.safeParse(IssuerList, setting);
  if (parsed.success) return parsed.output;
  const wrong = parsed.issues.map((issue) => `${v.getDotPath(issue) ?? ""} ${issue.message}`);
  throw new Error(`OIDC_ISSUERS cannot be read: ${wrong.join("; ")}`);
}

/** Those that are offered at a host: at an agency's only those that name it. */
export function issuersAt(host: string): readonly OidcIssuer[] {
  const isOurs = isProviderHost(host);
  return allIssuers().filter(({ hosts }) => (hosts ? hosts.includes(host) : isOurs));
}

/** @throws AppError not_found */
export function requireIssuer(id: string, host: string): OidcIssuer {
  const issuer = issuersAt(host).find((each) => each.id === id);
  if (!issuer) throw notFound("signIn");
  return issuer;
}

export const nameOfIssuer = (id: string): string =>
  allIssuers().find((each) => each.id === id)?.name ?? id;

/** The address that is registered with the issuer. One of its own for each, so that no issuer's answer passes for another's. */
export function redirectUriOf(issuer: OidcIssuer, host: string): string {
  const origin = isProviderHost(host) ? config.siteUrl() : `https://${host}`;
  return `${origin}/oidc/${issuer.id}/callback`;
}
