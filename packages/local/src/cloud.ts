import { join } from "node:path";
import { DynamoDBClient } from "@aws-sdk/client-dynamodb";
import { environmentOf, type Resolve } from "@thaw/core/environment";
import type { Disk } from "./disk.ts";
import { DYNAMO_FILE, type Dynamo, startDynamo } from "./dynamo.ts";
import { bucketName, type Manifest, REGION, tableName } from "./manifest.ts";
import { createS3Gate, type S3Gate } from "./s3-gate.ts";
import type { Credentials } from "./s3-signature.ts";
import { type Ses, startSes } from "./ses.ts";
import { SQS_S3_FILE, type SqsAndS3, startSqsAndS3 } from "./sqs-s3.ts";
import { stopAll } from "./stop-all.ts";
import { createTable } from "./table.ts";
import { sweepExpired } from "./ttl.ts";

export type Ports = { dynamo: number; sqs: number; ses: number };

export type Cloud = {
  readonly dynamoEndpoint: string;
  /** Undefined when the operator brings a database: AWS_ENDPOINT_URL_DYNAMODB. */
  readonly dynamo: Dynamo | undefined;
  readonly sqs: SqsAndS3;
  readonly ses: Ses;
  /** To be mounted where AWS_ENDPOINT_URL_S3 points. */
  readonly s3Gate: S3Gate;
  stop: () => Promise<void>;
};

const dynamoDir = (dir: string) => join(dir, "dynamo");
const sqsDir = (dir: string) => join(dir, "sqs-s3");

/** The databases with what the product may not lose: the table's, and that of queues and objects. */
export const databasesIn = (dir: string): string[] => [
  join(dynamoDir(dir), DYNAMO_FILE),
  join(sqsDir(dir), SQS_S3_FILE),
];

/** Starts everything that AWS would give, on loopback, with its data in `dir`. */
export async function startCloud(options: {
  dir: string;
  ports: Ports;
  manifest: Manifest;
  credentials: Credentials;
  /** A DynamoDB that runs already. */
  dynamoEndpoint?: string | undefined;
  disk: Disk;
}): Promise<Cloud> {
  const { dir, ports, manifest, credentials, disk } = options;
  const started: (() => Promise<void>)[] = [];
  const stop = () => stopAll(started);
  try {
    const dynamo = options.dynamoEndpoint
      ? undefined
      : await startDynamo({ dir: dynamoDir(dir), port: ports.dynamo });
    if (dynamo) started.push(dynamo.stop);
    const dynamoEndpoint = options.dynamoEndpoint ?? dynamo?.endpoint ?? "";
    const client = new DynamoDBClient({ endpoint: dynamoEndpoint, region: REGION, credentials });
    await createTable(client, tableName);
    const sweeping = new AbortController();
    const { signal } = sweeping;
    const swept = sweepExpired(client, { name: tableName, spec: manifest.table }, { signal, disk });
    started.push(async () => {
      sweeping.abort();
      await swept;
      client.destroy();
    });

    const sqs = await startSqsAndS3({ dir: sqsDir(dir), port: ports.sqs, manifest });
    started.push(sqs.stop);
    const ses = await startSes({ dir: join(dir, "ses"), port: ports.ses });
    started.push(ses.stop);
    const s3Gate = createS3Gate({ upstreamPort: sqs.port, credentials });
    return { dynamoEndpoint, dynamo, sqs, ses, s3Gate, stop };
  } catch (error) {
    await stop().catch(console.error);
    throw error;
  }
}

/** What the SDK and the product's code read from the environment, for all functions and the site together. */
export function cloudEnvironment(options: {
  cloud: Pick<Cloud, "dynamoEndpoint" | "sqs" | "ses">;
  manifest: Manifest;
  credentials: Credentials;
  s3Endpoint: string;
  resolve: Omit<Resolve, "table" | "bucket" | "queue">;
}): Record<string, string> {
  const { cloud, manifest, credentials, s3Endpoint } = options;
  const resolve: Resolve = {
    ...options.resolve,
    table: () => tableName,
    bucket: bucketName,
    queue: cloud.sqs.queueUrl,
  };
  const uses = [...Object.values(manifest.functions).map((spec) => spec.uses), manifest.site];
  return {
    AWS_REGION: REGION,
    AWS_ACCESS_KEY_ID: credentials.accessKeyId,
    AWS_SECRET_ACCESS_KEY: credentials.secretAccessKey,
    AWS_ENDPOINT_URL_DYNAMODB: cloud.dynamoEndpoint,
    AWS_ENDPOINT_URL_SQS: cloud.sqs.endpoint,
    AWS_ENDPOINT_URL_S3: s3Endpoint,
    AWS_ENDPOINT_URL_SESV2: cloud.ses.endpoint,
    ...Object.assign({}, ...uses.map((use) => environmentOf(use, resolve))),
  };
}
