import { type Actor, NOBODY } from "@thaw/core/actor";
import { AppError } from "@thaw/core/error";
import { log } from "@thaw/core/log";
import type { Operation } from "@thaw/core/operation";
import { localeOf } from "@thaw/text/locale";
import { keysOf, renderError, renderText } from "@thaw/text/render";
import { say } from "@thaw/text/say";
import type { Context, ErrorHandler } from "hono";
import { routePath } from "hono/route";
import { revisionAsked, taggedAnswer, unlessChanged } from "./entity-tag.ts";
import { isRepeatable, repeatable } from "./idempotency.ts";
import { callFrom } from "./offset.ts";

const JSON_TYPE = "application/json";
/** What someone sends at most who has not signed in: what an issuer or a passkey answers is the longest. */
const VISITOR_LENGTH = 64 * 1024;
const IS_JSON = /^application\/json\b/i;

export type ApiEnv = { Variables: { actor: Actor; requestId: string } };

type Status = 200 | 201 | 202;

/** Exposes an operation over HTTP. Path beats body beats query, so a body cannot redirect a write. */
export function respond(operation: Operation, status: Status = 200) {
  return expose({ operation, status, hasSecret: false });
}

/** As `respond`, where the answer holds what is shown once: it is never kept to be repeated. */
export function respondWithSecret(operation: Operation, status: Status = 200) {
  return expose({ operation, status, hasSecret: true });
}

/** What a handler is made of; the route table and the API's document read it. */
export type Endpoint = { operation: Operation; status: Status; hasSecret: boolean };

function expose(endpoint: Endpoint) {
  const { operation, status } = endpoint;
  const handler = async (c: Context<ApiEnv>) => {
    const input = { ...readQuery(c), ...(await readBody(c)), ...c.req.param() };
    const actor = operation.permission === "public" ? (c.var.actor ?? NOBODY) : c.var.actor;
    const isRead = c.req.method === "GET" || c.req.method === "HEAD";
    refuseKeyOf(actor, operation);
    const seen = isRead ? {} : revisionAsked(c, operation);
    const run = () => callFrom(operation, actor, { ...input, ...seen });
    const work = async () => JSON.stringify(success(await unlessChanged(c, run)));
    if (isRead && !endpoint.hasSecret) return taggedAnswer(c, await work());
    const body = isRepeatable(c, actor, endpoint)
      ? await repeatable(c, actor, { status, work })
      : await work();
    return c.body(body, status, { "content-type": JSON_TYPE, "cache-control": "no-store" });
  };
  return Object.assign(handler, endpoint);
}

/**
 * What asks for a person and not for a permission is that person's own: a key that may do one thing would change it, or read
 * where they are signed in.
 */
function refuseKeyOf({ apiKeyId }: Actor, { permission, isOpenToKeys }: Operation): void {
  if (apiKeyId === undefined || permission !== "signed_in" || isOpenToKeys) return;
  throw new AppError("forbidden", "access.personOnly");
}

/** A page becomes `{ok, data: items, cursor, total}`, anything else `{ok, data}`. */
function success(output: unknown) {
  if (typeof output === "object" && output !== null && "items" in output && "cursor" in output) {
    const { items, ...rest } = output;
    return { ok: true, data: items, ...rest };
  }
  return { ok: true, data: output ?? null };
}

/** A name that comes more than once is a list: filters take one value or several. */
function readQuery(c: Context): Record<string, string | string[]> {
  const named = Object.entries(c.req.queries());
  return Object.fromEntries(
    named.map(([name, values]) => [name, values.length > 1 ? values : (values[0] ?? "")]),
  );
}

/** @throws AppError invalid for anything that would otherwise count as nothing, too_large before a visitor's is parsed */
async function readBody(c: Context): Promise<object> {
  const text = await c.req.text();
  if ((c.var.actor ?? NOBODY).kind === "nobody" && text.length > VISITOR_LENGTH) {
    throw new AppError("too_large", "request.bodyTooLarge");
  }
  if (text.trim() === "") return {};
  if (!IS_JSON.test(c.req.header("content-type") ?? "")) {
    throw new AppError("invalid", "request.contentType", { type: JSON_TYPE });
  }
  const body = parseJson(text);
  if (typeof body === "object" && body !== null && !Array.isArray(body)) return body;
  throw new AppError("invalid", "request.bodyNoObject");
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

export const onError: ErrorHandler<ApiEnv> = (error, c) => {
  if (error instanceof AppError) {
    const { code, status } = error;
    const locale = localeOf(c.req.header("accept-language"));
    const body = { ok: false, code, status, ...renderError(locale, error), ...keysOf(error) };
    return c.json(body, status);
  }
  // The route and not the path: links have tokens in theirs.
  log.error("A request failed", { route: `${c.req.method} ${routePath(c)}`, error });
  const text = say("request.fault");
  const message = renderText(localeOf(c.req.header("accept-language")), text);
  return c.json({ ok: false, code: "internal", message, ...keysOf({ text }), status: 500 }, 500);
};
