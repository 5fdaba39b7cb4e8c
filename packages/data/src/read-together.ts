import { client, table } from "./table.ts";

const MOST_KEYS = 100;

type Key = { pk: string; sk: string };
type Row = Record<string, unknown>;

/** A get of one record that has not been sent, and how its feature reads what comes back. */
export type PendingRead<Item> = { key: Key; read: (row: Row) => Item };

/** What a feature exports so that its record can be read in one request with those of others. */
export function pendingRead<Item>(
  get: { params: () => unknown },
  read: (row: Row) => Item,
): PendingRead<Item> {
  const { Key } = get.params() as { Key: Key };
  return { key: Key, read };
}

type Results<Reads extends readonly PendingRead<unknown>[]> = {
  [Index in keyof Reads]: Reads[Index] extends PendingRead<infer Item> ? Item | undefined : never;
};

/** Reads up to 100 records, of whatever features, in one request; in the order asked, undefined where there is none. */
export async function readTogether<const Reads extends readonly PendingRead<unknown>[]>(
  reads: Reads,
  { consistent = false }: { consistent?: boolean } = {},
): Promise<Results<Reads>> {
  if (reads.length > MOST_KEYS) throw new Error(`${reads.length} records are too many to read`);
  const keys = [...new Map(reads.map(({ key }) => [idOf(key), key])).values()];
  if (keys.length === 0) return [] as unknown as Results<Reads>;
  const { Responses } = (await client.send("BatchGetItem", {
    RequestItems: { [table]: { Keys: keys, ConsistentRead: consistent } },
  })) as { Responses?: Record<string, Row[]> };
  const found = new Map((Responses?.[table] ?? []).map((row) => [idOf(row as Key), row]));
  return reads.map(({ key, read }) => {
    const row = found.get(idOf(key));
    return row && read(row);
  }) as Results<Reads>;
}

const idOf = ({ pk, sk }: Key) => `${pk}\n${sk}`;
