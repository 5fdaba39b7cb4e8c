import {
  type ActionFunctionArgs,
  type AppLoadContext,
  createRequestHandler,
} from "@remix-run/node";
import { findBrand, isProviderHost } from "@thaw/core/accounts/white-label/host";
import { AppError } from "@thaw/core/error";
import { log } from "@thaw/core/log";
import { inLogContext } from "@thaw/core/log-context";
import { isFromEdge } from "@thaw/core/origin";
import { renderError } from "@thaw/text/render";
import { Hono } from "hono";
import { localeOfRequest } from "./app/locale.server.ts";
import { type Build, type Screen, withScreens } from "./screens.ts";

const SECURITY_HEADERS = {
  "X-Content-Type-Options": "nosniff",
  "X-Frame-Options": "DENY",
  "Referrer-Policy": "strict-origin-when-cross-origin",
  "Cross-Origin-Opener-Policy": "same-origin",
  "Permissions-Policy": "camera=(), geolocation=(), microphone=(), payment=()",
};

const TLS_ALONE = "max-age=63072000";

/** RFC 6797: the other subdomains of an agency's host are none of ours. */
const tlsAlone = (host: string) =>
  isProviderHost(host) ? `${TLS_ALONE}; includeSubDomains` : TLS_ALONE;

/** CloudFront may not forward the viewer's Host to a Lambda URL; the edge function puts it in x-forwarded-host. */
function publicRequest(request: Request): Request {
  const host = request.headers.get("x-forwarded-host");
  const url = new URL(request.url);
  if (!host || url.host === host) return request;
  url.host = host;
  const headers = new Headers(request.headers);
  headers.set("host", host);
  const { method, signal } = request;
  const bodyless = method === "GET" || method === "HEAD";
  const body = bodyless ? {} : { body: request.body, duplex: "half" };
  return new Request(url, { method, headers, signal, ...body } as RequestInit);
}

/** A host that points here and is neither ours nor a live one of an agency. */
async function isNobodysHost({ url }: Request): Promise<boolean> {
  const host = new URL(url).hostname;
  return !isProviderHost(host) && (await findBrand(host)) === undefined;
}

/** A page that names nobody (WL-06). */
const plain = (status: 403 | 404, text: string) =>
  new Response(text, {
    status,
    headers: {
      ...SECURITY_HEADERS,
      "Strict-Transport-Security": TLS_ALONE,
      "Content-Type": "text/plain; charset=utf-8",
    },
  });
const neutral404 = () => plain(404, "Not found");

/**
 * What would change something and came from a page of another site, be it to sign a visitor in as someone else: SameSite does
 * not keep a cookie from being set. The protocol that the browser sees ends at CloudFront, so hosts are compared.
 */
function isForeign({ method, headers, url }: Request): boolean {
  const from = headers.get("origin");
  if (from === null || method === "GET" || method === "HEAD") return false;
  return !URL.canParse(from) || new URL(from).host !== new URL(url).host;
}

type Handler = (args: ActionFunctionArgs) => unknown;

/**
 * What a screen's error page gets: the code, the words meant for the user, and the id that support can
 * look up. Whatever is not an AppError is a bug: logged, never shown.
 */
function guarded(handler: Handler): Handler {
  return async (args) => {
    try {
      return await handler(args);
    } catch (error) {
      if (error instanceof Response || isRemixData(error)) throw error;
      const { requestId } = args.context;
      if (error instanceof AppError) {
        const { code, status } = error;
        const { message } = renderError(localeOfRequest(args.request), error);
        throw Response.json({ code, message, requestId }, { status });
      }
      log.error("A page failed", { error });
      throw Response.json({ code: "fault", message: "", requestId }, { status: 500 });
    }
  };
}

function isRemixData(thrown: unknown): boolean {
  return (
    typeof thrown === "object" &&
    thrown !== null &&
    "type" in thrown &&
    thrown.type === "DataWithResponseInit"
  );
}

function guardScreen(screen: Screen): Screen {
  const { loader, action } = screen;
  const parts = {
    ...(loader ? { loader: guarded(loader as Handler) } : {}),
    ...(action ? { action: guarded(action as Handler) } : {}),
  };
  return { ...screen, ...parts } as Screen;
}

/**
 * The one Remix server: mounted by web/lambda.ts in AWS and by the local runtime on one machine.
 * Every answer carries its own `x-request-id`.
 */
export function site(build: Build, mode: "production" | "development"): Hono {
  const screens = withScreens(build, guardScreen);
  const handle = createRequestHandler(screens.build, mode);
  const app = new Hono();
  app.all("*", async (c) => {
    if (!isFromEdge(c.req.raw.headers)) return neutral404();
    const requestId = crypto.randomUUID();
    const request = publicRequest(c.req.raw);
    if (await isNobodysHost(request)) return neutral404();
    if (isForeign(request)) return plain(403, "Forbidden");
    const url = new URL(request.url);
    // How Remix was asked before single fetch: it answers with an error for programmers.
    if (url.searchParams.has("_data")) return neutral404();
    await screens.load(url.pathname);
    const context: AppLoadContext = { requestId };
    const response = await inLogContext({ function: "site", requestId }, () =>
      handle(request, context),
    );
    response.headers.set("Strict-Transport-Security", tlsAlone(url.hostname));
    for (const [name, value] of Object.entries(SECURITY_HEADERS)) {
      if (!response.headers.has(name)) response.headers.set(name, value);
    }
    response.headers.set("x-request-id", requestId);
    return response;
  });
  return app;
}
