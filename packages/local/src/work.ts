import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { DescribeTableCommand, DynamoDBClient } from "@aws-sdk/client-dynamodb";
import {
  DynamoDBStreamsClient,
  type _Record as StreamRecord,
} from "@aws-sdk/client-dynamodb-streams";
import { SendMessageCommand, SQSClient } from "@aws-sdk/client-sqs";
import type { Cloud } from "./cloud.ts";
import type { Disk } from "./disk.ts";
import { type Manifest, queueNames, REGION, tableName } from "./manifest.ts";
import { pollQueue } from "./queue-poller.ts";
import type { Invoke } from "./runtime.ts";
import type { Credentials } from "./s3-signature.ts";
import { runSchedule } from "./scheduler.ts";
import { readStream } from "./stream-reader.ts";

const GRACE_MS = 10_000;
const TRIM_EVERY_MS = 10 * 60_000;

/**
 * Starts what happens without anyone asking: queues, the table's streams and schedules. Returns the function that takes no
 * more work and waits for what is under way, at most ten seconds: whatever is not finished then comes again.
 */
export async function startWork(options: {
  cloud: Cloud;
  manifest: Manifest;
  invoke: Invoke;
  /** The folder of the data. */
  dir: string;
  credentials: Credentials;
  disk: Disk;
}): Promise<() => Promise<void>> {
  const { cloud, manifest, invoke, credentials, disk } = options;
  const stopping = new AbortController();
  const { signal } = stopping;
  const sqs = new SQSClient({ endpoint: cloud.sqs.endpoint, region: REGION, credentials });
  // In an object: a bare promise would be waited for.
  const streams = await startStreams(options, sqs, signal);
  const running = [
    ...queueNames(manifest).map((name) => {
      const queue = { name, url: cloud.sqs.queueUrl(name), spec: manifest.queues[name], disk };
      return pollQueue(sqs, queue, invoke, signal);
    }),
    ...Object.entries(manifest.schedules).map(([name, spec]) =>
      runSchedule(name, spec, { invoke, disk }, signal),
    ),
    ...streams.finished,
  ];
  return async () => {
    stopping.abort();
    const grace = new AbortController();
    const over = sleep(GRACE_MS, undefined, { signal: grace.signal }).catch(() => undefined);
    await Promise.race([Promise.allSettled(running), over]);
    grace.abort();
    sqs.destroy();
  };
}

async function startStreams(
  options: Parameters<typeof startWork>[0],
  sqs: SQSClient,
  signal: AbortSignal,
): Promise<{ finished: Promise<void>[] }> {
  const { cloud, manifest, invoke, dir, credentials, disk } = options;
  const endpoint = cloud.dynamoEndpoint;
  const table = new DynamoDBClient({ endpoint, region: REGION, credentials });
  const { Table } = await table.send(new DescribeTableCommand({ TableName: tableName }));
  table.destroy();
  const streamArn = Table?.LatestStreamArn;
  if (!streamArn) throw new Error(`Table ${tableName} has no stream`);
  const client = new DynamoDBStreamsClient({ endpoint, region: REGION, credentials });
  const giveUp = async (record: StreamRecord, error: unknown) => {
    console.error("A table change was given up", error);
    await sqs.send(
      new SendMessageCommand({
        QueueUrl: cloud.sqs.streamDeadLettersUrl,
        MessageBody: JSON.stringify({ error: String(error), record }),
      }),
    );
  };
  const names = Object.keys(manifest.table.streams);
  const trim = trimmer(names, (sequence) => cloud.dynamo?.trimStream(sequence));
  const { dynamo } = cloud;
  const finished = Object.entries(manifest.table.streams).map(([name, spec]) =>
    readStream({
      client,
      streamArn,
      spec,
      positionFile: join(dir, `stream-${name}.json`),
      invoke,
      signal,
      disk,
      lastSequence: dynamo && (() => dynamo.lastSequence()),
      giveUp,
      onProgress: (sequence) => trim(name, Number(sequence)),
    }),
  );
  return { finished };
}

/** Lets the table forget now and then what every reader of its stream has behind it. */
function trimmer(names: readonly string[], trimTo: (sequence: number) => void) {
  const read = new Map<string, number>();
  let trimmedAt = 0;
  return (name: string, sequence: number) => {
    read.set(name, sequence);
    if (read.size < names.length || Date.now() - trimmedAt < TRIM_EVERY_MS) return;
    trimmedAt = Date.now();
    trimTo(Math.min(...read.values()));
  };
}
