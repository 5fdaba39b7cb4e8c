/**
 * The one description of every resource. Pure data, without SST, CDK or the AWS SDK: `stacks/` turns it into
 * CloudFormation, `packages/local` into the runtime on one machine. Queues are in `manifest-workers.ts`.
 */
import { defineApp, functionsOfWorkers, queuesOfWorkers } from "./manifest-spec.ts";
import { WORKERS } from "./manifest-workers.ts";
import { filtersOf, queuesOf } from "./subscriptions.ts";

/** What answers under a path of its own on every host of the product; all of it is the API's one function. */
export const SERVICES = [
  "untracked",
  "smart-delivery",
  "smart-senders",
  "smart-servers",
  "analytics",
  "warmup",
] as const;
export type ServiceName = (typeof SERVICES)[number];

const FRONT = {
  table: true,
  site: true,
  encryption: "seal",
  secretCalls: true,
  secrets: ["SESSION_KEYS", "LINK_KEYS", "TOKEN_SECRET", "AI_KEY", "OIDC_ISSUERS", "EDGE_SECRET"],
  buckets: ["files"],
  queues: ["plan", "send", "poll", "import", "export", "reply", "cleanup", "erase", "domain"],
  email: true,
  whiteLabel: true,
} as const;

export const app = defineApp({
  table: {
    pk: "pk",
    sk: "sk",
    indexes: { gsi1: { pk: "gsi1pk", sk: "gsi1sk" }, gsi2: { pk: "gsi2pk", sk: "gsi2sk" } },
    ttl: "ttl",
    // Two readers at their own pace, as many as a shard serves: figures and news wait for no import to be searchable.
    streams: {
      news: {
        consumer: "onTableChange",
        batchSize: 100,
        windowSeconds: 2,
        retries: 10,
        parallel: 2,
        ...filtersOf("news"),
      },
      leads: {
        consumer: "onLeadChange",
        batchSize: 100,
        windowSeconds: 2,
        retries: 10,
        parallel: 1,
        ...filtersOf("leads"),
      },
    },
  },
  buckets: { files: { cors: true, oneDayPrefixes: { upload: "upload/", export: "export/" } } },
  queues: queuesOfWorkers(WORKERS),
  functions: {
    api: {
      entry: "packages/functions/src/api/api",
      timeoutSeconds: 29,
      memoryMb: 1024,
      uses: FRONT,
    },
    // As long as a page may take: it stands in for the site and the API.
    onSecretCall: {
      entry: "packages/functions/src/call/secret-call",
      timeoutSeconds: 60,
      memoryMb: 1024,
      uses: {
        table: true,
        secrets: ["AI_KEY"],
        buckets: ["files"],
        encryption: "open",
        email: true,
        site: true,
      },
    },
    onTick: {
      entry: "packages/functions/src/schedule/tick",
      timeoutSeconds: 60,
      memoryMb: 512,
      uses: { table: true, queues: ["plan", "poll", "remind", "domain", "erase"] },
    },
    ...functionsOfWorkers(WORKERS),
    onTableChange: {
      entry: "packages/functions/src/stream/table-change",
      timeoutSeconds: 60,
      memoryMb: 512,
      uses: {
        table: true,
        queues: queuesOf("news"),
        websocket: true,
        email: true,
        site: true,
      },
    },
    onLeadChange: {
      entry: "packages/functions/src/stream/lead-change",
      timeoutSeconds: 60,
      memoryMb: 512,
      uses: { table: true },
    },
    onSocket: {
      entry: "packages/functions/src/realtime/socket",
      timeoutSeconds: 29,
      memoryMb: 512,
      uses: {
        table: true,
        secrets: ["SESSION_KEYS", "TOKEN_SECRET"],
        buckets: ["files"],
        queues: ["socket"],
        site: true,
        websocket: true,
      },
    },
  },
  routes: {
    "ANY /api/{proxy+}": "api",
    ...Object.fromEntries(SERVICES.map((service) => [`ANY /${service}/{proxy+}`, "api" as const])),
    "ANY /v1/graphql": "api",
    "GET /o/{token}": "api",
    "GET /c/{token}": "api",
    "ANY /u/{token}": "api",
    "GET /healthz": "api",
    "GET /readyz": "api",
  },
  websocket: "onSocket",
  secretFunction: "onSecretCall",
  reservedConcurrency: {
    onTick: 5,
    onSend: WORKERS.send.concurrency,
    api: 200,
    site: 150,
    onSocket: 50,
    onSecretCall: 50,
  },
  // Each caller's own limits are far below (kernel/request-rate): these are for more callers at once than there are.
  throttle: {
    http: { perSecond: 1_000, burst: 1_000 },
    websocket: { perSecond: 500, burst: 500 },
  },
  schedules: { tick: { consumer: "onTick", every: "rate(1 minute)" } },
  secrets: {
    SESSION_KEYS: "required",
    LINK_KEYS: "required",
    /** Signs in the place of a ring that is not set: installations from before there were rings have it alone. */
    TOKEN_SECRET: "optional",
    AI_KEY: "optional",
    OIDC_ISSUERS: "optional",
    EDGE_SECRET: "required",
  },
  site: FRONT,
});

export type FunctionName = keyof typeof app.functions;
export type BucketName = keyof typeof app.buckets;
export type QueueName = keyof typeof app.queues;
export type SecretName = keyof typeof app.secrets;
