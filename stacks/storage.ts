import { Key } from "aws-cdk-lib/aws-kms";
import { type IQueue, Queue as PlainQueue, QueueEncryption } from "aws-cdk-lib/aws-sqs";
import { Duration, PhysicalName } from "aws-cdk-lib/core";
import type { Construct } from "constructs";
import { Bucket, Config, Queue, type StackContext, Table } from "sst/constructs";
import { type BucketName, app as manifest } from "../packages/core/src/manifest.ts";
import { dataPolicy } from "./removal.ts";
import { settingsOf } from "./settings.ts";

/** Everything that keeps something: the table, buckets, queues, secrets and the key of mailbox secrets. */
export function storage({ stack, app }: StackContext) {
  const { permanent } = settingsOf(app.stage);
  const queues = mapValues(manifest.queues, (spec, name) => {
    const deadLetters = deadLetterQueue(stack, `${name}-dead-letters`);
    const queue = new Queue(stack, name, {
      cdk: {
        queue: {
          visibilityTimeout: Duration.seconds(spec.visibilitySeconds),
          retentionPeriod: Duration.days(4),
          encryption: QueueEncryption.SQS_MANAGED,
          enforceSSL: true,
          deadLetterQueue: { queue: deadLetters, maxReceiveCount: spec.maxReceives },
        },
      },
    });
    return { queue, deadLetters };
  });
  const encryptionKey = new Key(stack, "mailbox-secrets", {
    description: `Thaw ${app.stage}: wraps the keys of mailbox secrets`,
    enableKeyRotation: true,
    removalPolicy: dataPolicy(permanent),
  });
  const secrets = Object.keys(manifest.secrets).map((name) => new Config.Secret(stack, name));
  return {
    table: mainTable(stack, permanent),
    buckets: makeBuckets(stack, permanent),
    queues,
    encryptionKey,
    secrets,
  };
}

export type Storage = ReturnType<typeof storage>;

export function deadLetterQueue(scope: Construct, id: string): IQueue {
  return new PlainQueue(scope, id, {
    // As long as SQS keeps anything: someone has to look at these.
    retentionPeriod: Duration.days(14),
    encryption: QueueEncryption.SQS_MANAGED,
    enforceSSL: true,
  });
}

function mainTable(scope: Construct, permanent: boolean): Table {
  const { pk, sk, indexes, ttl } = manifest.table;
  const keys = [pk, sk, ...Object.values(indexes).flatMap((index) => [index.pk, index.sk])];
  return new Table(scope, "main", {
    fields: Object.fromEntries(keys.map((key) => [key, "string" as const])),
    primaryIndex: { partitionKey: pk, sortKey: sk },
    globalIndexes: mapValues(indexes, (index) => ({
      partitionKey: index.pk,
      sortKey: index.sk,
      projection: "keys_only" as const,
    })),
    timeToLiveAttribute: ttl,
    stream: "new_and_old_images",
    cdk: {
      table: {
        pointInTimeRecovery: permanent,
        deletionProtection: permanent,
        removalPolicy: dataPolicy(permanent),
        // CloudFormation makes the name up: under SST's, a table that a removed stage or a failed creation left behind would
        // be in the way.
        tableName: PhysicalName.GENERATE_IF_NEEDED,
      },
    },
  });
}

function makeBuckets(scope: Construct, permanent: boolean): Record<BucketName, Bucket> {
  return mapValues(
    manifest.buckets,
    ({ cors, oneDayPrefixes }, name) =>
      new Bucket(scope, name, {
        blockPublicACLs: true,
        // Any origin: white-label hosts upload too, and only a form that the product has signed is let in.
        cors: cors && [
          {
            allowedMethods: ["POST", "GET"],
            allowedOrigins: ["*"],
            allowedHeaders: ["*"],
            maxAge: "1 hour",
          },
        ],
        cdk: {
          bucket: {
            enforceSSL: true,
            removalPolicy: dataPolicy(permanent),
            lifecycleRules: [
              { abortIncompleteMultipartUploadAfter: Duration.days(1) },
              ...Object.values(oneDayPrefixes).map((prefix) => ({
                prefix,
                expiration: Duration.days(1),
              })),
            ],
          },
        },
      }),
  );
}

/** Object.entries and Object.fromEntries, with the keys' type kept. */
function mapValues<Key extends string, From, To>(
  record: Record<Key, From>,
  map: (value: From, key: Key) => To,
): Record<Key, To> {
  const entries = Object.entries(record) as [Key, From][];
  return Object.fromEntries(entries.map(([key, value]) => [key, map(value, key)])) as Record<
    Key,
    To
  >;
}
