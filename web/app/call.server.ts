import type { Actor } from "@thaw/core/actor";
import { AppError } from "@thaw/core/error";
import { requireRequest } from "@thaw/core/kernel/request-rate/request-rate";
import type { Operation } from "@thaw/core/operation";
import { readAtMost } from "@thaw/core/read-at-most";
import { renderError } from "@thaw/text/render";
import * as v from "valibot";
import { localeOfRequest } from "./locale.server.ts";
import { optionalActor, sessionExpired } from "./session.server.ts";

/** What a visitor sends at most: the answer of a passkey, a few thousand characters long, is the largest. */
const VISITOR_BYTES = 64 * 1024;
/** What a Lambda function takes. */
const USER_BYTES = 6 * 1024 * 1024;

const Call = v.object({ operation: v.string(), input: v.unknown() });

/**
 * Runs the operation that a script of the page names: JSON `{operation, input}` gives `{ok: true, data}` or
 * `{ok: false, code, message, status, fields}`. `visitor` asks where nobody needs to be signed in; otherwise the session
 * decides.
 */
export async function answerCall(
  request: Request,
  operations: Readonly<Record<string, Operation>>,
  visitor?: Actor,
): Promise<Response> {
  try {
    const actor = visitor ?? (await optionalActor(request));
    if (!actor) throw sessionExpired();
    await requireRequest(actor);
    const call = v.safeParse(Call, await readJson(request, visitor ? VISITOR_BYTES : USER_BYTES));
    const { operation: name = "", input } = call.success ? call.output : {};
    const operation = Object.hasOwn(operations, name) ? operations[name] : undefined;
    if (!operation) throw new AppError("invalid", "request.unreadable");
    return Response.json({ ok: true, data: await operation(actor, input) });
  } catch (error) {
    if (error instanceof AppError) return refusal(request, error);
    throw error;
  }
}

/** Undefined for what is no JSON. @throws AppError too_large */
async function readJson(request: Request, maxBytes: number): Promise<unknown> {
  // A form of another site cannot send this type.
  if (!request.headers.get("content-type")?.startsWith("application/json")) return undefined;
  const bytes = await readAtMost(request, maxBytes);
  if (!bytes) throw new AppError("too_large", "request.tooLarge");
  try {
    return JSON.parse(bytes.toString());
  } catch {
    return undefined;
  }
}

function refusal(request: Request, error: AppError): Response {
  const { code, status } = error;
  const { message, fields = {} } = renderError(localeOfRequest(request), error);
  return Response.json({ ok: false, code, message, status, fields }, { status });
}
