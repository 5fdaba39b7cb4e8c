/** What the product's table says, read behind its back. To be imported once the environment leads to that table. */

import { setPlan } from "@thaw/core/accounts/subscription-plan/set-plan";
import { systemActor } from "@thaw/core/actor";
import { findMessages, type MessageRecord } from "@thaw/core/campaigns/message/message-state";
import { sendIdOf } from "@thaw/core/campaigns/message/send-id";
import { now, toIso } from "@thaw/core/clock";
import { DAY_MS } from "@thaw/core/duration";
import { findLeads } from "@thaw/core/leads/lead/lead-record";
import { type Counts, readTotals, tally } from "@thaw/core/reporting/counter/counter";
import { EventEntity } from "@thaw/core/reporting/event/event.entity";
import { waitUntil } from "./wait.ts";

type Key = { accountId: number; campaignId: number };

/** The trial's limits are too low for what is imported here. */
export async function liftLimits(accountId: number): Promise<void> {
  await setPlan(systemActor(accountId), {
    plan_type: "ENTERPRISE",
    enterprise_plan_details: { leads: null, emails_per_month: null },
  });
}

/** Every event of a campaign since an instant. */
export async function eventsSince({ accountId, campaignId }: Key, from: number) {
  const days: string[] = [];
  for (let at = from; at < now() + DAY_MS; at += DAY_MS) days.push(toIso(at).slice(0, 10));
  const pages = await Promise.all(
    days.map((day) => EventEntity.query.byDay({ accountId, campaignId, day }).go({ pages: "all" })),
  );
  return pages.flatMap(({ data }) => data);
}

async function tallySince(key: Key, from: number): Promise<Counts> {
  const events = await eventsSince(key, from);
  return tally(
    events.map((event) => ({ ...event, id: "", countedOn: event.countedOn ?? event.day })),
  );
}

/**
 * Whether the counters are the events while both are growing: they come to what the events were before, and are never
 * ahead of what the events are after.
 */
export async function countersAgree(key: Key, from: number, seconds: number) {
  const before = await tallySince(key, from);
  let counted: Counts = {};
  const caughtUp = await waitUntil(seconds, async () => {
    counted = (await readTotals(key.accountId, [key.campaignId]))[0] ?? {};
    return covers(counted, before);
  });
  const after = await tallySince(key, from);
  return { agree: caughtUp && covers(after, counted), before, counted, after };
}

const covers = (big: Counts, small: Counts) =>
  Object.entries(small).every(([name, count]) => (big[name] ?? 0) >= count);

/** How many of these leads' first emails have not come to an end. */
export async function openMessages(key: Key, leadIds: readonly number[]): Promise<number> {
  const messages = await firstMessages(key, leadIds);
  const ended = messages.filter(({ status }) => status !== "DRAFTED" && status !== "SENDING");
  return leadIds.length - ended.length;
}

/** How many of these leads the table does not have. */
export async function missingLeads(accountId: number, ids: readonly number[]): Promise<number> {
  let missing = 0;
  for (let start = 0; start < ids.length; start += 100) {
    const some = ids.slice(start, start + 100);
    missing += some.length - (await findLeads(accountId, some)).size;
  }
  return missing;
}

/** The first message to each lead that has one. */
export async function firstMessages(
  { accountId, campaignId }: Key,
  leadIds: readonly number[],
): Promise<MessageRecord[]> {
  const found: MessageRecord[] = [];
  for (let start = 0; start < leadIds.length; start += 100) {
    const keys = leadIds.slice(start, start + 100).map((leadId) => ({
      accountId,
      sendId: sendIdOf({ accountId, campaignId, leadId, step: 1 }),
    }));
    found.push(...(await findMessages(keys)).values());
  }
  return found;
}
