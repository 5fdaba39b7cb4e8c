import { isConditionFailure } from "@thaw/data/condition";
import { type Actor, callerOf } from "../actor.ts";
import { now } from "../clock.ts";
import { RequestRateEntity } from "./request-rate.entity.ts";

/** What callers of the HTTP API may ask in a window: the one place that says so. */
const RATES = {
  apiKey: { limit: 60, windowSeconds: 60 },
  session: { limit: 600, windowSeconds: 60 },
} as const;

export type RequestRate = {
  limit: number;
  windowSeconds: number;
  /** Requests that are left in this window. */
  remaining: number;
  /** Seconds until the next window, at least 1. */
  resetSeconds: number;
  isExceeded: boolean;
};

/**
 * Counts a request before it is answered: one conditional write, so that requests at the same moment cannot all slip under
 * the limit. Windows begin at the full minute, for everybody alike.
 */
export async function takeRequest(actor: Actor): Promise<RequestRate> {
  const { limit, windowSeconds }: { limit: number; windowSeconds: number } =
    actor.apiKeyId === undefined ? RATES.session : RATES.apiKey;
  const atSeconds = now() / 1000;
  const window = Math.floor(atSeconds / windowSeconds);
  const endsAt = (window + 1) * windowSeconds;
  const resetSeconds = Math.ceil(endsAt - atSeconds);
  const rate = { limit, windowSeconds, resetSeconds };
  try {
    const { data } = await RequestRateEntity.update({ caller: callerOf(actor), window })
      .add({ count: 1 })
      .set({ ttl: endsAt + windowSeconds })
      .where((row, is) => `${is.notExists(row.count)} OR ${is.lt(row.count, limit)}`)
      .go({ response: "all_new", originalErr: true });
    return { ...rate, remaining: limit - (data.count ?? limit), isExceeded: false };
  } catch (error) {
    if (!isConditionFailure(error)) throw error;
    return { ...rate, remaining: 0, isExceeded: true };
  }
}
