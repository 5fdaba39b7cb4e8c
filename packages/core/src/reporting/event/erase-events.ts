import { eraseFound } from "@thaw/data/erase-found";
import type { PendingWrite } from "@thaw/data/transact";
import { DAY_MS } from "../../duration.ts";
import { EventEntity } from "./event.entity.ts";
import type { EventKind } from "./event.schema.ts";

type Happening = { kind: EventKind; key: string; leadId?: number; sendId?: string };

/**
 * Forgets what happened in a campaign from one day to another, both included (ISO 8601).
 *
 * @param beneath what else is known by the events alone
 */
export async function* eraseEvents(
  campaign: { accountId: number; campaignId: number },
  { from, to }: { from: string; to: string },
  beneath: (events: readonly Happening[]) => Promise<readonly PendingWrite[]>,
): AsyncGenerator<number> {
  const last = Date.parse(to.slice(0, 10));
  for (let at = Date.parse(from.slice(0, 10)); at <= last; at += DAY_MS) {
    const day = new Date(at).toISOString().slice(0, 10);
    yield* eraseFound(
      (page) => EventEntity.query.byDay({ ...campaign, day }).go(page),
      (row) => EventEntity.delete(row),
      beneath,
    );
    // A day without events is work too.
    yield 0;
  }
}
