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
  /** Consumers of a shard at once, at most ten (Lambda, ParallelizationFactor); changes of one partition stay in order. */
  parallel: number;
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
  /** A message that is older has waited too long: an alarm says so. */
  lateAfterSeconds: number;
};

export type ScheduleSpec<F extends string = string> = {
  consumer: F;
  /** An EventBridge expression. */
  every: `rate(${string})` | `cron(${string})`;
};

/** Site and API seal what people enter; only workers open it. */
export type SecretRight = "seal" | "open";

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
  /** Seals secrets of accounts, such as passwords of mailboxes, or opens them too. */
  encryption?: SecretRight;
  /** Has operations that open secrets run by the function that may. */
  secretCalls?: boolean;
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

/**
 * A queue and the function that works on it, whose handler is the file of the queue's name in `packages/functions/src/queue`.
 * What is left out is what most have.
 */
type WorkerSpec = {
  consumer: string;
  /** Of the function; 60 unless given. */
  timeoutSeconds?: number;
  /** 512 unless given. */
  memoryMb?: number;
  uses: Uses;
  /** One unless given. */
  batchSize?: number;
  /** None unless given. */
  windowSeconds?: number;
  /** Six times the function's time unless given, as AWS advises (Lambda, "Using Lambda with Amazon SQS"). */
  visibilitySeconds?: number;
  concurrency: number;
  /** How far ahead its jobs are queued at most, in real seconds: none unless given. SQS holds back for 900. */
  aheadSeconds?: number;
  /** `aheadSeconds` and one more try after a failure unless given. */
  lateAfterSeconds?: number;
};
type Workers = Record<string, WorkerSpec>;

const TIMEOUT_SECONDS = 60;
const MAX_RECEIVES = 5;

/** Workers as they are written, with their names for the compiler. */
export const defineWorkers = <const W extends Workers>(workers: W) => workers;

export function queuesOfWorkers<W extends Workers>(workers: W) {
  const queues = Object.entries(workers).map(([name, worker]): [string, QueueSpec] => {
    const { timeoutSeconds = TIMEOUT_SECONDS, batchSize = 1, windowSeconds = 0 } = worker;
    const { consumer, concurrency, visibilitySeconds = 6 * timeoutSeconds } = worker;
    const { aheadSeconds = 0, lateAfterSeconds = aheadSeconds + visibilitySeconds } = worker;
    const received = {
      visibilitySeconds,
      maxReceives: MAX_RECEIVES,
      concurrency,
      lateAfterSeconds,
    };
    return [name, { consumer, batchSize, windowSeconds, ...received }];
  });
  return Object.fromEntries(queues) as { [Q in keyof W]: QueueSpec<W[Q]["consumer"]> };
}

export function functionsOfWorkers<W extends Workers>(workers: W) {
  const functions = Object.entries(workers).map(([name, worker]): [string, FunctionSpec] => {
    const { consumer, timeoutSeconds = TIMEOUT_SECONDS, memoryMb = 512, uses } = worker;
    const entry = `packages/functions/src/queue/${name}`;
    return [consumer, { entry, timeoutSeconds, memoryMb, uses }];
  });
  return Object.fromEntries(functions) as {
    [Q in keyof W as W[Q]["consumer"]]: Omit<FunctionSpec, "uses"> & Pick<W[Q], "uses">;
  };
}

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
  /** Runs operations that open secrets, and answers whoever may only seal them. */
  secretFunction: NoInfer<F>;
  schedules: Record<C, ScheduleSpec<NoInfer<F>>>;
  /**
   * How many of a function, or of the "site", AWS runs at once at most and keeps room for, on stages that reserve it. What
   * anybody can reach is capped, so that the rest of what an account runs, 1,000 in all, is left to workers.
   */
  reservedConcurrency: Partial<Record<NoInfer<F> | "site", number>>;
  /** Requests a second that API Gateway lets through to each route, for all callers together. */
  throttle: Record<"http" | "websocket", { perSecond: number; burst: number }>;
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
