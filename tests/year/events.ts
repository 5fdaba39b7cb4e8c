/** What the product's event log and counters say, and what a rebuild of the counters from the log gives. */
import { readDays, readTotals } from "@thaw/core/reporting/counter/counter";
import { eventsSince } from "../faults/support/books.ts";
import { FROM } from "./terms.ts";

export type Key = { accountId: number; campaignId: number };
type Logged = Awaited<ReturnType<typeof eventsSince>>[number];
type Counts = Record<string, number>;

export const readLog = (key: Key) => eventsSince(key, FROM);

/**
 * Each event is counted by its kind, and by kind, step and variant, both again by who has to act on a refusal; first mails are
 * contacts, a last mail ends its lead.
 */
function rebuild(events: readonly Logged[]): Counts {
  const counts: Counts = {};
  const add = (name: string, amount = 1) => {
    counts[name] = (counts[name] ?? 0) + amount;
  };
  for (const { kind, step, variant = "A", amount, endsLead, isLate, cause } of events) {
    for (const name of cause ? [kind, `${kind}-${cause}`] : [kind]) {
      add(name, amount);
      if (step === undefined) continue;
      add(`${name}.${step}.${variant}`, amount);
      if (isLate) add(`late-${name}.${step}.${variant}`, amount);
    }
    if (kind === "sent" && step === 1) add("contacted", amount);
    if (endsLead) add("lead-finished", amount);
  }
  return counts;
}

/** How many figures there are, and those that differ: the whole campaign's and each day's. */
export async function compareCounters(key: Key, events: readonly Logged[]) {
  const [[totals = {}], days] = await Promise.all([
    readTotals(key.accountId, [key.campaignId]),
    readDays(key.accountId, key.campaignId, { from: "2026-01-01", to: "2028-01-01" }),
  ]);
  const counted = new Map([
    ["total", totals],
    ...days.map(({ day, counts }) => [day, counts] as const),
  ]);
  const rebuilt = rebuildAll(events);
  let figures = 0;
  const differing: string[] = [];
  for (const period of new Set([...counted.keys(), ...rebuilt.keys()])) {
    const is = new Map(Object.entries(counted.get(period) ?? {}));
    const shall = new Map(Object.entries(rebuilt.get(period) ?? {}));
    for (const name of new Set([...is.keys(), ...shall.keys()])) {
      figures += 1;
      const [one = 0, other = 0] = [is.get(name), shall.get(name)];
      if (one !== other) differing.push(`${period} ${name}: ${one}, not ${other}`);
    }
  }
  return { figures, differing };
}

function rebuildAll(events: readonly Logged[]): Map<string, Counts> {
  const byDay = new Map<string, Logged[]>();
  for (const event of events) {
    const day = event.countedOn ?? event.day;
    const own = byDay.get(day) ?? [];
    own.push(event);
    byDay.set(day, own);
  }
  const days = [...byDay].map(([day, own]) => [day, rebuild(own)] as const);
  return new Map([["total", rebuild(events)], ...days]);
}
