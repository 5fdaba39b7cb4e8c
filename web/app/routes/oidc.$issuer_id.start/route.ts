import { type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { beginOidc } from "@thaw/core/accounts/oidc/oidc-sign-in";
import { config } from "@thaw/core/config";
import { isOwnHost } from "../../brand.server.ts";
import { oidcCookie } from "../../features/oidc/oidc-cookie.server.ts";
import { visitor } from "../../session.server.ts";

/** Sends the browser to an issuer. Our own hosts have one address to come back to, where the cookie has to be. */
export async function loader({ request, params }: LoaderFunctionArgs) {
  // Fetch Metadata Request Headers 2.3: nobody is sent there by a page of someone else's.
  if (request.headers.get("sec-fetch-site") === "cross-site") {
    throw new Response("Forbidden", { status: 403 });
  }
  const url = new URL(request.url);
  const site = new URL(config.siteUrl());
  if (isOwnHost(request) && url.host !== site.host) {
    throw redirect(`${site.origin}${url.pathname}${url.search}`);
  }
  const next = url.searchParams.get("next")?.slice(0, 500);
  const { issuer_id = "" } = params;
  const asked = await beginOidc(visitor(request), { issuer_id, ...(next ? { next } : {}) });
  return redirect(asked.url, { headers: { "Set-Cookie": oidcCookie(request, asked.secret) } });
}
