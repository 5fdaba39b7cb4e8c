import type { BucketName, FunctionName, QueueName, SecretName } from "@thaw/core/manifest";
import type {
  FunctionSpec,
  QueueSpec,
  ScheduleSpec,
  TableSpec,
  Uses,
} from "@thaw/core/manifest-spec";

/** The shape of the product's manifest, so that a test can hand in one with shorter times. */
export type Manifest = {
  table: TableSpec<FunctionName>;
  buckets: Record<BucketName, { cors: boolean }>;
  queues: Record<QueueName, QueueSpec<FunctionName>>;
  functions: Record<FunctionName, FunctionSpec<BucketName, QueueName, SecretName>>;
  routes: Record<string, FunctionName>;
  websocket: FunctionName;
  schedules: Record<string, ScheduleSpec<FunctionName>>;
  secrets: Record<SecretName, "required" | "optional">;
  site: Uses<BucketName, QueueName, SecretName>;
};

export const REGION = "us-east-1";
export const AWS_ACCOUNT = "000000000000";

export const tableName = "thaw";
export const bucketName = (bucket: BucketName) => `thaw-${bucket}`;
export const deadQueueName = (queue: QueueName) => `${queue}-dead`;

export function queueNames(manifest: Manifest): QueueName[] {
  return Object.keys(manifest.queues) as QueueName[];
}

export function bucketNames(manifest: Manifest): BucketName[] {
  return Object.keys(manifest.buckets) as BucketName[];
}
