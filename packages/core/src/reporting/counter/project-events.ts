import type { EventImage } from "../event/event-image.ts";
import { type CountedEvent, countEvents } from "./counter.ts";

/** Counts new events. Safe to run twice. */
export async function projectEvents(events: readonly EventImage[]): Promise<void> {
  await countEvents(events.flatMap(toCounted));
}

/** Events without a figure are counted on no day. */
function toCounted({ pk, sk, countedOn, ...event }: EventImage): CountedEvent[] {
  return countedOn === undefined ? [] : [{ ...event, id: `${pk}|${sk}`, countedOn }];
}
