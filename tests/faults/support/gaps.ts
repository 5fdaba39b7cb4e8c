import { MINUTE_MS } from "../../../packages/core/src/duration.ts";
import type { World } from "../../support/world.ts";
import { eventsOf } from "./fleet.ts";

/** What the events say of a campaign's sends: how many, how often a lead got one step, the smallest gap of a mailbox, bounces. */
export async function sendsOf(world: World, from: string) {
  const events = await eventsOf(world, from);
  const sent = events.filter(({ kind }) => kind === "sent");
  const keys = sent.map(({ lead_id, step }) => `${lead_id}|${step}`);
  const byMailbox = new Map<number, number[]>();
  for (const { mailbox_id = 0, at } of sent) {
    byMailbox.set(mailbox_id, [...(byMailbox.get(mailbox_id) ?? []), Date.parse(at)]);
  }
  const gaps = [...byMailbox.values()].flatMap((times) => {
    const inOrder = times.toSorted((a, b) => a - b);
    return inOrder.slice(1).map((at, index) => at - (inOrder[index] ?? 0));
  });
  return {
    sent: sent.length,
    twice: keys.length - new Set(keys).size,
    perMailbox: [...byMailbox.values()].map((times) => times.length),
    smallestGapMinutes: gaps.length > 0 ? Math.min(...gaps) / MINUTE_MS : Number.POSITIVE_INFINITY,
    bounced: events.filter(({ kind }) => kind === "bounced").length,
    times: sent.map(({ at }) => Date.parse(at)),
  };
}
