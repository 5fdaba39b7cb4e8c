import { type Actor, NOBODY } from "@thaw/core/actor";
import { AppError } from "@thaw/core/error";
import { log } from "@thaw/core/log";
import type { Operation } from "@thaw/core/operation";
import type { Context, ErrorHandler } from "hono";

export type ApiEnv = { Variables: { actor: Actor; requestId: string } };

/** Exposes an operation over HTTP. Path beats body beats query, so a body cannot redirect a write. */
export function respond(operation: Operation, status: 200 | 201 | 202 = 200) {
  const handler = async (c: Context<ApiEnv>) => {
    const input = { ...c.req.query(), ...(await readBody(c)), ...c.req.param() };
    const actor = operation.permission === "public" ? (c.var.actor ?? NOBODY) : c.var.actor;
    return c.json(success(await operation(actor, input)), status);
  };
  return Object.assign(handler, { operation });
}

/** A page becomes `{ok, data: items, cursor, total}`, anything else `{ok, data}`. */
function success(output: unknown) {
  if (typeof output === "object" && output !== null && "items" in output && "cursor" in output) {
    const { items, ...rest } = output;
    return { ok: true, data: items, ...rest };
  }
  return { ok: true, data: output ?? null };
}

async function readBody(c: Context): Promise<object> {
  if (!c.req.header("content-type")?.startsWith("application/json")) return {};
  const body: unknown = await c.req.json().catch(() => undefined);
  if (typeof body === "object" && body !== null && !Array.isArray(body)) return body;
  throw new AppError("invalid", "The body is not a JSON object");
}

export const onError: ErrorHandler<ApiEnv> = (error, c) => {
  if (error instanceof AppError) {
    const { code, message, fields, status } = error;
    return c.json({ ok: false, code, message, status, ...(fields ? { fields } : {}) }, status);
  }
  log.error("A request failed", { requestId: c.var.requestId, path: c.req.path, error });
  return c.json(
    {
      ok: false,
      code: "internal",
      message: "The API encountered an issue. Please try again later.",
      status: 500,
    },
    500,
  );
};
