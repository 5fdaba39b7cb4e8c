/**
 * The one description of every resource. Pure data, without SST, CDK or the AWS SDK: `stacks/` turns it into
 * CloudFormation, `packages/local` into the runtime on one machine.
 */
import { defineApp } from "./manifest-spec.ts";
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

const WORKER = { table: true, secrets: ["TOKEN_SECRET"], encryption: true, site: true } as const;
const FRONT = {
  ...WORKER,
  secrets: ["TOKEN_SECRET", "AI_KEY", "OIDC_ISSUERS", "EDGE_SECRET"],
  buckets: ["files"],
  queues: ["plan", "send", "poll", "import", "export", "reply", "uncategorise", "erase", "domain"],
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
        ...filtersOf("news"),
      },
      leads: {
        consumer: "onLeadChange",
        batchSize: 100,
        windowSeconds: 2,
        retries: 10,
        ...filtersOf("leads"),
      },
    },
  },
  buckets: { files: { cors: true, oneDayPrefixes: { upload: "upload/", export: "export/" } } },
  queues: {
    plan: {
      consumer: "onPlan",
      batchSize: 5,
      windowSeconds: 0,
      visibilitySeconds: 360,
      maxReceives: 5,
      concurrency: 50,
    },
    send: {
      consumer: "onSend",
      batchSize: 10,
      windowSeconds: 1,
      visibilitySeconds: 720,
      maxReceives: 5,
      concurrency: 150,
    },
    poll: {
      consumer: "onPoll",
      batchSize: 5,
      windowSeconds: 0,
      visibilitySeconds: 720,
      maxReceives: 5,
      concurrency: 150,
    },
    import: {
      consumer: "onImport",
      batchSize: 1,
      windowSeconds: 0,
      // Not six times the consumer's time, as elsewhere: the import of a worker that dies stands still for so long, and two
      // workers at one message keep out of each other's way by the import's lease.
      visibilitySeconds: 360,
      maxReceives: 5,
      concurrency: 20,
    },
    export: {
      consumer: "onExport",
      batchSize: 1,
      windowSeconds: 0,
      // As of imports, and for the same reason.
      visibilitySeconds: 360,
      maxReceives: 5,
      concurrency: 10,
    },
    reply: {
      consumer: "onReply",
      batchSize: 5,
      windowSeconds: 0,
      visibilitySeconds: 360,
      maxReceives: 5,
      concurrency: 20,
    },
    categorise: {
      consumer: "onCategorise",
      batchSize: 1,
      windowSeconds: 0,
      visibilitySeconds: 360,
      maxReceives: 5,
      concurrency: 50,
    },
    linkedin: {
      consumer: "onLinkedIn",
      batchSize: 1,
      windowSeconds: 0,
      visibilitySeconds: 360,
      maxReceives: 5,
      concurrency: 20,
    },
    uncategorise: {
      consumer: "onUncategorise",
      batchSize: 1,
      windowSeconds: 0,
      visibilitySeconds: 720,
      maxReceives: 5,
      concurrency: 10,
    },
    remind: {
      consumer: "onRemind",
      batchSize: 10,
      windowSeconds: 1,
      visibilitySeconds: 360,
      maxReceives: 5,
      concurrency: 10,
    },
    erase: {
      consumer: "onErase",
      batchSize: 1,
      windowSeconds: 0,
      visibilitySeconds: 1800,
      maxReceives: 5,
      concurrency: 10,
    },
    handover: {
      consumer: "onHandover",
      batchSize: 1,
      windowSeconds: 0,
      visibilitySeconds: 720,
      maxReceives: 5,
      concurrency: 10,
    },
    domain: {
      consumer: "onDomain",
      batchSize: 5,
      windowSeconds: 0,
      visibilitySeconds: 360,
      maxReceives: 5,
      // CloudFront allows few calls a second, all of an account's together.
      concurrency: 2,
    },
    socket: {
      consumer: "onSilentSocket",
      batchSize: 10,
      windowSeconds: 0,
      visibilitySeconds: 360,
      maxReceives: 5,
      concurrency: 5,
    },
  },
  functions: {
    api: {
      entry: "packages/functions/src/api/api",
      timeoutSeconds: 29,
      memoryMb: 1024,
      uses: FRONT,
    },
    onTick: {
      entry: "packages/functions/src/schedule/tick",
      timeoutSeconds: 60,
      memoryMb: 512,
      uses: { table: true, queues: ["plan", "poll", "remind", "domain", "erase"] },
    },
    onPlan: {
      entry: "packages/functions/src/queue/plan",
      timeoutSeconds: 60,
      memoryMb: 1024,
      uses: {
        table: true,
        queues: ["plan", "send", "linkedin"],
        encryption: true,
        email: true,
        site: true,
      },
    },
    onSend: {
      entry: "packages/functions/src/queue/send",
      timeoutSeconds: 120,
      memoryMb: 1024,
      uses: { ...WORKER, buckets: ["files"], queues: ["send"], email: true },
    },
    onPoll: {
      entry: "packages/functions/src/queue/poll",
      timeoutSeconds: 120,
      memoryMb: 1024,
      uses: { ...WORKER, buckets: ["files"], queues: ["poll"] },
    },
    onImport: {
      entry: "packages/functions/src/queue/import",
      timeoutSeconds: 300,
      memoryMb: 1024,
      uses: { table: true, buckets: ["files"], queues: ["import"] },
    },
    onExport: {
      entry: "packages/functions/src/queue/export",
      timeoutSeconds: 300,
      memoryMb: 1024,
      uses: { table: true, buckets: ["files"], queues: ["export"] },
    },
    onReply: {
      entry: "packages/functions/src/queue/reply",
      timeoutSeconds: 60,
      memoryMb: 512,
      uses: { ...WORKER, buckets: ["files"], queues: ["reply"] },
    },
    onCategorise: {
      entry: "packages/functions/src/queue/categorise",
      timeoutSeconds: 60,
      memoryMb: 512,
      uses: { table: true, queues: ["categorise"], secrets: ["AI_KEY"], encryption: true },
    },
    onLinkedIn: {
      entry: "packages/functions/src/queue/linkedin",
      timeoutSeconds: 60,
      memoryMb: 512,
      uses: { table: true, encryption: true },
    },
    onUncategorise: {
      entry: "packages/functions/src/queue/uncategorise",
      timeoutSeconds: 120,
      memoryMb: 512,
      uses: { table: true, queues: ["uncategorise"] },
    },
    onErase: {
      entry: "packages/functions/src/queue/erase",
      timeoutSeconds: 300,
      memoryMb: 512,
      uses: {
        table: true,
        buckets: ["files"],
        queues: ["erase"],
        email: true,
        site: true,
        encryption: true,
        websocket: true,
      },
    },
    onHandover: {
      entry: "packages/functions/src/queue/handover",
      timeoutSeconds: 120,
      memoryMb: 256,
      uses: { table: true, queues: ["handover"] },
    },
    // Nobody from outside reaches it: the API and the site only ask it to look.
    onDomain: {
      entry: "packages/functions/src/queue/domain",
      timeoutSeconds: 60,
      memoryMb: 256,
      uses: { table: true, email: true, site: true, whiteLabel: true, edge: true },
    },
    onSilentSocket: {
      entry: "packages/functions/src/queue/socket",
      timeoutSeconds: 60,
      memoryMb: 256,
      uses: { table: true, websocket: true },
    },
    onRemind: {
      entry: "packages/functions/src/queue/remind",
      timeoutSeconds: 60,
      memoryMb: 512,
      uses: { table: true, email: true, site: true },
    },
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
        secrets: ["TOKEN_SECRET"],
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
  schedules: { tick: { consumer: "onTick", every: "rate(1 minute)" } },
  secrets: {
    TOKEN_SECRET: "required",
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
