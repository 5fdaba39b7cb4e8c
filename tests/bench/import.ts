/**
 * Imports a CSV of new leads and writes as many items of the same shape with bare BatchWriteItem, each in a process of its
 * own. Prints both rates, their ratio, the memory of the importing process and the time until the first leads are there.
 * Where others use the machine too, only what worker and table need of a core tells how fast an import is.
 *
 *   node tests/bench/import.ts [rows] [alone]
 *
 * "alone" leaves the comparison out and imports once, with the memory that a worker has: for a million rows.
 */
import { fork } from "node:child_process";
import { once } from "node:events";
import { Readable } from "node:stream";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { DynamoDBClient } from "@aws-sdk/client-dynamodb";
import { BatchWriteCommand, DynamoDBDocumentClient } from "@aws-sdk/lib-dynamodb";
import { systemActor } from "@thaw/core/actor";
import { listLeads } from "@thaw/core/leads/lead/lead-list";
import { ImportJobEntity } from "@thaw/core/leads/lead-import/import-job.entity";
import { NO_COUNTS } from "@thaw/core/leads/lead-import/lead-import.schema";
import { runLeadImport } from "@thaw/core/leads/lead-import/run-lead-import";
import { uploadStream } from "@thaw/data/bucket";
import { table } from "@thaw/data/table";
import { startOwnCloud } from "../support/cloud.ts";
import { watchMemory } from "../support/peak-memory.ts";
import startTable from "../support/table.ts";
import { tableCpuSeconds } from "./support/table-cpu.ts";

const ITEMS_PER_LEAD = 3;
const IN_FLIGHT = 8;
const MEGABYTE = 1_048_576;
/** Left to itself V8 collects little before it has to: these limits show what an import needs. */
const SMALL_HEAP = ["--max-old-space-size=160", "--max-semi-space-size=16"];
const FILE_KEY = "acct/1/import/bench";
const JOBS = {
  import: { accountId: 1, importId: 1 },
  bounded: { accountId: 3, importId: 1 },
};
const COLUMNS = ["email", "first_name", "last_name", "company_name", "website", "job_title"];

type Report = { items: number; seconds: number; cpuSeconds: number; peakBytes: number };
type Measured = Report & { tableSeconds: number };

const [, , argument = "20000", role] = process.argv;
const rows = Number(argument);
// The product reads the table's name when it is loaded: only processes that are started afterwards may use it.
if (role === "prepare") await work(prepare);
else if (role === "watch") await work(watchFirstLead);
else if (role === "import" || role === "bounded") await work(() => importFile(JOBS[role]));
else if (role === "bare") await work(writeBare);
else if (role === "alone") await importAlone();
else await compare();

async function importAlone(): Promise<void> {
  const stopTable = await startTable();
  await using _cloud = await startOwnCloud();
  await measure("prepare");
  const [first, bounded] = await Promise.all([measure("watch"), measure("bounded")]);
  const { items, seconds, peakBytes } = bounded;
  await stopTable();
  console.log(
    [
      `rows                     ${rows}`,
      `import                   ${(items / ITEMS_PER_LEAD / seconds).toFixed(0)} leads/s (bar: 1000), ${seconds.toFixed(0)} s`,
      `CPU a lead               ${cpuOf(bounded)}`,
      `peak memory              ${(peakBytes / MEGABYTE).toFixed(0)} MB (bar: 256) with ${SMALL_HEAP.join(" ")}`,
      `first leads seen after   ${first.seconds.toFixed(1)} s (bar: 3)`,
    ].join("\n"),
  );
}

async function compare(): Promise<void> {
  const stopTable = await startTable();
  await using _cloud = await startOwnCloud();
  await measure("prepare");
  const bare = await measure("bare");
  const [first, imported] = await Promise.all([measure("watch"), measure("import")]);
  const bounded = await measure("bounded");
  await stopTable();
  const rate = ({ items, seconds }: Report) => items / seconds;
  console.log(
    [
      `rows                     ${rows}`,
      `bare BatchWriteItem      ${rate(bare).toFixed(0)} items/s`,
      `import                   ${rate(imported).toFixed(0)} items/s`,
      `ratio in items           ${(rate(imported) / rate(bare)).toFixed(2)} (bar: 0.60)`,
      `leads a second           ${(rate(imported) / ITEMS_PER_LEAD).toFixed(0)} (bar: 1000)`,
      `CPU a lead               ${cpuOf(imported)}`,
      `            bare         ${cpuOf(bare)}`,
      `peak memory              ${(bounded.peakBytes / MEGABYTE).toFixed(0)} MB (bar: 256) with ${SMALL_HEAP.join(" ")}, ${(rate(bounded) / ITEMS_PER_LEAD).toFixed(0)} leads/s`,
      `                         ${(imported.peakBytes / MEGABYTE).toFixed(0)} MB without a limit`,
      `first leads seen after   ${first.seconds.toFixed(1)} s (bar: 3)`,
    ].join("\n"),
  );
}

function cpuOf({ cpuSeconds, tableSeconds }: Measured): string {
  const ms = (seconds: number) => `${((1000 * seconds) / rows).toFixed(2)} ms`;
  return `worker ${ms(cpuSeconds)}, table ${ms(tableSeconds)}`;
}

type Mode = "prepare" | "watch" | "import" | "bounded" | "bare";

/** Runs one part in a process of its own. */
async function measure(mode: Mode): Promise<Measured> {
  const before = tableCpuSeconds();
  const worker = fork(fileURLToPath(import.meta.url), [String(rows), mode], {
    execArgv: mode === "bounded" ? SMALL_HEAP : [],
  });
  const report = once(worker, "message").then(([message]) => message as Report);
  const [code] = await once(worker, "exit");
  if (code !== 0) throw new Error(`${mode} ended with ${code}`);
  return { ...(await report), tableSeconds: tableCpuSeconds() - before };
}

async function prepare(): Promise<void> {
  const bytes = await uploadCsv();
  for (const job of Object.values(JOBS)) await createJob(job, bytes);
}

async function work(run: () => Promise<void>): Promise<void> {
  using memory = watchMemory();
  const started = performance.now();
  const cpu = process.cpuUsage();
  await run();
  const seconds = (performance.now() - started) / 1000;
  const { user, system } = process.cpuUsage(cpu);
  const cpuSeconds = (user + system) / 1e6;
  const items = rows * ITEMS_PER_LEAD;
  process.send?.({ items, seconds, cpuSeconds, peakBytes: memory.peakBytes() } satisfies Report);
  process.disconnect();
}

type JobKey = { accountId: number; importId: number };

async function importFile(key: JobKey): Promise<void> {
  const run = await runLeadImport(key, {
    signal: new AbortController().signal,
    creditLimit: Number.POSITIVE_INFINITY,
  });
  const { data: job } = await ImportJobEntity.get(key).go({ consistent: true });
  const counts = job?.counts as typeof NO_COUNTS | undefined;
  if (run.state !== "finished" || counts?.imported !== rows) {
    throw new Error(`The import ended as ${run.state} with ${JSON.stringify(counts)}`);
  }
}

async function createJob(key: JobKey, totalBytes: number): Promise<void> {
  const [email, ...others] = COLUMNS.map((name, column) =>
    name === "job_title" ? { column, to: "custom", name } : { column, to: "field", field: name },
  );
  await ImportJobEntity.create({
    ...key,
    campaignId: 1,
    type: "CSV",
    fileKey: FILE_KEY,
    fileName: "bench.csv",
    status: "UPLOADED",
    mapping: [email, ...others],
    options: { overwrite: false, skip_if_in_other_campaign: false, skip_if_bounced: true },
    dialect: { delimiter: ",", encoding: "utf-8", bomBytes: 0, lineEnd: "\n" },
    width: COLUMNS.length,
    totalBytes,
    byteOffset: COLUMNS.join(",").length + 1,
    lastRow: 1,
    rowsDone: 0,
    counts: NO_COUNTS,
    reservedCredits: 0,
    createdAt: new Date().toISOString(),
    createdBy: 1,
  }).go();
}

async function uploadCsv(): Promise<number> {
  let bytes = 0;
  function* lines() {
    let text = `${COLUMNS.join(",")}\n`;
    for (let i = 0; i < rows; i++) {
      text += `person.${i}@company-${i % 5000}.example,First${i},Last${i},"Company ${i % 5000}, Inc.",https://company-${i % 5000}.example,Head of Things\n`;
      if (text.length < 65_536 && i < rows - 1) continue;
      bytes += text.length;
      yield Buffer.from(text);
      text = "";
    }
  }
  await uploadStream(FILE_KEY, Readable.from(lines()), "text/csv");
  return bytes;
}

async function watchFirstLead(): Promise<void> {
  const accounts = Object.values(JOBS).map(({ accountId }) => systemActor(accountId));
  for (;;) {
    const lists = await Promise.all(accounts.map((account) => listLeads(account, { limit: 1 })));
    if (lists.some(({ items }) => items.length > 0)) return;
    await sleep(50);
  }
}

/** The items that an import writes, without reading, checking or counting anything. */
async function writeBare(): Promise<void> {
  const documents = DynamoDBDocumentClient.from(new DynamoDBClient({}));
  const items = bareItems();
  const lane = async () => {
    for (;;) {
      const batch = Array.from({ length: 25 }, () => items.next().value).filter(Boolean);
      if (batch.length === 0) return;
      const RequestItems = { [table]: batch.map((Item) => ({ PutRequest: { Item } })) };
      const { UnprocessedItems } = await documents.send(new BatchWriteCommand({ RequestItems }));
      if (Object.keys(UnprocessedItems ?? {}).length > 0) throw new Error("Items were left over");
    }
  };
  await Promise.all(Array.from({ length: IN_FLIGHT }, lane));
}

function* bareItems(): Generator<Record<string, unknown>, undefined> {
  const at = new Date().toISOString();
  for (let i = 0; i < rows; i++) {
    const id = String(i).padStart(12, "0");
    const shard = i % 8;
    const email = `person.${i}@company-${i % 5000}.example`;
    const company = { companyBox: `2.company-${i % 5000}.example`, companyPlace: id };
    const entity = (name: string) => ({ __edb_e__: name, __edb_v__: "1", accountId: 2 });
    yield {
      ...entity("claim"),
      pk: `$thaw#scope_2#kind_lead-email#value_${email}`,
      sk: "$claim_1",
      scope: "2",
      kind: "lead-email",
      value: email,
      ownerId: i,
    };
    yield {
      ...entity("lead"),
      pk: `$thaw#accountid_2#shard_${shard}`,
      sk: `$lead_1#leadid_${id}`,
      shard,
      leadId: i,
      email,
      first_name: `First${i}`,
      last_name: `Last${i}`,
      company_name: `Company ${i % 5000}, Inc.`,
      website: `https://company-${i % 5000}.example`,
      custom_fields: { job_title: "Head of Things" },
      campaignIds: new Set([1]),
      searched: `${email}\nfirst${i} last${i}\ncompany ${i % 5000}, inc.`,
      ...company,
      gsi2pk: `$thaw#companybox_${company.companyBox}`,
      gsi2sk: `$lead_1#companyplace_${id}`,
      createdAt: at,
      updatedAt: at,
      revision: 1,
      importId: 1,
      importRow: i,
    };
    yield {
      ...entity("campaignLead"),
      pk: `$thaw#accountid_2#campaignid_1#shard_${shard}`,
      sk: `$campaignlead_1#leadid_${id}`,
      gsi1pk: `$thaw#lane_2.1.first-${shard}`,
      gsi1sk: `$campaignlead_1#due_${at}#${id}#1`.toLowerCase(),
      campaignId: 1,
      shard,
      leadId: i,
      status: "STARTED",
      nextStep: 1,
      lane: `2.1.first-${shard}`,
      due: `${at}#${id}#1`,
      enrolledAt: at,
      importId: 1,
      importRow: i,
    };
  }
  return undefined;
}
