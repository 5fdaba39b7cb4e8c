import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { app, type QueueName, variable } from "@thaw/core/manifest";
import { freePort } from "@thaw/local/free-port";
import { bucketName, bucketNames, type Manifest, queueNames } from "@thaw/local/manifest";
import { startS3Gate } from "@thaw/local/s3-gate";
import { startSes } from "@thaw/local/ses";
import { startSqsAndS3 } from "@thaw/local/sqs-s3";

export type TestCloud = AsyncDisposable & {
  readonly queueUrl: (name: QueueName) => string;
  readonly deadQueueUrl: (name: QueueName) => string;
  readonly bucket: string;
  /** The product's own mail so far, oldest first. */
  mails: () => Promise<
    { subject: string; destination: { to: string[] }; body: { text?: string } }[]
  >;
};

// The product's clients keep the address that they saw first, so a file's second cloud takes the same ports.
let ports: Promise<{ sqs: number; s3: number; ses: number }> | undefined;
const choosePorts = async () => ({
  sqs: await freePort(),
  s3: await freePort(),
  ses: await freePort(),
});

/**
 * Starts SQS with the manifest's queues, S3 and SES beside the table that every test has, and sets the environment for them.
 * Nothing consumes the queues: a test calls the consumers itself. One at a time: `await using cloud = await startCloud()`.
 */
export async function startCloud(manifest: Manifest = app): Promise<TestCloud> {
  ports ??= choosePorts();
  const dir = mkdtempSync(join(tmpdir(), "thaw-cloud-"));
  const chosen = await ports;
  const sqs = await startSqsAndS3({ dir, port: chosen.sqs, manifest });
  const gate = await startS3Gate({
    upstreamPort: sqs.port,
    port: chosen.s3,
    credentials: { accessKeyId: "local", secretAccessKey: "local" },
  });
  const ses = await startSes({ dir, port: chosen.ses });
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
  Object.assign(process.env, environment);
  return {
    queueUrl: sqs.queueUrl,
    deadQueueUrl: sqs.deadQueueUrl,
    bucket: bucketName("files"),
    async mails() {
      const response = await fetch(`${ses.endpoint}/store`);
      return ((await response.json()) as { emails: never[] }).emails;
    },
    async [Symbol.asyncDispose]() {
      for (const name of Object.keys(environment)) delete process.env[name];
      await gate.stop();
      await ses.stop();
      await sqs.stop();
      rmSync(dir, { recursive: true, force: true });
    },
  };
}
