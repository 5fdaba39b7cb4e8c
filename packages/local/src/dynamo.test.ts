import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import {
  DynamoDBClient,
  GetItemCommand,
  PutItemCommand,
  TransactWriteItemsCommand,
} from "@aws-sdk/client-dynamodb";
import { app } from "@thaw/core/manifest";
import { expect, test } from "vitest";
import { startDynamo } from "./dynamo.ts";
import { createTable } from "./table.ts";
import { sweepPage } from "./ttl.ts";

const TABLE = "thaw";

async function startTable() {
  const dir = mkdtempSync(join(tmpdir(), "thaw-dynamo-"));
  const dynamo = await startDynamo({ dir });
  const client = new DynamoDBClient({ endpoint: dynamo.endpoint });
  await createTable(client, TABLE);
  return {
    dynamo,
    client,
    file: join(dir, "dynamo.sqlite"),
    put: (sk: string, more = {}) =>
      client.send(
        new PutItemCommand({ TableName: TABLE, Item: { pk: { S: "a" }, sk: { S: sk }, ...more } }),
      ),
    async get(sk: string) {
      const Key = { pk: { S: "a" }, sk: { S: sk } };
      return (await client.send(new GetItemCommand({ TableName: TABLE, Key }))).Item;
    },
    async [Symbol.asyncDispose]() {
      client.destroy();
      await dynamo.stop();
      rmSync(dir, { recursive: true, force: true });
    },
  };
}

test("a database that is killed comes back on the same address with what it acknowledged", async () => {
  await using table = await startTable();
  await table.put("kept");
  await table.dynamo.crash();
  expect(await table.get("kept")).toMatchObject({ sk: { S: "kept" } });
});

test("a second start on the same port fails with a hint how to set another port", async () => {
  await using table = await startTable();
  const dir = mkdtempSync(join(tmpdir(), "thaw-dynamo-"));
  const port = Number(new URL(table.dynamo.endpoint).port);
  await expect(startDynamo({ dir, port })).rejects.toThrow(
    new RegExp(`^Port ${port} is taken, .*THAW_INNER_PORT`),
  );
  rmSync(dir, { recursive: true });
});

test("a table that exists is left as it is", async () => {
  await using table = await startTable();
  await table.put("kept");
  await createTable(table.client, TABLE);
  expect(await table.get("kept")).toBeDefined();
});

test("an item is deleted when its time has come, not before, and not for a time that is no number", async () => {
  await using table = await startTable();
  const seconds = Math.floor(Date.now() / 1000);
  await table.put("expired", { ttl: { N: String(seconds - 10) } });
  await table.put("alive", { ttl: { N: String(seconds + 1000) } });
  await table.put("text", { ttl: { S: "1" } });
  await table.put("none");
  expect(await sweepPage(table.client, { name: TABLE, spec: app.table })).toBeUndefined();
  expect(await table.get("expired")).toBeUndefined();
  for (const name of ["alive", "text", "none"]) expect(await table.get(name)).toBeDefined();
});

test("stream records are forgotten when they are old and read; numbers go on rising", async () => {
  await using table = await startTable();
  for (const name of ["1", "2", "3"]) await table.put(name);
  const database = new DatabaseSync(table.file);
  const sequences = () =>
    database
      .prepare("SELECT CAST(sequence_number AS INTEGER) AS n FROM _stream_records ORDER BY n")
      .all()
      .map((row) => row.n);
  table.dynamo.trimStream(3);
  expect(sequences()).toEqual([1, 2, 3]);
  database.exec("UPDATE _stream_records SET created_at = created_at - 90000");
  table.dynamo.trimStream(2);
  expect(sequences()).toEqual([2, 3]);
  table.dynamo.trimStream(3);
  await table.put("4");
  expect(sequences()).toEqual([3, 4]);
  database.close();
});

test("the index without which writes slow down with every stream record is there", async () => {
  await using table = await startTable();
  const database = new DatabaseSync(table.file);
  const plan = database
    .prepare(
      "EXPLAIN QUERY PLAN SELECT max(CAST(sequence_number AS INTEGER)) FROM _stream_records WHERE table_name = 'thaw'",
    )
    .all();
  database.close();
  expect(JSON.stringify(plan)).toContain("thaw_stream_sequence");
});

// Tokens are kept in the process: packages/data/src/table-client.ts makes no transaction again that may have been done.
test("a crash makes the table forget the tokens of transactions, so our client asks no second time", async () => {
  await using table = await startTable();
  const transaction = {
    ClientRequestToken: "one",
    TransactItems: [
      {
        Update: {
          TableName: TABLE,
          Key: { pk: { S: "a" }, sk: { S: "counter" } },
          UpdateExpression: "ADD n :one",
          ExpressionAttributeValues: { ":one": { N: "1" } },
        },
      },
    ],
  };
  const commit = () => table.client.send(new TransactWriteItemsCommand(transaction));
  await commit();
  await commit();
  expect(await table.get("counter")).toMatchObject({ n: { N: "1" } });
  await table.dynamo.crash();
  await commit();
  expect(await table.get("counter")).toMatchObject({ n: { N: "2" } });
});
