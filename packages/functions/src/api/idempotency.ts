import type { Actor } from "@thaw/core/actor";
import { AppError } from "@thaw/core/error";
import { answerOnce } from "@thaw/core/kernel/idempotency/idempotency";
import type { Context } from "hono";

const KEY_HEADER = "idempotency-key";

/**
 * Whether the caller may send a request again under its Idempotency-Key. Strangers have nobody to keep an answer for.
 * @throws AppError invalid where the answer is shown once and so cannot be kept
 */
export function isRepeatable(
  c: Context,
  { kind }: Actor,
  { hasSecret }: { hasSecret: boolean },
): boolean {
  if (kind === "nobody" || c.req.header(KEY_HEADER) === undefined) return false;
  if (!hasSecret) return true;
  throw new AppError("invalid", "request.secretNotKept");
}

/** The answer of a request that is done once, however often it is sent (draft-ietf-httpapi-idempotency-key-header). */
export async function repeatable<Status extends number>(
  c: Context,
  actor: Actor,
  { status, work }: { status: Status; work: () => Promise<string> },
): Promise<string> {
  const { pathname, search } = new URL(c.req.url);
  const request = {
    key: c.req.header(KEY_HEADER) ?? "",
    method: c.req.method,
    address: pathname + search,
    body: await c.req.text(),
  };
  const answer = await answerOnce(actor, request, async () => ({ status, body: await work() }));
  if (answer.isRepeated) c.header("idempotency-replayed", "true");
  return answer.body;
}
