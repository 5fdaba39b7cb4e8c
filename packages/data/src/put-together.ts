import { setTimeout as sleep } from "node:timers/promises";
import { client, table } from "./table.ts";

const MOST_ITEMS = 25;
const ATTEMPTS = 8;

type Row = { pk: string; sk: string } & Record<string, unknown>;
/** A put of any ElectroDB entity that has not been sent: no condition, no `.go()` at its end. */
export type PendingPut = { params: () => unknown };

/** Puts records in requests of 25, whatever was in their places. Putting them again changes nothing. */
export async function putTogether(puts: readonly PendingPut[]): Promise<void> {
  const given = puts.map((put) => (put.params() as { Item: Row }).Item);
  // A request that names a record twice is refused as a whole; a queue that delivers twice makes such ones.
  const rows = [...new Map(given.map((row) => [`${row.pk} ${row.sk}`, row])).values()];
  for (let start = 0; start < rows.length; start += MOST_ITEMS) {
    await putBatch(rows.slice(start, start + MOST_ITEMS));
  }
}

async function putBatch(rows: readonly Row[]): Promise<void> {
  let waiting = rows.map((Item) => ({ PutRequest: { Item } }));
  for (let attempt = 1; waiting.length > 0; attempt++) {
    if (attempt > ATTEMPTS) throw new Error(`${waiting.length} records could not be written`);
    if (attempt > 1) await sleep(10 * 2 ** attempt * (0.5 + Math.random()));
    const answer = await client.send("BatchWriteItem", { RequestItems: { [table]: waiting } });
    const left = answer.UnprocessedItems as Record<string, typeof waiting> | undefined;
    waiting = left?.[table] ?? [];
  }
}
