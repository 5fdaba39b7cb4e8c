import type { PendingRead } from "./batch-get.ts";
import { type Storage, storageOf, type Values } from "./record-keys.ts";
import { RecordUpdate } from "./record-update.ts";
import { client, table } from "./table.ts";

type Key = { pk: string; sk: string };
type Put = {
  TableName: string;
  Item: Record<string, unknown>;
  ConditionExpression?: string;
  ExpressionAttributeNames?: Record<string, string>;
};

/** An ElectroDB entity of such records, as much of it as tells what they are. */
type EntityOf<Row, RowKey> = {
  schema: object;
  create: (row: Row) => unknown;
  remove: (key: RowKey) => unknown;
};

export type Records<Row extends object, RowKey extends object> = {
  /** The record's place, and how to read it: for `batchGet` and `loadBatched`. */
  read: (key: RowKey) => PendingRead<Row>;
  /** Stores it unless there is one. */
  create: (row: Row) => PreparedPut;
  /** Stores it, whatever was there. */
  put: (row: Row) => PreparedPut;
  /** Changes a record; refused where there is none. */
  patch: (key: RowKey) => RecordUpdate<Row>;
  /** Changes a record, or makes one of what is set. */
  update: (key: RowKey) => RecordUpdate<Row>;
  /** In an index that holds keys alone: the sort keys of a partition up to that of `last`, in order and at most `limit`. */
  keysUpTo: (index: string, last: Partial<Row>, limit: number) => Promise<string[]>;
};

/** A put that is computed: to be sent, or to be part of a transaction or batch. */
export type PreparedPut = {
  params: () => Put;
  commit: () => { Put: Put };
  go: (options?: object) => Promise<void>;
};

/**
 * What ElectroDB does for the records of an entity, without the tenth of a millisecond that it takes to work out each write or
 * answer: for the few kinds that every mail and every imported lead reads and writes. What is stored is the same; the compiler
 * checks values, nothing checks them again (docs/decisions/0025).
 *
 * @throws at the first use for an entity that does more than that (setters, defaults, names of fields, …)
 */
export function recordsOf<Row extends object, RowKey extends object>(
  entity: EntityOf<Row, RowKey>,
): Records<Row, RowKey> {
  let known: Storage | undefined;
  const toRead = () => {
    known ??= storageOf(entity);
    return known;
  };
  const toWrite = () => {
    const storage = toRead();
    if (storage.special === undefined) return storage;
    throw new Error(
      `${storage.entity}.${storage.special} is more than a value: ElectroDB writes it`,
    );
  };
  const change = (key: RowKey, mustExist: boolean) => {
    const storage = toWrite();
    return new RecordUpdate<Row>({ storage, key: keyIn(storage, key), own: key, mustExist });
  };
  return {
    read: (key) => ({
      key: keyIn(toRead(), key),
      read: (item) => fromItem<Row>(toRead(), item),
    }),
    create: (row) =>
      putOf({
        TableName: table,
        Item: toItem(toWrite(), row as Values),
        ConditionExpression: "attribute_not_exists(#pk) AND attribute_not_exists(#sk)",
        ExpressionAttributeNames: { "#pk": "pk", "#sk": "sk" },
      }),
    put: (row) => putOf({ TableName: table, Item: toItem(toWrite(), row as Values) }),
    patch: (key) => change(key, true),
    update: (key) => change(key, false),
    keysUpTo: (index, last, limit) => queryKeys(toRead(), index, { last: last as Values, limit }),
  };
}

async function queryKeys(
  { entity, indexes }: Storage,
  index: string,
  { last, limit }: { last: Values; limit: number },
): Promise<string[]> {
  const [pk, sk] = indexes.get(index) ?? [];
  const [partition, until] = [pk?.make(last), sk?.make(last)];
  if (!pk || !sk || partition === undefined || until === undefined) {
    throw new Error(`No key of ${entity} in ${index} is made of that`);
  }
  const { Items = [] } = (await client.send("Query", {
    TableName: table,
    IndexName: index,
    KeyConditionExpression: "#pk = :pk AND #sk <= :sk",
    ExpressionAttributeNames: { "#pk": pk.field, "#sk": sk.field },
    ExpressionAttributeValues: { ":pk": partition, ":sk": until },
    Limit: limit,
  })) as { Items?: Record<string, string>[] };
  return Items.flatMap((item) => item[sk.field] ?? []);
}

function putOf(put: Put): PreparedPut {
  return {
    params: () => put,
    commit: () => ({ Put: put }),
    async go() {
      await client.send("PutItem", put);
    },
  };
}

function keyIn({ entity, own }: Storage, composites: object): Key {
  const [pk, sk] = own.map(({ make }) => make(composites as Values));
  if (pk === undefined || sk === undefined) throw new Error(`A key of ${entity} is not complete`);
  return { pk, sk };
}

function toItem(storage: Storage, row: Values): Record<string, unknown> {
  const item: Record<string, unknown> = { ...keyIn(storage, row) };
  for (const name of storage.attributes) {
    const value = row[name];
    if (value !== undefined) item[name] = value;
  }
  for (const name of storage.sets) {
    if (Array.isArray(item[name])) item[name] = new Set(item[name]);
  }
  for (const [pk, sk] of storage.others) {
    const keys = [pk.make(row), sk.make(row)];
    // Keys of an index are there as a whole, or the record is not in it.
    if (keys.every((key) => key !== undefined)) [item[pk.field], item[sk.field]] = keys;
    else if ([pk, sk].some((half, at) => half.composite.length > 0 && keys[at] !== undefined)) {
      throw new Error(`The keys ${pk.field} and ${sk.field} of ${storage.entity} are not complete`);
    }
  }
  item.__edb_e__ = storage.entity;
  item.__edb_v__ = storage.version;
  return item;
}

export function fromItem<Row>({ attributes, sets }: Storage, item: Record<string, unknown>): Row {
  const row: Record<string, unknown> = {};
  for (const name of attributes) {
    const value = item[name];
    if (value !== undefined) row[name] = value;
  }
  for (const name of sets) {
    const value = row[name];
    if (value instanceof Set) row[name] = [...value];
  }
  return row as Row;
}
