import { existsSync, mkdirSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { SetQueueAttributesCommand, SQSClient } from "@aws-sdk/client-sqs";
import type { QueueName } from "@thaw/core/manifest";
import { startFauxqs } from "fauxqs";
import {
  AWS_ACCOUNT,
  bucketName,
  bucketNames,
  deadQueueName,
  type Manifest,
  queueNames,
  REGION,
} from "./manifest.ts";

export type SqsAndS3 = {
  readonly endpoint: string;
  readonly port: number;
  readonly queueUrl: (name: QueueName) => string;
  readonly deadQueueUrl: (name: QueueName) => string;
  /** Table changes that the stream's consumer could not handle. */
  readonly streamDeadLettersUrl: string;
  /** Takes every message and every object away. */
  empty: () => void;
  stop: () => Promise<void>;
};

/** The database with all messages and objects, in the folder that is handed in. */
export const SQS_S3_FILE = "fauxqs.db";
const STREAM_DEAD_LETTERS = "stream-dead-letters";
/** Two weeks: the longest that SQS keeps a message. */
const RETENTION_SECONDS = String(14 * 24 * 3600);

/**
 * Starts SQS, with a dead-letter queue "<name>-dead" for each queue of the manifest, and the store behind S3, which
 * checks no signature: the gate does.
 *
 * @param port where it listens; 0 for a free one
 */
export async function startSqsAndS3(options: {
  dir: string;
  port: number;
  manifest: Manifest;
}): Promise<SqsAndS3> {
  const { dir, port, manifest } = options;
  mkdirSync(dir, { recursive: true });
  releaseMessagesInFlight(join(dir, SQS_S3_FILE));
  // An empty host makes queue URLs begin with the address that was asked, not with a name to resolve.
  const server = await startFauxqs({
    port,
    host: "",
    logger: false,
    dataDir: dir,
    defaultRegion: REGION,
  });
  const names = queueNames(manifest);
  server.setup({
    queues: [...names, ...names.map(deadQueueName), STREAM_DEAD_LETTERS].map((name) => ({ name })),
    buckets: bucketNames(manifest).map(bucketName),
  });
  const endpoint = `http://127.0.0.1:${server.port}`;
  const url = (name: string) => `${endpoint}/${AWS_ACCOUNT}/${name}`;
  // Set at every start: a queue that exists may be from an older manifest.
  await setAttributes(endpoint, url, manifest);
  return {
    endpoint,
    port: server.port,
    queueUrl: url,
    deadQueueUrl: (name) => url(deadQueueName(name)),
    streamDeadLettersUrl: url(STREAM_DEAD_LETTERS),
    empty: () => server.reset(),
    stop: () => server.stop(),
  };
}

async function setAttributes(
  endpoint: string,
  url: (name: string) => string,
  manifest: Manifest,
): Promise<void> {
  const credentials = { accessKeyId: "local", secretAccessKey: "local" };
  const client = new SQSClient({ endpoint, region: REGION, credentials });
  for (const name of queueNames(manifest)) {
    const { visibilitySeconds, maxReceives } = manifest.queues[name];
    const dead = deadQueueName(name);
    await client.send(
      new SetQueueAttributesCommand({
        QueueUrl: url(dead),
        Attributes: { MessageRetentionPeriod: RETENTION_SECONDS },
      }),
    );
    await client.send(
      new SetQueueAttributesCommand({
        QueueUrl: url(name),
        Attributes: {
          VisibilityTimeout: String(visibilitySeconds),
          MessageRetentionPeriod: RETENTION_SECONDS,
          RedrivePolicy: JSON.stringify({
            deadLetterTargetArn: `arn:aws:sqs:${REGION}:${AWS_ACCOUNT}:${dead}`,
            maxReceiveCount: maxReceives,
          }),
        },
      }),
    );
  }
  client.destroy();
}

/**
 * Messages that were being worked on when the product was stopped or killed can be received at once, and that receive
 * does not count: nobody else is working on them, and the stop was no fault of theirs.
 */
function releaseMessagesInFlight(file: string): void {
  if (!existsSync(file)) return;
  const database = new DatabaseSync(file);
  try {
    const exists = database
      .prepare("SELECT 1 FROM sqlite_master WHERE type = 'table' AND name = 'sqs_messages'")
      .get();
    if (!exists) return;
    database.exec(
      "UPDATE sqs_messages SET receipt_handle = NULL, visibility_deadline = NULL, " +
        "approximate_receive_count = max(0, approximate_receive_count - 1) " +
        "WHERE receipt_handle IS NOT NULL",
    );
  } finally {
    database.close();
  }
}
