import { type Actor, callerOf, originOf } from "../../packages/core/src/actor.ts";
import { now } from "../../packages/core/src/clock.ts";
import { MINUTE_MS } from "../../packages/core/src/duration.ts";
import { RequestRateEntity } from "../../packages/core/src/kernel/request-rate/request-rate.entity.ts";

/** Uses up what someone may ask in this minute and the next. */
export async function spendRequests(actor: Actor): Promise<void> {
  const caller = actor.kind === "nobody" ? `visitor:${originOf(actor).ip}` : callerOf(actor);
  const window = Math.floor(now() / MINUTE_MS);
  for (const each of [window, window + 1]) {
    await RequestRateEntity.put({ caller, window: each, count: 10_000, ttl: 2 ** 33 }).go();
  }
}
