import type { StreamName } from "./subscriptions.ts";

/** What the manifest may say of each kind of resource. */
export type TableSpec<F extends string = string> = {
  pk: string;
  sk: string;
  /** Sparse, keys only. */
  indexes: Record<string, { pk: string; sk: string }>;
  ttl: string;
  /** Readers of the table's stream; AWS serves two of a shard well. */
  streams: Record<StreamName, StreamSpec<F>>;
};

export type StreamSpec<F extends string = string> = {
  consumer: F;
  batchSize: number;
  windowSeconds: number;
  retries: number;
  /** Only records of these ElectroDB entities reach the consumer, */
  entities: readonly string[];
  /** and of these when they are gone, be it because they expired. */
  goneEntities: readonly string[];
};

export type QueueSpec<F extends string = string> = {
  consumer: F;
  batchSize: number;
  windowSeconds: number;
  visibilitySeconds: number;
  maxReceives: number;
  /** How many invocations at once: those of all queues together leave room for people and programs (AWS runs 1,000). */
  concurrency: number;
};

export type ScheduleSpec<F extends string = string> = {
  consumer: F;
  /** An EventBridge expression. */
  every: `rate(${string})` | `cron(${string})`;
};

export type Uses<
  B extends string = string,
  Q extends string = string,
  S extends string = string,
> = {
  table?: boolean;
  buckets?: readonly B[];
  queues?: readonly Q[];
  secrets?: readonly S[];
  /** Sends the product's own mail (SES). */
  email?: boolean;
  /** Posts to open websockets. */
  websocket?: boolean;
  /** Encrypts and decrypts mailbox secrets. */
  encryption?: boolean;
  /** Knows the public address of the site. */
  site?: boolean;
  /** Knows what the hosts of agencies point to. */
  whiteLabel?: boolean;
  /** Tells the edge which hosts of agencies it answers for, and whose they are. */
  edge?: boolean;
};

export type FunctionSpec<
  B extends string = string,
  Q extends string = string,
  S extends string = string,
> = {
  /** Path from the repository's root, without extension; exports `handler`. */
  entry: string;
  timeoutSeconds: number;
  memoryMb: number;
  uses: Uses<B, Q, S>;
};

type AppSpec<
  F extends string,
  B extends string,
  Q extends string,
  S extends string,
  C extends string,
> = {
  table: TableSpec<NoInfer<F>>;
  /** Objects under one of `oneDayPrefixes` are dropped when they are a day old. */
  buckets: Record<B, { cors: boolean; oneDayPrefixes: { upload: string; export: string } }>;
  queues: Record<Q, QueueSpec<NoInfer<F>>>;
  functions: Record<F, FunctionSpec<NoInfer<B>, NoInfer<Q>, NoInfer<S>>>;
  /** "METHOD /path" in API Gateway's syntax → function. */
  routes: Record<string, NoInfer<F>>;
  websocket: NoInfer<F>;
  schedules: Record<C, ScheduleSpec<NoInfer<F>>>;
  /** What has to be set before a stage is deployed, and what it does without: the code reads that as unset. */
  secrets: Record<S, "required" | "optional">;
  /** What the Remix server uses; it is no Lambda of `functions`, but has the same rights and environment names. */
  site: Uses<NoInfer<B>, NoInfer<Q>, NoInfer<S>>;
};

/** Cross references are checked by the compiler: a queue that names a missing function does not compile. */
export const defineApp = <
  const F extends string,
  const B extends string,
  const Q extends string,
  const S extends string,
  const C extends string,
>(
  spec: AppSpec<F, B, Q, S, C>,
) => spec;
