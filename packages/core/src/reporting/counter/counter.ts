import { isConditionFailure } from "@thaw/data/condition";
import type { RefusalCause } from "@thaw/mail/refusal/refusal-cause.schema";
import { now } from "../../clock.ts";
import type { EventKind } from "../event/event.schema.ts";
import { type CountedIds, knownTo, remember } from "./counted-ids.ts";
import { CounterEntity } from "./counter.entity.ts";

const ATTEMPTS = 12;

export type Counts = Record<string, number>;

/** An event as the stream gives it. `id` is the same whenever the event is delivered again. */
export type CountedEvent = {
  id: string;
  accountId: number;
  campaignId: number;
  kind: EventKind;
  /** UTC date of the event, and with it the part of the stream that delivers it; that of `countedOn` unless given. */
  day?: string | undefined;
  countedOn: string;
  step?: number | undefined;
  variant?: string | undefined;
  amount?: number | undefined;
  endsLead?: boolean | undefined;
  isLate?: boolean | undefined;
  takesBack?: boolean | undefined;
  positive?: number | undefined;
  mailboxId?: number | undefined;
  /** Who has to act on a mail that was refused or came back. */
  cause?: RefusalCause | undefined;
};

type Row = { accountId: number; subject: string; period: string };

/** Adds events to the figures that they belong to. Safe to run twice with the same events. */
export async function countEvents(events: readonly CountedEvent[]): Promise<void> {
  const rows = new Map<string, { row: Row; events: CountedEvent[] }>();
  for (const event of events) {
    for (const row of rowsOf(event)) {
      const key = JSON.stringify(row);
      const entry = rows.get(key) ?? { row, events: [] };
      entry.events.push(event);
      rows.set(key, entry);
    }
  }
  await Promise.all([...rows.values()].map(({ row, events: own }) => addTo(row, own)));
}

/** A mailbox counts only refusals: emails that arrive cost it no write. */
function rowsOf({ accountId, campaignId, countedOn, mailboxId, cause }: CountedEvent): Row[] {
  const isRefused = cause !== undefined && mailboxId !== undefined;
  const subjects = [`campaign:${campaignId}`, ...(isRefused ? [mailboxSubject(mailboxId)] : [])];
  return subjects.flatMap((subject) =>
    ["total", countedOn].map((period) => ({ accountId, subject, period })),
  );
}

export const mailboxSubject = (mailboxId: number) => `mailbox:${mailboxId}`;

async function addTo(row: Row, events: readonly CountedEvent[]): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    // A stale row is refused by its revision, and what it has counted stays counted: half the price of a strong read.
    const { data: current } = await CounterEntity.get(row).go({ consistent: attempt > 1 });
    const counted = (current?.counted ?? {}) as CountedIds;
    const isKnown = knownTo(counted);
    const fresh = events.filter((event) => !isKnown(idOf(event)));
    if (fresh.length === 0) return;
    const counts: Counts = { ...(current?.counts as Counts | undefined) };
    addUp(counts, fresh);
    const next = {
      ...row,
      counts,
      counted: remember(counted, fresh.map(idOf), now()),
      revision: (current?.revision ?? 0) + 1,
    };
    try {
      await CounterEntity.put(next)
        .where(({ revision }, { eq, notExists }) =>
          current ? eq(revision, current.revision) : notExists(revision),
        )
        .go({ response: "none" });
      return;
    } catch (error) {
      if (!isConditionFailure(error) || attempt === ATTEMPTS) throw error;
    }
  }
}

/** What an event that takes something back had been counted as. */
const TAKEN_BACK: Partial<Record<EventKind, EventKind>> = {
  "machine-opened": "opened",
  "machine-clicked": "clicked",
};

function addUp(counts: Counts, events: readonly CountedEvent[]): void {
  const add = (names: readonly string[], amount: number) => {
    for (const name of names) counts[name] = (counts[name] ?? 0) + amount;
  };
  for (const event of events) {
    add(namesOf(event), event.amount ?? 1);
    const counter = event.takesBack ? TAKEN_BACK[event.kind] : undefined;
    if (counter) add(namesOf({ ...event, kind: counter }), -1);
    if (event.positive) add(namesOf({ ...event, kind: "positive" }), event.positive);
  }
}

function namesOf({
  kind,
  step,
  variant,
  endsLead,
  isLate,
  cause,
}: Omit<CountedEvent, "kind"> & { kind: EventKind | "positive" }): string[] {
  const names: string[] = [kind];
  if (step !== undefined) names.push(`${kind}.${step}.${variant ?? "A"}`);
  if (step !== undefined && isLate) names.push(`late-${kind}.${step}.${variant ?? "A"}`);
  if (cause) names.push(...names.map((name) => byCause(name, cause)));
  const isContact = kind === "sent" || kind === "manual-done";
  if (isContact && step === 1) names.push("contacted");
  if (endsLead) names.push("lead-finished");
  return names;
}

/** "bounced.1.A" of those that a message is to blame for: "bounced-message.1.A". */
const byCause = (name: string, cause: RefusalCause) => name.replace(/^[^.]+/, `$&-${cause}`);

const idOf = ({ id, day, countedOn }: CountedEvent) => ({ id, source: day ?? countedOn });

/** The figures of many campaigns since their beginning, in the order asked. */
export async function readTotals(
  accountId: number,
  campaignIds: readonly number[],
  { consistent = false }: { consistent?: boolean } = {},
): Promise<Counts[]> {
  if (campaignIds.length === 0) return [];
  const { data } = await CounterEntity.get(
    campaignIds.map((id) => ({ accountId, subject: `campaign:${id}`, period: "total" })),
  ).go({ preserveBatchOrder: true, consistent });
  return data.map((row) => (row?.counts as Counts | undefined) ?? {});
}

/** What was refused of a mailbox's mails since its beginning, by who has to act: "bounced-sender", "failed-message". */
export async function readMailboxTotals(accountId: number, mailboxId: number): Promise<Counts> {
  const subject = mailboxSubject(mailboxId);
  const { data } = await CounterEntity.get({ accountId, subject, period: "total" }).go();
  return (data?.counts as Counts | undefined) ?? {};
}

/** The figures of a campaign day by day, both dates included. */
export async function readDays(
  accountId: number,
  campaignId: number,
  range: { from: string; to: string },
): Promise<{ day: string; counts: Counts }[]> {
  const { data } = await CounterEntity.query
    .bySubject({ accountId, subject: `campaign:${campaignId}` })
    .between({ period: range.from }, { period: range.to })
    .go({ pages: "all" });
  return data.map(({ period, counts }) => ({ day: period, counts: counts as Counts }));
}

/** What `countEvents` would make of these events: for rebuilding and for proofs. */
export function tally(events: readonly CountedEvent[]): Counts {
  const counts: Counts = {};
  addUp(counts, events);
  return counts;
}
