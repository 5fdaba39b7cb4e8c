import { REFUSAL_CAUSES } from "@thaw/mail/refusal/refusal-cause.schema";
import * as v from "valibot";
import { EVENT_KINDS } from "../event/event.schema.ts";
import { type CountedEvent, countEvents } from "./counter.ts";

const EventImage = v.object({
  __edb_e__: v.literal("event"),
  pk: v.string(),
  sk: v.string(),
  accountId: v.number(),
  campaignId: v.number(),
  kind: v.picklist(EVENT_KINDS),
  countedOn: v.string(),
  step: v.optional(v.number()),
  variant: v.optional(v.string()),
  amount: v.optional(v.number()),
  endsLead: v.optional(v.boolean()),
  isLate: v.optional(v.boolean()),
  takesBack: v.optional(v.boolean()),
  positive: v.optional(v.number()),
  mailboxId: v.optional(v.number()),
  cause: v.optional(v.picklist(REFUSAL_CAUSES)),
});

/** Counts the events among new records of the table, given as plain objects. Safe to run twice. */
export async function projectEvents(records: readonly Record<string, unknown>[]): Promise<void> {
  await countEvents(records.flatMap(toCounted));
}

function toCounted(record: Record<string, unknown>): CountedEvent[] {
  const parsed = v.safeParse(EventImage, record);
  if (!parsed.success) return [];
  const { pk, sk, __edb_e__: _entity, ...event } = parsed.output;
  return [{ id: `${pk}|${sk}`, ...event }];
}
