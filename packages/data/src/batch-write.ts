import { backOff } from "./back-off.ts";
import { batchesOf } from "./batches.ts";
import { client, table } from "./table.ts";
import type { PendingWrite } from "./transact.ts";

const MOST_ITEMS = 25;
const ATTEMPTS = 8;

type Key = { pk: string; sk: string };
type Row = Key & Record<string, unknown>;
/** A put of any ElectroDB entity that has not been sent: no condition, no `.go()` at its end. */
export type PendingPut = { params: () => unknown };

/** Puts records in requests of 25, whatever was in their places. Putting them again changes nothing. */
export async function batchWrite(puts: readonly PendingPut[]): Promise<void> {
  const given = puts.map((put) => (put.params() as { Item: Row }).Item);
  // A request that names a record twice is refused as a whole; a queue that delivers twice makes such ones.
  const rows = [...new Map(given.map((row) => [`${row.pk} ${row.sk}`, row])).values()];
  await writeInBatches(rows.map((Item) => ({ PutRequest: { Item } })));
}

/** Deletes records, of whatever entities, in requests of 25; those that are gone already are none the worse. */
export async function batchDelete(deletes: readonly PendingWrite[]): Promise<void> {
  const given = deletes.map((each) => (each.params() as { Key: Key }).Key);
  const keys = [...new Map(given.map((key) => [`${key.pk} ${key.sk}`, key])).values()];
  await writeInBatches(keys.map((Key) => ({ DeleteRequest: { Key } })));
}

async function writeInBatches(requests: readonly object[]): Promise<void> {
  for (const batch of batchesOf(requests, MOST_ITEMS)) await writeBatch(batch);
}

async function writeBatch(requests: readonly object[]): Promise<void> {
  let waiting = requests;
  for (let attempt = 1; waiting.length > 0; attempt++) {
    if (attempt > ATTEMPTS) throw new Error(`${waiting.length} records could not be written`);
    if (attempt > 1) await backOff(attempt);
    const answer = await client.send("BatchWriteItem", { RequestItems: { [table]: waiting } });
    const left = answer.UnprocessedItems as Record<string, object[]> | undefined;
    waiting = left?.[table] ?? [];
  }
}
