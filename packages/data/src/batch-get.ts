import { batchesOf } from "./batches.ts";
import { concurrently } from "./concurrently.ts";
import { client, table } from "./table.ts";

const MOST_KEYS = 100;
const IN_FLIGHT = 8;

type Key = { pk: string; sk: string };
type Row = Record<string, unknown>;

/** A get of one record that has not been sent, and how its feature reads what comes back. */
export type PendingRead<Item> = { key: Key; read: (row: Row) => Item };

type Results<Reads extends readonly PendingRead<unknown>[]> = {
  [Index in keyof Reads]: Reads[Index] extends PendingRead<infer Item> ? Item | undefined : never;
};

/**
 * Reads records of whatever features, 100 in a request; in the order asked, undefined where there is none. Only what one
 * request reads is of one moment.
 */
export async function batchGet<const Reads extends readonly PendingRead<unknown>[]>(
  reads: Reads,
  { consistent = false }: { consistent?: boolean } = {},
): Promise<Results<Reads>> {
  const keys = new Map(reads.map(({ key }) => [idOf(key), key]));
  const found = new Map<string, Row>();
  await concurrently(batchesOf([...keys.values()], MOST_KEYS), IN_FLIGHT, async (Keys) => {
    const { Responses } = (await client.send("BatchGetItem", {
      RequestItems: { [table]: { Keys, ConsistentRead: consistent } },
    })) as { Responses?: Record<string, Row[]> };
    for (const row of Responses?.[table] ?? []) found.set(idOf(row as Key), row);
  });
  return reads.map(({ key, read }) => {
    const row = found.get(idOf(key));
    return row && read(row);
  }) as Results<Reads>;
}

const idOf = ({ pk, sk }: Key) => `${pk}\n${sk}`;
