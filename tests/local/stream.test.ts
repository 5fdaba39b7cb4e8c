import { EventEmitter, once } from "node:events";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { DeleteItemCommand, DynamoDBClient, PutItemCommand } from "@aws-sdk/client-dynamodb";
import { ReceiveMessageCommand, SQSClient } from "@aws-sdk/client-sqs";
import type { Local } from "@thaw/local/local";
import type { DynamoDBRecord, DynamoDBStreamEvent } from "aws-lambda";
import { expect, test, vi } from "vitest";
import { paced } from "../../scripts/pace.ts";
import { quick, startTestLocal, temporaryFolder } from "./start.ts";

async function put(local: Local, entity: string, name: string, bytes?: Uint8Array) {
  const client = new DynamoDBClient({ endpoint: local.cloud.dynamoEndpoint });
  await client.send(
    new PutItemCommand({
      TableName: "thaw",
      Item: {
        pk: { S: entity },
        sk: { S: name },
        __edb_e__: { S: entity },
        ...(bytes ? { bytes: { B: bytes } } : {}),
      },
    }),
  );
}

const nameOf = (record: DynamoDBRecord) => record.dynamodb?.Keys?.sk?.S;

test("a write reaches the stream's consumer in Lambda's form, records of other entities do not", async () => {
  using folder = temporaryFolder();
  const records: DynamoDBRecord[] = [];
  await using local = await startTestLocal(folder.path, {
    onTableChange: (event: DynamoDBStreamEvent) => void records.push(...event.Records),
  });
  await put(local, "mailbox", "unwanted");
  await put(local, "event", "wanted", Buffer.from("raw"));
  await put(local, "event", "last");
  await vi.waitUntil(() => records.length >= 2, paced(5000));
  expect(records.map(nameOf)).toEqual(["wanted", "last"]);
  expect(records[0]).toMatchObject({
    eventName: "INSERT",
    eventSource: "aws:dynamodb",
    eventSourceARN: expect.stringContaining(":table/thaw/stream/"),
    dynamodb: {
      ApproximateCreationDateTime: expect.any(Number),
      Keys: { pk: { S: "event" }, sk: { S: "wanted" } },
      NewImage: { bytes: { B: Buffer.from("raw").toString("base64") } },
      SequenceNumber: expect.any(String),
      StreamViewType: "NEW_AND_OLD_IMAGES",
    },
  });
});

test("a write that changes nothing reaches nobody, as on AWS", async () => {
  using folder = temporaryFolder();
  const records: DynamoDBRecord[] = [];
  await using local = await startTestLocal(folder.path, {
    onTableChange: (event: DynamoDBStreamEvent) => void records.push(...event.Records),
  });
  for (const bytes of ["raw", "raw", "other"])
    await put(local, "event", "same", Buffer.from(bytes));
  await put(local, "event", "last");
  await vi.waitUntil(() => records.some((record) => nameOf(record) === "last"), paced(5000));
  expect(records.map((record) => [record.eventName, nameOf(record)])).toEqual([
    ["INSERT", "same"],
    ["MODIFY", "same"],
    ["INSERT", "last"],
  ]);
});

test("leads reach their consumer when they come and with what they were when they are gone, events only when they come", async () => {
  using folder = temporaryFolder();
  const records: DynamoDBRecord[] = [];
  const take = (event: DynamoDBStreamEvent) => void records.push(...event.Records);
  await using local = await startTestLocal(folder.path, {
    onTableChange: take,
    onLeadChange: take,
  });
  const client = new DynamoDBClient({ endpoint: local.cloud.dynamoEndpoint });
  for (const entity of ["event", "lead"]) {
    await put(local, entity, "a");
    const Key = { pk: { S: entity }, sk: { S: "a" } };
    await client.send(new DeleteItemCommand({ TableName: "thaw", Key }));
  }
  await vi.waitUntil(() => records.length >= 3, paced(5000));
  const told = records.map(({ eventName, dynamodb }) => [
    eventName,
    (dynamodb?.NewImage ?? dynamodb?.OldImage)?.__edb_e__?.S,
  ]);
  expect(told).toHaveLength(3);
  expect(told).toEqual(
    expect.arrayContaining([
      ["INSERT", "event"],
      ["INSERT", "lead"],
      ["REMOVE", "lead"],
    ]),
  );
});

test("news go on while leads are worked on, however many other records lie between", async () => {
  using folder = temporaryFolder();
  const seen: (string | undefined)[] = [];
  const worked = new EventEmitter();
  const leads: number[] = [];
  await using local = await startTestLocal(folder.path, {
    onTableChange: (event: DynamoDBStreamEvent) => void seen.push(...event.Records.map(nameOf)),
    onLeadChange: async (event: DynamoDBStreamEvent) => {
      leads.push(event.Records.length);
      if (leads.length === 1) await once(worked, "all");
    },
  });
  await Promise.all(Array.from({ length: 250 }, (_, lead) => put(local, "lead", `${lead}`)));
  await vi.waitUntil(() => leads.length > 0, paced(5000));
  await put(local, "event", "behind them");
  await vi.waitUntil(() => seen.includes("behind them"), paced(5000));
  expect(leads).toHaveLength(1);
  worked.emit("all");
  await vi.waitUntil(() => leads.reduce((sum, count) => sum + count, 0) === 250, paced(10_000));
  expect(Math.max(...leads)).toBeLessThanOrEqual(quick.table.streams.leads.batchSize);
});

test("a record that always fails is found, given up and kept aside; the others arrive in order", async () => {
  using folder = temporaryFolder();
  const done: (string | undefined)[] = [];
  await using local = await startTestLocal(folder.path, {
    onTableChange: (event: DynamoDBStreamEvent) => {
      const names = event.Records.map(nameOf);
      if (names.includes("c")) throw new Error("poison");
      done.push(...names);
    },
  });
  for (const name of ["a", "b", "c", "d", "e"]) await put(local, "event", name);
  await vi.waitUntil(() => done.includes("e"), paced(10_000));
  expect(done).toEqual(["a", "b", "d", "e"]);
  const { Messages } = await new SQSClient({ endpoint: local.cloud.sqs.endpoint }).send(
    new ReceiveMessageCommand({
      QueueUrl: local.cloud.sqs.streamDeadLettersUrl,
      WaitTimeSeconds: 5,
    }),
  );
  expect(JSON.parse(Messages?.[0]?.Body ?? "{}")).toMatchObject({
    error: "Error: poison",
    record: { dynamodb: { Keys: { sk: { S: "c" } } } },
  });
});

test("a record that the consumer gives back comes again, those before it do not", async () => {
  using folder = temporaryFolder();
  const seen: (string | undefined)[][] = [];
  await using local = await startTestLocal(folder.path, {
    onTableChange: (event: DynamoDBStreamEvent) => {
      seen.push(event.Records.map(nameOf));
      const second = event.Records[1]?.dynamodb?.SequenceNumber;
      return { batchItemFailures: second ? [{ itemIdentifier: second }] : [] };
    },
  });
  await Promise.all([put(local, "event", "1"), put(local, "event", "2")]);
  await put(local, "event", "3");
  await vi.waitUntil(() => new Set(seen.flat()).size === 3, paced(5000));
  const tried = seen.flat();
  for (const name of ["1", "2", "3"]) expect(tried).toContain(name);
  const firstOfAll = seen[0]?.[0];
  expect(tried.filter((name) => name === firstOfAll)).toHaveLength(1);
});

test("after a restart the stream goes on behind what was handled, with what was written meanwhile", async () => {
  using folder = temporaryFolder();
  const seen: (string | undefined)[] = [];
  const handlers = {
    onTableChange: (event: DynamoDBStreamEvent) => void seen.push(...event.Records.map(nameOf)),
  };
  {
    await using local = await startTestLocal(folder.path, handlers);
    await put(local, "event", "before");
    // The place is saved after the consumer has answered.
    const place = join(folder.path, "stream-news.json");
    await vi.waitUntil(
      () => seen.length === 1 && /\d/.test(readFileSync(place, "utf8")),
      paced(5000),
    );
  }
  {
    await using local = await startTestLocal(folder.path, handlers);
    await put(local, "event", "after");
    await vi.waitUntil(() => seen.includes("after"), paced(5000));
  }
  expect(seen).toEqual(["before", "after"]);
});

test("a file of its place that a power cut has emptied is none, and the stream is read from the beginning", async () => {
  using folder = temporaryFolder();
  const seen: (string | undefined)[] = [];
  const handlers = {
    onTableChange: (event: DynamoDBStreamEvent) => void seen.push(...event.Records.map(nameOf)),
  };
  writeFileSync(join(folder.path, "stream-news.json"), "");
  await using local = await startTestLocal(folder.path, handlers);
  await put(local, "event", "new");
  await vi.waitUntil(() => seen.includes("new"), paced(5000));
});
