import { DatabaseSync } from "node:sqlite";

const SHARDS = 8;
const LANE_INDEX = "gsi1";

type Key = { accountId: number; campaignId: number };
type Row = { pk: string; sk: string; item_json: string; item_size: number; hash_prefix: string };
type IndexRow = { gsi_pk: string; gsi_sk: string; item_json: string };

/**
 * Fills a campaign with copies of its leads' places up to the given id, in the embedded table's own file: a million of them take
 * a minute, and through the table an hour. The people behind them are missing, which a run asks for only when it plans them.
 */
export function copyLeads(
  { file, table }: { file: string; table: string },
  { accountId, campaignId }: Key,
  { from, until }: { from: number; until: number },
): void {
  const database = new DatabaseSync(file);
  database.exec("PRAGMA busy_timeout = 60000; PRAGMA synchronous = OFF; BEGIN IMMEDIATE");
  const index = `"${table}::gsi::${LANE_INDEX}"`;
  const addRow = database.prepare(
    `INSERT INTO "${table}" (pk, sk, item_json, item_size, hash_prefix) VALUES (?, ?, ?, ?, ?)`,
  );
  const addIndexRow = database.prepare(`INSERT INTO ${index} VALUES (?, ?, ?, ?, ?)`);
  const models = Array.from({ length: SHARDS }, (_, shard) => {
    const pk = `S:$thaw#accountid_${accountId}#campaignid_${campaignId}#shard_${shard}`;
    const row = database.prepare(`SELECT * FROM "${table}" WHERE pk = ? LIMIT 1`).get(pk) as Row;
    const found = database
      .prepare(`SELECT * FROM ${index} WHERE table_pk = ? AND table_sk = ?`)
      .get(row.pk, row.sk) as IndexRow;
    return { row, found, id: /leadid_(\d{12})/.exec(row.sk)?.[1] ?? "" };
  });
  for (let leadId = from; leadId <= until; leadId++) {
    const model = models[leadId % SHARDS];
    if (!model) continue;
    const { row, found, id } = model;
    const copied = (text: string) => text.replaceAll(id, String(leadId).padStart(id.length, "0"));
    const number = `"leadId":{"N":"${Number(id)}"}`;
    const item = copied(row.item_json).replace(number, `"leadId":{"N":"${leadId}"}`);
    addRow.run(row.pk, copied(row.sk), item, row.item_size, row.hash_prefix);
    addIndexRow.run(
      found.gsi_pk,
      copied(found.gsi_sk),
      row.pk,
      copied(row.sk),
      copied(found.item_json),
    );
  }
  database.exec("COMMIT");
  database.close();
}
