import type { Actor } from "@thaw/core/actor";
import { AppError } from "@thaw/core/error";
import { takeRequest } from "@thaw/core/kernel/request-rate/request-rate";
import type { Context } from "hono";
import type { ApiEnv } from "./respond.ts";

/**
 * Counts a request and tells its caller what is left: draft-ietf-httpapi-ratelimit-headers-06.
 * @throws AppError rate_limited, with Retry-After (RFC 9110 10.2.3)
 */
export async function limitRequests(c: Context<ApiEnv>, actor: Actor): Promise<void> {
  const rate = await takeRequest(actor);
  c.header("ratelimit-limit", String(rate.limit));
  c.header("ratelimit-remaining", String(rate.remaining));
  c.header("ratelimit-reset", String(rate.resetSeconds));
  c.header("ratelimit-policy", `${rate.limit};w=${rate.windowSeconds}`);
  if (!rate.isExceeded) return;
  c.header("retry-after", String(rate.resetSeconds));
  throw new AppError("rate_limited", textFor(actor), { limit: rate.limit });
}

function textFor({ kind, apiKeyId }: Actor) {
  if (kind === "nobody") return "request.rateOfAddress";
  return apiKeyId === undefined ? "request.rateOfSession" : "request.rateOfKey";
}
