import { isConditionFailure } from "@thaw/data/condition";
import { type Actor, callerOf, originOf } from "../../actor.ts";
import { now } from "../../clock.ts";
import { AppError } from "../../error.ts";
import { networkOf } from "../../network.ts";
import { RequestRateEntity } from "./request-rate.entity.ts";

/** What callers of the HTTP API and of the screens may ask in a window: the one place that says so. */
const RATES = {
  apiKey: { limit: 60, windowSeconds: 60 },
  session: { limit: 600, windowSeconds: 60 },
  /** Of one network address: an office whose people all sign in at nine stays below. */
  visitor: { limit: 300, windowSeconds: 60 },
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
 * the limit. Windows begin at the full minute, for everyone alike. Who has not signed in is counted by network address.
 */
export async function takeRequest(actor: Actor): Promise<RequestRate> {
  const { limit, windowSeconds } = rateOf(actor);
  const atSeconds = now() / 1000;
  const window = Math.floor(atSeconds / windowSeconds);
  const endsAt = (window + 1) * windowSeconds;
  const resetSeconds = Math.ceil(endsAt - atSeconds);
  const rate = { limit, windowSeconds, resetSeconds };
  try {
    const { data } = await RequestRateEntity.update({ caller: countedAs(actor), window })
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

/**
 * Counts what someone does on a screen: the same counter as that of the HTTP API. Where no address is known, as inside the
 * product, visitors are not counted.
 *
 * @throws AppError rate_limited
 */
export async function requireRequest(actor: Actor): Promise<void> {
  if (actor.kind === "nobody" && originOf(actor).ip === "") return;
  const { isExceeded, resetSeconds } = await takeRequest(actor);
  if (!isExceeded) return;
  throw new AppError("rate_limited", "request.tooMany", { seconds: resetSeconds });
}

function rateOf({ kind, apiKeyId }: Actor): { limit: number; windowSeconds: number } {
  if (kind === "nobody") return RATES.visitor;
  return apiKeyId === undefined ? RATES.session : RATES.apiKey;
}

const countedAs = (actor: Actor) =>
  actor.kind === "nobody" ? `visitor:${networkOf(originOf(actor).ip)}` : callerOf(actor);
