import { authenticateApiKey } from "@thaw/core/accounts/api-key/api-key";
import { authenticateForUnsubscribing } from "@thaw/core/accounts/login/unsubscribe-token";
import { authenticateToken } from "@thaw/core/accounts/session/session";
import { type Actor, NOBODY } from "@thaw/core/actor";
import { AppError } from "@thaw/core/error";
import { isLambda } from "@thaw/core/kernel/mail-flow/embedded-metrics";
import { readMailFlow } from "@thaw/core/kernel/mail-flow/mail-flow";
import { inLogContext, nameAccount } from "@thaw/core/log-context";
import { isFromEdge, originOfRequest } from "@thaw/core/origin";
import { touchTable } from "@thaw/core/readiness";
import { type Context, Hono } from "hono";
import type { LoadedRouter } from "./loaded-part.ts";
import { limitRequests } from "./request-rate.ts";
import { type ApiEnv, onError } from "./respond.ts";

/** The scheme in any capitals: RFC 9110 11.1. */
const BEARER = /^Bearer ([\w-]+\.[\w-]+\.[\w-]+)$/i;

/** What a caller may call its request: it goes into logs and comes back. */
const REQUEST_ID = /^[\w.:;=+/-]{1,200}$/;

/** RFC 6797, for a client's hosts too, whose other subdomains are none of ours; and no guessing of what an answer is. */
const SECURITY_HEADERS = {
  "strict-transport-security": "max-age=63072000",
  "x-content-type-options": "nosniff",
};

const UNSUBSCRIBE = "/api/unsubscribe";

/** Parts of the HTTP API behind what all of them share: who is asking, the request's id, errors. */
export function assemble(routers: readonly LoadedRouter[]) {
  const api = new Hono<ApiEnv>();
  api.use((c, next) => {
    const given = c.req.header("x-request-id") ?? "";
    const requestId = REQUEST_ID.test(given) ? given : crypto.randomUUID();
    c.set("requestId", requestId);
    return inLogContext({ requestId }, next);
  });
  api.use(async (c, next) => {
    const { requestId } = c.var;
    for (const [name, value] of Object.entries(SECURITY_HEADERS)) c.header(name, value);
    const origin = originOfRequest(c.req.raw.headers);
    c.set("actor", { ...NOBODY, requestId, origin });
    c.header("x-request-id", requestId);
    if (!isFromEdge(c.req.raw.headers)) {
      throw new AppError("forbidden", "request.wrongAddress");
    }
    const actor = await readCaller(c);
    if (actor) {
      nameAccount(actor.accountId);
      c.set("actor", { ...actor, requestId, origin });
      await limitRequests(c, actor);
    } else if (origin.ip !== "" && isCounted(c.req.path)) {
      await limitRequests(c, { ...NOBODY, origin });
    }
    await next();
  });
  api.get("/healthz", (c) => c.json({ ok: true }));
  api.get("/readyz", async (c) => {
    await touchTable();
    // A function of AWS knows its own part of the mail alone: there alarms watch all of it.
    const mail = isLambda() ? {} : { mail: readMailFlow().state };
    return c.json({ ok: true, ...mail });
  });
  for (const { routes } of routers) api.route("/", routes);
  api.notFound((c) => {
    const allowed = methodsAt(api, c.req.path);
    if (allowed.length === 0) throw new AppError("not_found", "request.nothingHere");
    c.header("allow", allowed.join(", "));
    throw new AppError("method_not_allowed", "request.methods", { allowed: allowed.join(", ") });
  });
  api.onError(onError);
  return api;
}

/**
 * Whether visitors' requests count: not those of links in mails, which programs of large providers open for many readers from
 * one address.
 */
const isCounted = (path: string) => path.startsWith("/api/") || path.startsWith("/v1/");

/** The methods that a path is answered by, as the routes have them; HEAD is answered by GET (RFC 9110 9.3.2). */
function methodsAt({ router, routes }: Hono<ApiEnv>, path: string): string[] {
  const known = new Set(routes.map(({ method }) => method));
  // What stands before every route.
  known.delete("ALL");
  const allowed = [...known].filter((method) =>
    router.match(method, path)[0].some(([[, route]]) => route.method === method),
  );
  return allowed.flatMap((method) => (method === "GET" ? ["GET", "HEAD"] : [method]));
}

/** Who calls by a bearer token or an API key; undefined for neither. */
async function readCaller(c: Context<ApiEnv>): Promise<Actor | undefined> {
  const authorization = c.req.header("authorization");
  if (authorization === undefined) {
    const key = c.req.header("x-api-key");
    return key === undefined ? undefined : authenticateApiKey(key);
  }
  const token = BEARER.exec(authorization)?.[1];
  if (!token) throw new AppError("unauthenticated", "access.bearerUnreadable");
  return c.req.path === UNSUBSCRIBE
    ? authenticateForUnsubscribing(token)
    : authenticateToken(token);
}
