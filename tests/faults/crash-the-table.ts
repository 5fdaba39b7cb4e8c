/**
 * The embedded table by itself. Its process is killed sixty times in the middle of concurrent conditional writes and transactions:
 * what it acknowledged is there, no transaction is there by half, and its index and its stream say the same as its items. Then the
 * last writes are torn off its log, as by a disk that loses them at a power cut: it opens at an earlier moment of its history.
 */
import { cpSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { setTimeout as sleep } from "node:timers/promises";
import { DynamoDBClient } from "@aws-sdk/client-dynamodb";
import { DYNAMO_FILE, startDynamo } from "@thaw/local/dynamo";
import { createTable } from "@thaw/local/table";
import { chance, seed } from "./support/chance.ts";
import { allItems, indexDifferences, TableHistory } from "./support/table-history.ts";
import { INDEX, TableWriters } from "./support/table-writers.ts";
import { walOf } from "./support/torn-wal.ts";
import { printFigure, show } from "./support/verdict.ts";

const KILLS = 60;
const LIFE_MS = 400;
const TEARS = 12;
const TABLE = "thaw";

Object.assign(process.env, {
  AWS_REGION: "us-east-1",
  AWS_ACCESS_KEY_ID: "local",
  AWS_SECRET_ACCESS_KEY: "local",
});
printFigure("THAW_FAULT_SEED", seed);
const draw = chance("moments");
const root = mkdtempSync(join(tmpdir(), "thaw-fault-table-"));
process.on("exit", () => rmSync(root, { recursive: true, force: true }));
const dir = join(root, "whole");
const dynamo = await startDynamo({ dir });
// It asks once: whether a write that got no answer was made is not to be covered up.
const client = new DynamoDBClient({ endpoint: dynamo.endpoint, maxAttempts: 1 });
await createTable(client, TABLE);
const writers = new TableWriters(client, TABLE, chance("writers"));
await writers.open();
const history = new TableHistory(TABLE);
const found = { lost: 0, halves: 0, index: 0, stream: 0 };

// The supervisor's word of each restart.
console.error = () => {};
for (let kill = 1; kill <= KILLS; kill++) {
  const busy = writers.start();
  await sleep(50 + draw() * LIFE_MS);
  await dynamo.crash();
  writers.stop();
  await busy;
  await look();
}
printFigure("kills", KILLS);
printFigure("writes acknowledged", JSON.stringify(writers.acknowledged));
show("writes that got no answer", writers.unknown, writers.unknown >= KILLS);
show("acknowledged writes lost", found.lost, found.lost === 0);
show("accounts that do not add up to the journal", found.halves, found.halves === 0);
show("items that the index has otherwise", found.index, found.index === 0);
show("items that the stream has otherwise", found.stream, found.stream === 0);
show("changes out of order or on another image", history.broken, history.broken === 0);

await tearOff();
await dynamo.stop();
process.exit();

async function look(): Promise<void> {
  const items = await allItems(client, TABLE);
  const { lost, halves } = writers.judge(items);
  found.lost += lost;
  found.halves += halves;
  found.index += await indexDifferences(client, { table: TABLE, ...INDEX }, items);
  await history.follow(dynamo.endpoint);
  found.stream += history.differences(items);
}

/** Nothing is under way while the files are copied: what is there is what a kill at this moment leaves. */
async function tearOff(): Promise<void> {
  const busy = writers.start();
  await sleep(1_500);
  writers.stop();
  await busy;
  await history.follow(dynamo.endpoint);
  const { commits } = walOf(join(dir, DYNAMO_FILE));
  const result = {
    opened: 0,
    intact: 0,
    earlier: 0,
    agree: 0,
    whole: 0,
    goesOn: 0,
    mostLost: 0,
    noticed: 0,
  };
  for (let tear = 1; tear <= TEARS; tear++) {
    const lost = Math.max(1, Math.round((commits * tear ** 2) / TEARS ** 2));
    const copy = join(root, `torn-${tear}`);
    cpSync(dir, copy, { recursive: true });
    walOf(join(copy, DYNAMO_FILE)).tear(lost);
    const torn = await startDynamo({ dir: copy });
    result.opened += 1;
    const tornClient = new DynamoDBClient({ endpoint: torn.endpoint, maxAttempts: 1 });
    const items = await allItems(tornClient, TABLE);
    const own = new TableHistory(TABLE);
    await own.follow(torn.endpoint);
    const gone = history.changes.length - own.changes.length;
    result.mostLost = Math.max(result.mostLost, gone);
    if (own.isBeginningOf(history) && gone > 0) result.earlier += 1;
    if (own.differences(items) + own.broken === 0) result.agree += 1;
    const { lost: missed, halves } = writers.judge(items);
    if (halves === 0) result.whole += 1;
    if (missed > 0) result.noticed += 1;
    await new TableWriters(tornClient, TABLE, draw).open();
    await own.follow(torn.endpoint);
    if (own.broken === 0 && own.differences(await allItems(tornClient, TABLE)) === 0)
      result.goesOn += 1;
    tornClient.destroy();
    await torn.stop();
    const database = new DatabaseSync(join(copy, DYNAMO_FILE));
    const checked = database.prepare("PRAGMA integrity_check").all();
    if (JSON.stringify(checked).includes('"ok"')) result.intact += 1;
    database.close();
    rmSync(copy, { recursive: true });
  }
  printFigure("transactions that only the log held", commits);
  printFigure("changes lost at most", result.mostLost);
  // That what was torn off is missed shows that the look after each kill would have missed it.
  show("torn logs whose loss was noticed", result.noticed, result.noticed > TEARS / 2);
  for (const [name, times] of [
    ["torn logs from which it opens", result.opened],
    ["SQLite finds it intact", result.intact],
    ["it is as at an earlier moment", result.earlier],
    ["its stream agrees with its items", result.agree],
    ["no transaction is there by half", result.whole],
    ["it goes on with numbers that rise", result.goesOn],
  ] as const) {
    show(name, `${times} of ${TEARS}`, times === TEARS);
  }
}
