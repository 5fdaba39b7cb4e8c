import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { variable } from "@thaw/core/environment";
import { app, type QueueName } from "@thaw/core/manifest";
import { bucketName, bucketNames, type Manifest, queueNames } from "@thaw/local/manifest";
import { startS3Gate } from "@thaw/local/s3-gate";
import { startSes } from "@thaw/local/ses";
import { startSqsAndS3 } from "@thaw/local/sqs-s3";

export type TestCloud = AsyncDisposable & {
  readonly environment: Record<string, string>;
  readonly queueUrl: (name: QueueName) => string;
  readonly deadQueueUrl: (name: QueueName) => string;
  readonly bucket: string;
  /** The product's own mail so far, oldest first. */
  mails: () => Promise<
    { subject: string; destination: { to: string[] }; body: { text: string; html: string } }[]
  >;
};

type Servers = {
  cloud: Omit<TestCloud, typeof Symbol.asyncDispose>;
  empty: () => Promise<void>;
  stop: () => Promise<void>;
};

// Of one process and all its test files: the product's clients keep the address that they saw first.
let shared: Promise<Servers> | undefined;

/**
 * SQS with the manifest's queues, S3 and SES beside the table that every test has, and the environment for them. Nothing
 * consumes the queues: a test calls the consumers itself. One at a time: `await using cloud = await startCloud()`.
 */
export async function startCloud(): Promise<TestCloud> {
  shared ??= startServers(app);
  const { cloud, empty } = await shared;
  const forget = setEnvironment(cloud.environment);
  return {
    ...cloud,
    async [Symbol.asyncDispose]() {
      forget();
      await empty();
    },
  };
}

/** The same for a program, or of another manifest, whose servers stop at its end. */
export async function startOwnCloud(manifest: Manifest = app): Promise<TestCloud> {
  const { cloud, stop } = await startServers(manifest);
  const forget = setEnvironment(cloud.environment);
  return {
    ...cloud,
    async [Symbol.asyncDispose]() {
      forget();
      await stop();
    },
  };
}

function setEnvironment(environment: Record<string, string>): () => void {
  Object.assign(process.env, environment);
  return () => {
    for (const name of Object.keys(environment)) delete process.env[name];
  };
}

async function startServers(manifest: Manifest): Promise<Servers> {
  const dir = mkdtempSync(join(process.env.TEST_DIR ?? tmpdir(), "thaw-cloud-"));
  const sqs = await startSqsAndS3({ dir, port: 0, manifest });
  const gate = await startS3Gate({
    upstreamPort: sqs.port,
    port: 0,
    credentials: { accessKeyId: "local", secretAccessKey: "local" },
  });
  const ses = await startSes({ dir, port: 0 });
  const environment = {
    AWS_ENDPOINT_URL_SQS: sqs.endpoint,
    AWS_ENDPOINT_URL_S3: gate.endpoint,
    AWS_ENDPOINT_URL_SESV2: ses.endpoint,
    ...Object.fromEntries(
      queueNames(manifest).map((name) => [variable.queue(name), sqs.queueUrl(name)]),
    ),
    ...Object.fromEntries(
      bucketNames(manifest).map((name) => [variable.bucket(name), bucketName(name)]),
    ),
  };
  return {
    cloud: {
      environment,
      queueUrl: sqs.queueUrl,
      deadQueueUrl: sqs.deadQueueUrl,
      bucket: bucketName("files"),
      async mails() {
        const response = await fetch(`${ses.endpoint}/store`);
        return ((await response.json()) as { emails: never[] }).emails;
      },
    },
    async empty() {
      sqs.empty();
      await fetch(`${ses.endpoint}/clear-store`, { method: "POST" });
    },
    async stop() {
      await gate.stop();
      await ses.stop();
      await sqs.stop();
      rmSync(dir, { recursive: true, force: true });
    },
  };
}
