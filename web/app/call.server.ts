import type { Actor } from "@thaw/core/actor";
import { AppError } from "@thaw/core/error";
import type { Operation } from "@thaw/core/operation";
import * as v from "valibot";
import { optionalActor, sessionExpired } from "./session.server.ts";

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
    // A form of another site cannot send this type.
    const isJson = request.headers.get("content-type")?.startsWith("application/json");
    const call = v.safeParse(Call, isJson ? await request.json().catch(() => null) : null);
    const { operation: name = "", input } = call.success ? call.output : {};
    const operation = Object.hasOwn(operations, name) ? operations[name] : undefined;
    if (!operation) throw new AppError("invalid", "This request cannot be read");
    return Response.json({ ok: true, data: await operation(actor, input) });
  } catch (error) {
    if (error instanceof AppError) return refusal(error);
    throw error;
  }
}

function refusal({ code, message, status, fields }: AppError): Response {
  return Response.json({ ok: false, code, message, status, fields: fields ?? {} }, { status });
}
