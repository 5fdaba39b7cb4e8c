import { defineWorkers } from "./manifest-spec.ts";

/** Reads mailboxes' secrets, and signs the tokens of links. */
export const WORKER = {
  table: true,
  secrets: ["LINK_KEYS", "TOKEN_SECRET"],
  encryption: "open",
  site: true,
} as const;

const SENDING = defineWorkers({
  plan: {
    consumer: "onPlan",
    batchSize: 5,
    concurrency: 50,
    // The clock queues runs every minute.
    lateAfterSeconds: 300,
    uses: {
      table: true,
      queues: ["plan", "send", "linkedin"],
      email: true,
      site: true,
    },
  },
  send: {
    consumer: "onSend",
    batchSize: 10,
    // An email is mostly waiting for its server, and those of a batch wait together. Gaps are counted from when an email leaves.
    windowSeconds: 5,
    concurrency: 150,
    aheadSeconds: 900,
    // An email that is not sent five minutes after its slot has waited for nothing.
    lateAfterSeconds: 1_200,
    timeoutSeconds: 120,
    uses: { ...WORKER, buckets: ["files"], queues: ["send"], email: true },
  },
  linkedin: {
    consumer: "onLinkedIn",
    concurrency: 20,
    uses: { table: true, encryption: "open" },
  },
});

const INBOX = defineWorkers({
  // A job is a hundred mailboxes, most of whose time is waiting for servers; or one with a large email, which takes 400 MB.
  poll: {
    consumer: "onPoll",
    concurrency: 100,
    // The next job for its mailboxes is there.
    lateAfterSeconds: 300,
    timeoutSeconds: 120,
    memoryMb: 768,
    uses: { ...WORKER, buckets: ["files"], queues: ["poll"] },
  },
  reply: {
    consumer: "onReply",
    batchSize: 5,
    concurrency: 20,
    aheadSeconds: 900,
    uses: { ...WORKER, buckets: ["files"], queues: ["reply"] },
  },
  categorise: {
    consumer: "onCategorise",
    concurrency: 50,
    aheadSeconds: 900,
    uses: { table: true, queues: ["categorise"], secrets: ["AI_KEY"], encryption: "open" },
  },
  remind: {
    consumer: "onRemind",
    batchSize: 10,
    windowSeconds: 1,
    concurrency: 10,
    uses: { table: true, email: true, site: true },
  },
});

const LEADS = defineWorkers({
  import: {
    consumer: "onImport",
    concurrency: 20,
    aheadSeconds: 900,
    timeoutSeconds: 300,
    // Not six times the consumer's time, as elsewhere: the import of a worker that dies stands still for so long, and two
    // workers at one message keep out of each other's way by the import's lease.
    visibilitySeconds: 360,
    memoryMb: 1024,
    uses: { table: true, buckets: ["files"], queues: ["import"] },
  },
  export: {
    consumer: "onExport",
    concurrency: 10,
    aheadSeconds: 900,
    timeoutSeconds: 300,
    // As of imports, and for the same reason.
    visibilitySeconds: 360,
    memoryMb: 1024,
    uses: { table: true, buckets: ["files"], queues: ["export"] },
  },
});

const ACCOUNTS = defineWorkers({
  // An empty queue costs a quarter of a dollar a month, so rare work of one kind shares one.
  cleanup: {
    consumer: "onCleanup",
    concurrency: 10,
    aheadSeconds: 900,
    timeoutSeconds: 120,
    uses: { table: true, queues: ["cleanup"] },
  },
  // Nobody from outside reaches it: the API and the site only ask it to look.
  domain: {
    consumer: "onDomain",
    batchSize: 5,
    // CloudFront allows few calls a second, all of an account's together.
    concurrency: 2,
    memoryMb: 256,
    uses: { table: true, email: true, site: true, whiteLabel: true, edge: true },
  },
  erase: {
    consumer: "onErase",
    concurrency: 10,
    aheadSeconds: 900,
    timeoutSeconds: 300,
    uses: {
      table: true,
      buckets: ["files"],
      queues: ["erase"],
      email: true,
      site: true,
      encryption: "open",
      websocket: true,
    },
  },
});

const WORKSPACE = defineWorkers({
  socket: {
    consumer: "onSilentSocket",
    batchSize: 10,
    concurrency: 5,
    aheadSeconds: 900,
    memoryMb: 256,
    uses: { table: true, websocket: true },
  },
});

/** Every queue, with the function that works on it. */
export const WORKERS = { ...SENDING, ...INBOX, ...LEADS, ...ACCOUNTS, ...WORKSPACE };
