import { redirect } from "@remix-run/node";
import { type ClientView, viewAsClient } from "@thaw/core/accounts/client/view-as-client";
import { DEVICE_MS, newDeviceToken } from "@thaw/core/accounts/login/known-device";
import { actorOfToken, SESSION_MS } from "@thaw/core/accounts/session/session";
import { type Actor, NOBODY } from "@thaw/core/actor";
import { AppError } from "@thaw/core/error";
import { redirectOf } from "@thaw/core/kernel/access/route-guard";
import { nameAccount } from "@thaw/core/log-context";
import { originOfRequest } from "@thaw/core/origin";
import { isOwnHost } from "./brand.server.ts";
import { cookieOf } from "./preferences.server.ts";

const SESSION_COOKIE = "thaw_session";
const DEVICE_COOKIE = "thaw_device";
const SIGN_UP_COOKIE = "thaw_sign_up";
const VIEW_COOKIE = "thaw_client_view";
const START = "/app/email-campaign";
const LOOPBACK = new Set(["127.0.0.1", "localhost", "[::1]"]);

/** Who is asking, or undefined for someone without a living session. */
export async function optionalActor(request: Request): Promise<Actor | undefined> {
  const token = ownCookie(request, SESSION_COOKIE);
  const actor = token ? await actorOfToken(token) : undefined;
  if (actor) nameAccount(actor.accountId);
  return actor && { ...actor, origin: originOfRequest(request.headers) };
}

/** To an open page that asks in the background. */
export const sessionExpired = () => new AppError("unauthenticated", "access.sessionExpired");

/** As which client someone of an agency looks at the screens, if as one. */
export async function clientViewOf(
  request: Request,
  actor: Actor,
): Promise<ClientView | undefined> {
  const clientId = Number(ownCookie(request, VIEW_COOKIE));
  const mayLook = actor.permissions.has("clients:write");
  if (!Number.isSafeInteger(clientId) || clientId < 1 || !mayLook) return undefined;
  try {
    return await viewAsClient(actor, clientId);
  } catch (error) {
    // Deleted meanwhile.
    if (error instanceof AppError && error.code === "not_found") return undefined;
    throw error;
  }
}

/** Begins to look as a client does, or ends it. */
export function viewClient(request: Request, clientId: number | undefined, to: string): Response {
  const age = clientId === undefined ? "; Max-Age=0" : "";
  const cookie = `${hostCookieName(request, VIEW_COOKIE)}=${clientId ?? ""}; Path=/; HttpOnly; SameSite=Lax${age}${secureOf(request)}`;
  return redirect(to, { headers: { "Set-Cookie": cookie } });
}

/** @throws a redirect, for someone who may not open this page, to one that they may open */
function guardPage(request: Request, { kind, permissions, accountStatus }: Actor): void {
  if (kind === "system" || !accountStatus) return;
  // Nobody has a session before the address is verified.
  const isProviderHost = isOwnHost(request);
  const visitor = { kind, permissions, accountStatus, isEmailVerified: true, isProviderHost };
  const target = redirectOf(new URL(request.url).pathname, visitor);
  if (target !== undefined) throw redirect(target);
}

/**
 * At an address that nothing is at, the signed-in user meets the guards first: it may be a page of something that they
 * have not.
 *
 * @throws a redirect
 */
export async function guardAbsentPage(request: Request): Promise<void> {
  if (await optionalActor(request)) await requireActor(request);
}

/**
 * Who is asking; someone of an agency who looks as a client does, with that client's reach and rights.
 *
 * @throws a redirect: for someone who may not open this page, to one that they may open; for someone without a living
 *   session, to the login page, which leads back here. To an open page, whose user may have typed something, AppError
 *   unauthenticated
 */
export async function requireActor(request: Request): Promise<Actor> {
  const actor = await optionalActor(request);
  if (actor) {
    const view = await clientViewOf(request, actor);
    guardPage(request, view ? { ...actor, permissions: view.actor.permissions } : actor);
    return view?.actor ?? actor;
  }
  // Fetch Metadata Request Headers 2.1: what a script fetches has no destination.
  if (request.headers.get("sec-fetch-dest") === "empty") throw sessionExpired();
  const { pathname, search } = new URL(request.url);
  throw redirect(`${loginOf(request)}?next=${encodeURIComponent(pathname + search)}`);
}

/** An agency's host lets its clients in, and nobody else. */
export const loginOf = (request: Request) => (isOwnHost(request) ? "/login" : "/client-login");

/** Someone who need not be signed in. */
export function visitor(request: Request): Actor {
  const device = ownCookie(request, DEVICE_COOKIE);
  const origin = { ...originOfRequest(request.headers), ...(device ? { device } : {}) };
  return { ...NOBODY, origin };
}

/** What this browser has that signed up here. */
export const signUpProofOf = (request: Request) => ownCookie(request, SIGN_UP_COOKIE);

/** For the browser that signs up. Lax: it comes along when the mailed link is opened. */
export const signUpCookie = (request: Request, proof: string) =>
  cookie(request, SIGN_UP_COOKIE, proof, 30 * 24 * 60 * 60);

/** Where someone goes after signing in: the page of ours that `next` names, else the campaigns. */
export function destinationOf(next: string | null): string {
  if (!next?.startsWith("/")) return START;
  // "//evil" and "/\\evil" lead away, and "/.//evil" becomes one of them; the parser reads them as a browser does.
  const base = "http://thaw.invalid";
  const url = URL.canParse(next, base) ? new URL(next, base) : undefined;
  if (url?.origin !== base || url.pathname.startsWith("//")) return START;
  return url.pathname + url.search + url.hash;
}

/** Sends someone who is signed in already away from a page for visitors. */
export async function redirectSignedIn(request: Request): Promise<void> {
  if (!(await optionalActor(request))) return;
  throw redirect(destinationOf(new URL(request.url).searchParams.get("next")));
}

/** Signs the browser in, and has it known from then on. Page scripts never see the tokens. */
export async function startSession(
  request: Request,
  token: string,
  next: string | null,
): Promise<Response> {
  const headers = new Headers({ "Set-Cookie": sessionCookie(request, token, SESSION_MS / 1000) });
  const device = await newDeviceToken(token);
  if (device)
    headers.append("Set-Cookie", cookie(request, DEVICE_COOKIE, device, DEVICE_MS / 1000));
  return redirect(destinationOf(next), { headers });
}

/** Signs the browser out. */
export function endSession(request: Request): Response {
  return redirect(loginOf(request), { headers: { "Set-Cookie": sessionCookie(request, "", 0) } });
}

const sessionCookie = (request: Request, token: string, maxAgeSeconds: number) =>
  cookie(request, SESSION_COOKIE, token, maxAgeSeconds);

function cookie(request: Request, name: string, value: string, maxAgeSeconds: number): string {
  return `${hostCookieName(request, name)}=${value}; Path=/; Max-Age=${maxAgeSeconds}; HttpOnly; SameSite=Lax${secureOf(request)}`;
}

const ownCookie = (request: Request, name: string) =>
  cookieOf(request, hostCookieName(request, name));

/**
 * A cookie's name as the browser keeps it. RFC 6265bis 4.1.3.2: it takes one that begins with __Host- only from the host itself,
 * over TLS and for the whole of it, so that no other host below our domain, nor one on the line, can set it. A cookie without the
 * prefix is not read where there could be one with it.
 */
export const hostCookieName = (request: Request, name: string): string =>
  secureOf(request) === "" ? name : `__Host-${name}`;

/** The end of a cookie: only this very machine may do without TLS, to which browsers take every name below .localhost (RFC 6761 6.3). */
export function secureOf(request: Request): string {
  const { protocol, hostname } = new URL(request.url);
  const isHere = LOOPBACK.has(hostname) || hostname.endsWith(".localhost");
  return protocol === "http:" && isHere ? "" : "; Secure";
}
