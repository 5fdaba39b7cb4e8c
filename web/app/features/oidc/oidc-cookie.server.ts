import { cookieOf } from "../../preferences.server.ts";
import { hostCookieName, secureOf } from "../../session.server.ts";

const MAX_AGE_SECONDS = 15 * 60;

const nameOf = (request: Request) => hostCookieName(request, "thaw_oidc");

/** What the browser keeps between the steps of signing in by an issuer. */
export const oidcSecretOf = (request: Request) => cookieOf(request, nameOf(request));

/** Sets it anew; without a secret the browser forgets it. Lax: it comes along when the issuer sends the browser back. */
export function oidcCookie(request: Request, secret?: string): string {
  const age = secret === undefined ? 0 : MAX_AGE_SECONDS;
  return `${nameOf(request)}=${secret ?? ""}; Path=/; Max-Age=${age}; HttpOnly; SameSite=Lax${secureOf(request)}`;
}
