/**
 * The one description of every resource. Pure data, without SST, CDK or the AWS SDK: `stacks/` turns it into
 * CloudFormation, `packages/local` into the runtime on one machine.
 */
import { defineApp, type Uses } from "./manifest-spec.ts";

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
        entities: ["event", "importJob", "threadMessage", "user"],
        goneEntities: ["session"],
      },
      leads: {
        consumer: "onLeadChange",
        batchSize: 100,
        windowSeconds: 2,
        retries: 10,
        entities: ["lead"],
        goneEntities: ["lead"],
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
      uses: { table: true, queues: ["categorise", "handover"], websocket: true },
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
  secrets: ["TOKEN_SECRET", "AI_KEY", "OIDC_ISSUERS", "EDGE_SECRET"],
  site: FRONT,
});

export type FunctionName = keyof typeof app.functions;
export type BucketName = keyof typeof app.buckets;
export type QueueName = keyof typeof app.queues;
export type SecretName = (typeof app.secrets)[number];

/** The only place where an environment variable's name is made up. */
export const variable = {
  table: "TABLE_MAIN",
  bucket: (name: BucketName) => `BUCKET_${name.toUpperCase()}`,
  queue: (name: QueueName) => `QUEUE_${name.toUpperCase()}_URL`,
  /** SST's own form: with prefetched secrets the deployment puts the value itself here. */
  secret: (name: SecretName) => `SST_Secret_value_${name}`,
  websocket: "WEBSOCKET_ENDPOINT",
  emailFrom: "EMAIL_FROM",
  /** A KMS key's ARN, or `file:` and the path of a key file on one machine. */
  encryption: "ENCRYPTION_KEY",
  site: "SITE_URL",
  contactEmail: "CONTACT_EMAIL",
  pageViewSink: "PAGE_VIEW_SINK",
  aiBaseUrl: "AI_BASE_URL",
  aiModels: "AI_MODELS",
  /** Which host is which account's, for the edge: a CloudFront key-value store's ARN, or `file:` and a path. */
  edgeHosts: "EDGE_HOSTS",
  /** "distribution/connection group" of CloudFront for the hosts of agencies, or `file:` on one machine. */
  edgeTenants: "EDGE_TENANTS",
  whiteLabelTarget: "WHITE_LABEL_TARGET",
  /** Further hosts of the provider's own, with commas between them. */
  providerHosts: "PROVIDER_HOSTS",
  /** Where a service is called, where that is not below the public origin: `SMART_DELIVERY_URL`. */
  service: (name: ServiceName) => `${name.toUpperCase().replaceAll("-", "_")}_URL`,
} as const;

/** What a function's environment holds, each value given by the caller: a CloudFormation token or a local value. */
export type Resolve = {
  table: () => string;
  bucket: (name: BucketName) => string;
  queue: (name: QueueName) => string;
  secret: (name: SecretName) => string;
  websocket: () => string;
  emailFrom: () => string;
  encryption: () => string;
  site: () => string;
  whiteLabelTarget: () => string;
  edgeHosts: () => string;
  edgeTenants: () => string;
};

/** What each use that is on or off makes known. */
const KNOWN_BY = {
  table: ["table"],
  websocket: ["websocket"],
  email: ["emailFrom"],
  encryption: ["encryption"],
  site: ["site"],
  whiteLabel: ["whiteLabelTarget"],
  edge: ["edgeHosts", "edgeTenants"],
} as const;

export function environmentOf(
  uses: Uses<BucketName, QueueName, SecretName>,
  resolve: Resolve,
): Record<string, string> {
  const environment: Record<string, string> = {};
  for (const name of uses.buckets ?? []) environment[variable.bucket(name)] = resolve.bucket(name);
  for (const name of uses.queues ?? []) environment[variable.queue(name)] = resolve.queue(name);
  for (const name of uses.secrets ?? []) environment[variable.secret(name)] = resolve.secret(name);
  for (const use of Object.keys(KNOWN_BY) as (keyof typeof KNOWN_BY)[]) {
    if (uses[use]) for (const name of KNOWN_BY[use]) environment[variable[name]] = resolve[name]();
  }
  return environment;
}
