import { setTimeout as sleep } from "node:timers/promises";
import { isDeepStrictEqual } from "node:util";
import {
  DescribeStreamCommand,
  type DynamoDBStreamsClient,
  GetRecordsCommand,
  type GetRecordsCommandOutput,
  GetShardIteratorCommand,
  type _Record as StreamRecord,
} from "@aws-sdk/client-dynamodb-streams";
import type { FunctionName } from "@thaw/core/manifest";
import type { StreamSpec } from "@thaw/core/manifest-spec";
import type { Disk } from "./disk.ts";
import { streamEvent } from "./events.ts";
import { failedIds } from "./queue-poller.ts";
import type { Invoke } from "./runtime.ts";
import { StreamPlaces } from "./stream-places.ts";

const POLL_MS = 250;
/** As many as a request may bring: most are of no interest to one reader. */
const PAGE = 1_000;
const DESCRIBE_EVERY_MS = 10_000;
const FIRST_BACKOFF_MS = 100;
const MAX_BACKOFF_MS = 30_000;

export type StreamReader = {
  client: DynamoDBStreamsClient;
  streamArn: string;
  spec: StreamSpec<FunctionName>;
  /** Where the reader's place is kept, so that a restart goes on from there. */
  positionFile: string;
  invoke: Invoke;
  /** Takes a record that failed as often as the manifest allows. */
  giveUp: (record: StreamRecord, error: unknown) => Promise<void>;
  /** The sequence number of the table's last change, where that is known. */
  lastSequence?: (() => number) | undefined;
  /** Told how far the stream has been read. */
  onProgress?: (sequence: string) => void;
  /** While it is full nothing is handed over: no change is given up because of it. */
  disk: Disk;
  signal: AbortSignal;
};

/**
 * Hands the table's changes to the stream's consumer in order, until the signal aborts.
 *
 * As on AWS with bisection: a batch that fails is halved until the bad record is alone; that one is tried again with
 * growing pauses and then given up. A record may arrive twice: the place is saved after the consumer succeeded.
 */
export async function readStream(reader: StreamReader): Promise<void> {
  const { signal } = reader;
  const { positionFile: file, streamArn, lastSequence } = reader;
  const places = new StreamPlaces({ file, streamArn, lastSequence });
  const shards = shardList(reader);
  while (!signal.aborted) {
    await reader.disk.room(signal);
    try {
      if (await readShards(reader, await shards(), places)) continue;
    } catch (error) {
      if (signal.aborted) return;
      reader.disk.report("The table's stream cannot be read", error);
    }
    await pause(POLL_MS, signal);
  }
}

/** The stream's shards, asked for again now and then. */
function shardList({ client, streamArn, signal }: StreamReader): () => Promise<string[]> {
  let shards: string[] = [];
  let askedAt = 0;
  return async () => {
    // A new table has none before its first write.
    if (shards.length > 0 && performance.now() - askedAt < DESCRIBE_EVERY_MS) return shards;
    const { StreamDescription } = await client.send(
      new DescribeStreamCommand({ StreamArn: streamArn }),
      { abortSignal: signal },
    );
    shards = (StreamDescription?.Shards ?? []).flatMap(({ ShardId }) => ShardId ?? []);
    askedAt = performance.now();
    return shards;
  };
}

/** One pass over all shards; true when there were records. */
async function readShards(
  reader: StreamReader,
  shards: readonly string[],
  places: StreamPlaces,
): Promise<boolean> {
  let found = false;
  for (const shard of shards) {
    const { matching, last } = await nextRecords(reader, shard, places.of(shard));
    if (last === undefined) continue;
    found = true;
    const save = (sequence: string) => {
      places.save(shard, sequence);
      reader.onProgress?.(sequence);
    };
    for (let from = 0; from < matching.length; from += reader.spec.batchSize) {
      await deliver(reader, matching.slice(from, from + reader.spec.batchSize), save);
    }
    if (places.of(shard) !== last) save(last);
  }
  return found;
}

/** Reads until there is at least a full batch, or the window after its first record is over. */
async function nextRecords(
  reader: StreamReader,
  shard: string,
  after: string | undefined,
): Promise<{ matching: StreamRecord[]; last: string | undefined }> {
  const { client, spec, signal } = reader;
  const matching: StreamRecord[] = [];
  let iterator = await iteratorAfter(reader, shard, after);
  let last: string | undefined;
  let until: number | undefined;
  while (iterator && matching.length < spec.batchSize && performance.now() < (until ?? Infinity)) {
    const page: GetRecordsCommandOutput = await client.send(
      new GetRecordsCommand({ ShardIterator: iterator, Limit: PAGE }),
      { abortSignal: signal },
    );
    const records = page.Records ?? [];
    iterator = page.NextShardIterator;
    last = sequenceOf(records.at(-1)) ?? last;
    matching.push(...records.filter((record) => isWanted(record, spec)));
    // Not the machine's clock, which may be set back meanwhile.
    if (matching.length > 0) until ??= performance.now() + spec.windowSeconds * 1000;
    else if (records.length === 0) break;
    if (records.length === 0) await pause(POLL_MS, signal);
  }
  return { matching, last };
}

async function iteratorAfter(
  { client, streamArn, signal }: StreamReader,
  shard: string,
  after: string | undefined,
): Promise<string | undefined> {
  const { ShardIterator } = await client.send(
    new GetShardIteratorCommand({
      StreamArn: streamArn,
      ShardId: shard,
      ...(after === undefined
        ? { ShardIteratorType: "TRIM_HORIZON" }
        : { ShardIteratorType: "AFTER_SEQUENCE_NUMBER", SequenceNumber: after }),
    }),
    { abortSignal: signal },
  );
  return ShardIterator;
}

const sequenceOf = (record: StreamRecord | undefined) => record?.dynamodb?.SequenceNumber;

/**
 * ElectroDB keeps an item's entity in `__edb_e__`. A write that changes no data is a record of the embedded table and none of
 * DynamoDB's (developerguide/Streams.html): nobody is to rely on it.
 */
function isWanted({ eventName, dynamodb }: StreamRecord, spec: StreamSpec): boolean {
  if (eventName === "MODIFY" && isDeepStrictEqual(dynamodb?.OldImage, dynamodb?.NewImage))
    return false;
  const wanted = eventName === "REMOVE" ? spec.goneEntities : spec.entities;
  const image = eventName === "REMOVE" ? dynamodb?.OldImage : dynamodb?.NewImage;
  return wanted.includes(image?.__edb_e__?.S ?? "");
}

/** Hands records over, and saves the place behind each part of them that needs no more work. */
async function deliver(
  reader: StreamReader,
  records: readonly StreamRecord[],
  save: (sequence: string) => void,
): Promise<void> {
  if (records.length === 0) return;
  const outcome = await attempt(reader, records);
  const passed = sequenceOf(records[outcome.passed - 1]);
  if (passed) save(passed);
  const rest = records.slice(outcome.passed);
  if (rest.length === 0) return;
  if (rest.length === 1) {
    await retry(reader, rest, outcome.error);
    const alone = sequenceOf(rest[0]);
    if (alone) save(alone);
    return;
  }
  const middle = Math.ceil(rest.length / 2);
  await deliver(reader, rest.slice(0, middle), save);
  await deliver(reader, rest.slice(middle), save);
}

async function retry(
  reader: StreamReader,
  records: readonly StreamRecord[],
  firstError: unknown,
): Promise<void> {
  let error = firstError;
  for (let attempts = 0; attempts < reader.spec.retries; attempts++) {
    await pause(Math.min(FIRST_BACKOFF_MS * 2 ** attempts, MAX_BACKOFF_MS), reader.signal);
    // A reader that stops in the middle goes on from the saved position next time.
    reader.signal.throwIfAborted();
    const outcome = await attempt(reader, records);
    if (outcome.passed === records.length) return;
    error = outcome.error;
    if (!reader.disk.isFull()) continue;
    await reader.disk.room(reader.signal);
    attempts = -1;
  }
  for (const record of records) await reader.giveUp(record, error);
}

/** How many records from the front the consumer is done with. */
async function attempt(
  { invoke, spec, streamArn, disk }: StreamReader,
  records: readonly StreamRecord[],
): Promise<{ passed: number; error?: unknown }> {
  try {
    const failed = failedIds(await invoke(spec.consumer, streamEvent(streamArn, records)));
    if (!failed) return { passed: 0, error: new Error("The consumer gave the batch back") };
    const first = records.findIndex((record) => failed.has(sequenceOf(record) ?? ""));
    if (first < 0) return { passed: records.length };
    return { passed: first, error: new Error("The consumer gave the record back") };
  } catch (error) {
    disk.report(`${spec.consumer} failed on ${records.length} records`, error);
    return { passed: 0, error };
  }
}

async function pause(ms: number, signal: AbortSignal): Promise<void> {
  await sleep(ms, undefined, { signal }).catch(() => undefined);
}
