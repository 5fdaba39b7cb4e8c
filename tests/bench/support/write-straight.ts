import { DatabaseSync } from "node:sqlite";
import { marshall } from "@aws-sdk/util-dynamodb";
import { app } from "@thaw/core/manifest";
import { client, table } from "@thaw/data/table";

const INDEXES = Object.keys(app.table.indexes);

type Item = Record<string, unknown>;
type Put = { PutRequest: { Item: Item } };
type Keys = { pk: string; sk: string };

/**
 * Until its end whatever is put in batches goes straight into the embedded table's own file, without a flush for each record and
 * without the stream: millions of records take minutes, and through the table hours. The table sees them at once.
 *
 * @returns what ends it
 */
export function writeStraight(file: string): () => void {
  const database = new DatabaseSync(file);
  database.exec("PRAGMA busy_timeout = 60000; PRAGMA synchronous = OFF");
  const add = database.prepare(
    `INSERT OR REPLACE INTO "${table}" (pk, sk, item_json, item_size) VALUES (?, ?, ?, ?)`,
  );
  const indexes = INDEXES.map((name) => ({
    name,
    add: database.prepare(`INSERT OR REPLACE INTO "${table}::gsi::${name}" VALUES (?, ?, ?, ?, ?)`),
  }));
  const put = (item: Item) => {
    const { pk, sk } = stored(keysOf(item, ""));
    const json = JSON.stringify(marshall(item, { removeUndefinedValues: true }));
    add.run(pk, sk, json, json.length);
    for (const index of indexes) {
      if (item[`${index.name}pk`] === undefined) continue;
      const place = stored(keysOf(item, index.name));
      index.add.run(
        place.pk,
        place.sk,
        pk,
        sk,
        JSON.stringify(marshall(projected(item, index.name))),
      );
    }
  };
  const stop = client.intercept(async (action, input, next) => {
    if (action !== "BatchWriteItem") return next(input);
    const puts = (input.RequestItems as Record<string, Put[]>)[table] ?? [];
    database.exec("BEGIN IMMEDIATE");
    for (const { PutRequest } of puts) put(PutRequest.Item);
    database.exec("COMMIT");
    return {};
  });
  return () => {
    stop();
    database.close();
  };
}

const keysOf = (item: Item, index: string): Keys => ({
  pk: item[`${index}pk`] as string,
  sk: item[`${index}sk`] as string,
});

/** As the table writes keys that are text. */
const stored = ({ pk, sk }: Keys): Keys => ({ pk: `S:${pk}`, sk: `S:${sk}` });

/** Indexes hold keys only. */
const projected = (item: Item, index: string): Item =>
  Object.fromEntries(["pk", "sk", `${index}pk`, `${index}sk`].map((name) => [name, item[name]]));
