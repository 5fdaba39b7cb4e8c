import type { EpochMs } from "../../instant.schema.ts";
import { windowIn } from "../../kernel/schedule/lead-window.ts";
import { nextOpening, type SendWindow } from "../../kernel/schedule/window.ts";
import { roomFrom, takeRoom } from "./domain-room.ts";
import type { DomainRateLimit, SendingConstraints } from "./plan-input.ts";

/**
 * Tells of one lead after the other whether it could be written to within a span (epoch ms, `until` exclusive) if there were a
 * slot: its hours are open, and its domain has room beside the leads before it.
 */
export function readiness(
  window: SendWindow,
  domainRateLimit: DomainRateLimit | undefined,
  { from, until }: { from: EpochMs; until: EpochMs },
): (lead: SendingConstraints) => boolean {
  const room = domainRateLimit && { ...domainRateLimit, taken: new Map<string, number>() };
  return ({ timezone, domain }) => {
    const opens = nextOpening(windowIn(window, timezone), from);
    if (opens >= until) return false;
    if (!room || domain === undefined) return true;
    const at = roomFrom(room, domain, opens);
    if (at >= until) return false;
    takeRoom(room, domain, at);
    return true;
  };
}
