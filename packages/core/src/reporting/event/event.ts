import { batchWrite } from "@thaw/data/batch-write";
import { isConditionFailure } from "@thaw/data/condition";
import { filteredPageOptions } from "@thaw/data/page-options";
import { recordsOf } from "@thaw/data/records";
import type { RefusalCause } from "@thaw/mail/refusal/refusal-cause.schema";
import type { EntityItem } from "electrodb";
import type { IsoInstant } from "../../instant.schema.ts";
import { EventEntity } from "./event.entity.ts";
import type { Event, EventKind } from "./event.schema.ts";

type EventRecord = EntityItem<typeof EventEntity>;
type EventKey = Pick<EventRecord, "accountId" | "campaignId" | "day" | "at" | "kind" | "key">;

const records = recordsOf<EventRecord, EventKey>(EventEntity);

export type NewEvent = {
  accountId: number;
  campaignId: number;
  kind: EventKind;
  /** Must be the same when the event is recorded again: a stored instant, not the present one. */
  at: IsoInstant;
  /** Distinguishes two events of one kind at one instant. */
  key: string;
  countedOn?: string;
  leadId?: number;
  step?: number;
  variant?: string;
  mailboxId?: number;
  sendId?: string;
  amount?: number;
  endsLead?: boolean;
  isLate?: boolean;
  takesBack?: boolean;
  positive?: number;
  cause?: RefusalCause;
  detail?: string;
  actorId?: number;
};

/** Records that something happened. Recording it again changes nothing; returns whether it was new. */
export async function appendEvent(event: NewEvent): Promise<boolean> {
  try {
    await eventItem(event).go({ response: "none" });
    return true;
  } catch (error) {
    if (isConditionFailure(error)) return false;
    throw error;
  }
}

/** Records many events in few requests. Recording them again changes nothing. */
export async function appendEvents(events: readonly NewEvent[]): Promise<void> {
  await batchWrite(events.map((event) => records.put(toRecord(event))));
}

/** For a transaction: the event, refused when it was recorded before. */
export function eventItem(event: NewEvent) {
  return records.create(toRecord(event));
}

const toRecord = (event: NewEvent) => ({
  ...event,
  day: event.at.slice(0, 10),
  countedOn: event.countedOn ?? event.at.slice(0, 10),
});

/** One day of a campaign's events in order of time, a page at a time. */
export async function readEvents(
  scope: { accountId: number; campaignId: number; day: string },
  page: {
    limit: number;
    cursor?: string | null;
    newestFirst?: boolean;
    kinds?: readonly EventKind[];
  },
): Promise<{ items: Event[]; cursor: string | null }> {
  const { kinds = [] } = page;
  const { data, cursor } = await EventEntity.query
    .byDay(scope)
    .where((row, op) => kinds.map((kind) => op.eq(row.kind, kind)).join(" OR "))
    .go({
      ...filteredPageOptions(page.limit),
      cursor: page.cursor ?? null,
      order: page.newestFirst ? "desc" : "asc",
    });
  return { items: data.map(toEvent), cursor };
}

function toEvent(record: EventRecord): Event {
  const { at, kind, campaignId, leadId, step, variant, mailboxId, sendId, amount, cause, detail } =
    record;
  return {
    at,
    kind,
    campaign_id: campaignId,
    ...(leadId === undefined ? {} : { lead_id: leadId }),
    ...(step === undefined ? {} : { step }),
    ...(variant === undefined ? {} : { variant }),
    ...(mailboxId === undefined ? {} : { mailbox_id: mailboxId }),
    ...(sendId === undefined ? {} : { send_id: sendId }),
    ...(amount === undefined ? {} : { amount }),
    ...(cause === undefined ? {} : { cause }),
    ...(detail === undefined ? {} : { detail }),
  };
}
