import { countEvents } from "@thaw/core/reporting/counter/counter";
import type { EventKind } from "@thaw/core/reporting/event/event.schema";
import type { World } from "./world.ts";

/** Counts so many sends of a variant of the first step on a day, and what came of them. */
export async function happened(
  world: World,
  variant: string,
  day: string,
  counts: Partial<Record<EventKind, number>>,
) {
  const events = Object.entries(counts).flatMap(([kind, count]) =>
    Array.from({ length: count }, (_, index) => ({
      id: `${kind}${variant}${day}${index}`,
      accountId: world.actor.accountId,
      campaignId: world.campaignId,
      kind: kind as EventKind,
      countedOn: day,
      step: 1,
      variant,
    })),
  );
  for (let at = 0; at < events.length; at += 100) await countEvents(events.slice(at, at + 100));
}
