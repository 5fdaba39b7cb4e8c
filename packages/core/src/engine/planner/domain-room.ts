import { HOUR_MS } from "../../duration.ts";
import type { EpochMs } from "../../instant.schema.ts";
import type { DomainRateLimit } from "./plan-input.ts";

/** What a run plans to each domain in each hour of UTC, on top of what is sent and planned already. */
export type DomainRoom = DomainRateLimit & { taken: Map<string, number> };

/** A domain in the hour of UTC of an instant (epoch ms). */
export const domainRateLimitKey = (domain: string, at: EpochMs) =>
  `${domain} ${Math.floor(at / HOUR_MS)}`;

/** The first instant from `at` (epoch ms) on in whose hour the domain may get one more mail. */
export function roomFrom({ limit, used, taken }: DomainRoom, domain: string, at: EpochMs): number {
  let from = at;
  for (;;) {
    const key = domainRateLimitKey(domain, from);
    if ((used.get(key) ?? 0) + (taken.get(key) ?? 0) < limit) return from;
    from = (Math.floor(from / HOUR_MS) + 1) * HOUR_MS;
  }
}

export function takeRoom({ taken }: DomainRoom, domain: string, at: EpochMs): void {
  const key = domainRateLimitKey(domain, at);
  taken.set(key, (taken.get(key) ?? 0) + 1);
}
