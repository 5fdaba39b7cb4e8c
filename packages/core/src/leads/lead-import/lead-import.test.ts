import { client } from "@thaw/data/table";
import { parse } from "csv-parse/sync";
import { expect, test, vi } from "vitest";
import { testActor } from "../../../../../tests/support/actor.ts";
import { cloudOfFile } from "../../../../../tests/support/file-cloud.ts";
import { readLeadCredits } from "../../accounts/subscription-plan/lead-credit.ts";
import type { Actor } from "../../actor.ts";
import { createCampaign } from "../../campaigns/campaign/campaign.ts";
import { installClock, now } from "../../clock.ts";
import { readEvents } from "../../reporting/event/event.ts";
import { getLead } from "../lead/lead.ts";
import { flagBounced } from "../lead/lead-delivery.ts";
import { listLeads } from "../lead/lead-list.ts";
import { suppress } from "../suppression/suppression.ts";
import { addLeads } from "./add-leads.ts";
import {
  createLeadImport,
  downloadImportErrors,
  getLeadImport,
  listLeadImports,
  previewLeadImport,
  retryLeadImport,
  startLeadUpload,
} from "./lead-import.ts";
import { continueLeadImport, runLeadImport } from "./run-lead-import.ts";

vi.setConfig({ testTimeout: 60_000 });

await cloudOfFile();

const UNLIMITED = Number.POSITIVE_INFINITY;
const never = new AbortController().signal;

async function upload(actor: Actor, file: string | Buffer): Promise<string> {
  const { url, fields, file_key } = await startLeadUpload(actor, {});
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.append(name, value);
  form.append("file", new Blob([Buffer.from(file)], { type: "text/csv" }));
  const response = await fetch(url, { method: "POST", body: form });
  if (!response.ok) throw new Error(`The upload was refused: ${response.status}`);
  return file_key;
}

async function startImport(actor: Actor, file: string | Buffer, options = {}) {
  const { id: campaign_id } = await createCampaign(actor, { name: "Spring" });
  const file_key = await upload(actor, file);
  const { mapping } = await previewLeadImport(actor, { file_key });
  const job = await createLeadImport(actor, {
    campaign_id,
    file_key,
    file_name: "people.csv",
    mapping,
    options,
  });
  return { campaign_id, file_key, mapping, key: { accountId: actor.accountId, importId: job.id } };
}

const run = (key: { accountId: number; importId: number }, creditLimit = UNLIMITED) =>
  runLeadImport(key, { signal: never, creditLimit });

const resultOf = (actor: Actor, key: { importId: number }) =>
  getLeadImport(actor, { import_id: key.importId });

const emails = async (actor: Actor) => {
  const found: string[] = [];
  let cursor: string | null = null;
  do {
    const page: Awaited<ReturnType<typeof listLeads>> = await listLeads(actor, {
      limit: 200,
      cursor,
    });
    found.push(...page.items.map(({ email }) => email));
    cursor = page.cursor;
  } while (cursor);
  return found;
};

const people = (count: number) =>
  `email,name\n${Array.from({ length: count }, (_, i) => `p${i}@example.com,Name ${i}\n`).join("")}`;

/** Breaks the connection to the table at the n-th transaction: before the table gets it, or after it was done. */
function breakAt(transaction: number, moment: "before" | "after"): Disposable {
  let count = 0;
  const stop = client.intercept(async (action, input, next) => {
    const isHit = action === "TransactWriteItems" && ++count === transaction;
    if (isHit && moment === "before") throw new Error("The connection broke");
    const result = await next(input);
    if (isHit) throw new Error("The connection broke");
    return result;
  });
  return { [Symbol.dispose]: stop };
}

/** Moves the product's clock on: a lease that was held is over. */
function laterBy(ms: number): Disposable {
  const restore = installClock({ now: () => Date.now() + ms, rate: 1 });
  return { [Symbol.dispose]: restore };
}

test("a mixed file ends with exact counts that add up to its rows, and with a file of what was left out [LEAD-16]", async () => {
  const actor = testActor();
  const known = await createCampaign(actor, { name: "Known" });
  const { results } = await addLeads(actor, {
    campaign_id: known.id,
    leads: ["known@example.com", "bounced@example.com"].map((email) => ({ email })),
  });
  await flagBounced(actor.accountId, results[1]?.lead_id ?? 0, "2026-01-01T00:00:00.000Z");
  await suppress(actor.accountId, "blocked.example", { source: "manual", createdBy: 1 });
  const file = [
    "E-mail;Vorname;Firma;Größe",
    "ada@example.com;Ada;Müller;9",
    "ADA@example.com;Second;;",
    "",
    "known@example.com;;;7",
    "bounced@example.com;;;",
    "x@blocked.example;;;",
    "=1+1;;;",
    "@two@at;;;",
    'broken@example.com;"Bro" ken;;',
    ";;;",
    ";Nobody;;",
    `${"a".repeat(250)}@example.com;;;`,
    "nul\0@example.com;;;",
    "new@example.com;=1+1;N\0ul;",
  ].join("\r\n");
  const { key, campaign_id } = await startImport(actor, file);
  expect(await run(key, 4)).toEqual({ state: "finished" });
  const job = await resultOf(actor, key);
  expect(job).toMatchObject({ status: "COMPLETED", progress: 1, rows_done: 12, has_errors: true });
  expect(job.counts).toEqual({
    imported: 3,
    duplicate: 1,
    invalid: 6,
    blocked: 1,
    skipped: 1,
    over_limit: 0,
  });
  const { url } = await downloadImportErrors(actor, { import_id: key.importId });
  const text = await (await fetch(url)).text();
  const lines = parse(text, { delimiter: ";" }).map((cells) => cells.join(","));
  expect(lines).toEqual([
    "Import row,Import result,Import reason,E-mail,Vorname,Firma,Größe",
    "3,duplicate,The address is in this campaign already,ADA@example.com,Second,,",
    "6,skipped,The address has bounced,bounced@example.com,,,",
    "7,blocked,On the block list or unsubscribed,x@blocked.example,,,",
    "8,invalid,This is not an email address,'=1+1,,,",
    "9,invalid,This is not an email address,'@two@at,,,",
    '10,invalid,The quotes of this row are broken,broken@example.com,"Bro" ken,,',
    "12,invalid,There is no email address,,Nobody,,",
    expect.stringMatching(/^13,invalid,This is not an email address,a{250}@example.com,,,$/),
    "14,invalid,This is not an email address,nul\0@example.com,,,",
  ]);
  const leads = (await listLeads(actor, {})).items;
  expect(leads.find(({ email }) => email === "ada@example.com")).toMatchObject({
    first_name: "Ada",
    company_name: "Müller",
    custom_fields: { grosse: "9" },
  });
  expect(leads.find(({ email }) => email === "new@example.com")).toMatchObject({
    first_name: "=1+1",
    company_name: "Nul",
  });
  const day = new Date(now()).toISOString().slice(0, 10);
  const events = await readEvents(
    { accountId: actor.accountId, campaignId: campaign_id, day },
    { limit: 10 },
  );
  expect(events.items).toMatchObject([{ kind: "leads-added", amount: 3 }]);
});

test("the import counts lead credits, and rows beyond the plan are over the limit [LEAD-06]", async () => {
  const actor = testActor();
  const { key } = await startImport(actor, people(600));
  await run(key, 300);
  expect((await resultOf(actor, key)).counts).toMatchObject({ imported: 300, over_limit: 300 });
  expect(await readLeadCredits(actor.accountId)).toEqual({ used: 300, leads: 300 });
  expect(await emails(actor)).toHaveLength(300);
});

test("an address that a file repeats far apart counts once, in its first row [LEAD-14]", async () => {
  const actor = testActor();
  const file = `${people(600)}P0@example.com,Other\np599@example.com,Other\n`;
  const { key } = await startImport(actor, file, { overwrite: true });
  await run(key);
  expect((await resultOf(actor, key)).counts).toMatchObject({ imported: 600, duplicate: 2 });
  const [lead] = (await listLeads(actor, { email: "p0@example.com" })).items;
  expect(await getLead(actor, { lead_id: lead?.id ?? 0 })).toMatchObject({
    custom_fields: { name: "Name 0" },
  });
});

// The second takes credits, the sixteenth counts the first stretch of rows, those between put leads in; the last one ends it.
test.for([
  [2, "after"],
  [4, "before"],
  [4, "after"],
  [16, "before"],
  [16, "after"],
  [19, "before"],
] as const)(
  "an import that breaks off at transaction %d (%s it is done) ends as if it had not",
  async ([transaction, moment]) => {
    const actor = testActor();
    await suppress(actor.accountId, "p7@example.com", { source: "manual", createdBy: 1 });
    const { key, campaign_id } = await startImport(actor, `${people(520)}p3@example.com,Again\n`);
    {
      using _break = breakAt(transaction, moment);
      await expect(run(key, 400)).rejects.toThrow("The connection broke");
    }
    expect(await run(key, 400)).toMatchObject({ state: "busy" });
    using _later = laterBy(600_000);
    expect(await run(key, 400)).toEqual({ state: "finished" });
    expect((await resultOf(actor, key)).counts).toEqual({
      imported: 400,
      duplicate: 1,
      invalid: 0,
      blocked: 1,
      skipped: 0,
      over_limit: 119,
    });
    expect(await readLeadCredits(actor.accountId)).toEqual({ used: 400, leads: 400 });
    expect(new Set(await emails(actor)).size).toBe(400);
    const added = await leadsAdded(actor, campaign_id);
    expect(added).toBe(400);
  },
);

test("transactions that the table gets twice, as after a broken connection, count once", async () => {
  const actor = testActor();
  const known = await createCampaign(actor, { name: "Known" });
  await addLeads(actor, { campaign_id: known.id, leads: [{ email: "p1@example.com" }] });
  const { key, campaign_id } = await startImport(actor, people(100), { overwrite: true });
  const stop = client.intercept(async (action, input, next) => {
    if (action === "TransactWriteItems") await next(input);
    return next(input);
  });
  await run(key, 90);
  stop();
  expect((await resultOf(actor, key)).counts).toMatchObject({ imported: 90, over_limit: 10 });
  expect(await readLeadCredits(actor.accountId)).toEqual({ used: 90, leads: 90 });
  expect(await leadsAdded(actor, campaign_id)).toBe(90);
});

async function leadsAdded(actor: Actor, campaignId: number): Promise<number> {
  const { accountId } = actor;
  const today = Date.now();
  let sum = 0;
  for (const at of [today, today + 86_400_000]) {
    const day = new Date(at).toISOString().slice(0, 10);
    const { items } = await readEvents({ accountId, campaignId, day }, { limit: 100 });
    for (const { amount = 0 } of items) sum += amount;
  }
  return sum;
}

test("a worker that was thought dead and comes back changes nothing that another one has done", async () => {
  const actor = testActor();
  const { key } = await startImport(actor, people(600));
  let wake = () => {};
  const asleep = new Promise<void>((resolve) => {
    wake = resolve;
  });
  let slept = () => {};
  const falling = new Promise<void>((resolve) => {
    slept = resolve;
  });
  let count = 0;
  const stop = client.intercept(async (action, input, next) => {
    if (action === "TransactWriteItems" && ++count === 4) {
      slept();
      await asleep;
    }
    return next(input);
  });
  const first = run(key);
  await falling;
  stop();
  {
    using _later = laterBy(600_000);
    expect(await run(key)).toEqual({ state: "finished" });
  }
  wake();
  expect(await first).toMatchObject({ state: "busy" });
  const job = await resultOf(actor, key);
  expect(job).toMatchObject({ status: "COMPLETED", rows_done: 600 });
  expect(job.counts.imported).toBe(600);
  expect(await readLeadCredits(actor.accountId)).toEqual({ used: 600, leads: 600 });
});

test("while one worker is at it a second one stands back", async () => {
  const actor = testActor();
  const { key } = await startImport(actor, people(600));
  const states = (await Promise.all([run(key), run(key)])).map(({ state }) => state);
  expect(states.sort()).toEqual(["busy", "finished"]);
  expect((await resultOf(actor, key)).counts.imported).toBe(600);
  expect(await run(key)).toEqual({ state: "finished" });
  expect((await resultOf(actor, key)).counts.imported).toBe(600);
});

test("an import whose time is up goes on later from where it stopped", async () => {
  const actor = testActor();
  const { key } = await startImport(actor, people(700));
  const time = new AbortController();
  const stop = client.intercept((action, input, next) => {
    if (action === "TransactWriteItems") time.abort();
    return next(input);
  });
  await continueLeadImport(key, { signal: time.signal, isLastTry: false });
  stop();
  const half = await resultOf(actor, key);
  expect(half).toMatchObject({ status: "RUNNING", rows_done: 512 });
  expect(half.progress).toBeGreaterThan(0.3);
  await continueLeadImport(key, { signal: never, isLastTry: false });
  expect(await resultOf(actor, key)).toMatchObject({ status: "COMPLETED", rows_done: 700 });
});

test("an import that keeps failing says so, and can be started again", async () => {
  const actor = testActor();
  const { key } = await startImport(actor, people(300));
  {
    using _break = breakAt(5, "before");
    await expect(continueLeadImport(key, { signal: never, isLastTry: true })).rejects.toThrow(
      "The connection broke",
    );
  }
  expect(await resultOf(actor, key)).toMatchObject({
    status: "FAILED",
    failure: expect.any(String),
  });
  expect(await run(key)).toEqual({ state: "finished" });
  await retryLeadImport(actor, { import_id: key.importId });
  await run(key);
  expect(await resultOf(actor, key)).toMatchObject({ status: "COMPLETED", rows_done: 300 });
  expect(await readLeadCredits(actor.accountId)).toEqual({ used: 300, leads: 300 });
  await expect(retryLeadImport(actor, { import_id: key.importId })).rejects.toMatchObject({
    code: "invalid_transition",
  });
});

test("a preview shows columns, mapping, the first five rows and about how many there are", async () => {
  const actor = testActor();
  const file_key = await upload(actor, people(20_000));
  const preview = await previewLeadImport(actor, { file_key });
  expect(preview).toMatchObject({
    delimiter: ",",
    encoding: "utf-8",
    mapping: [
      { column: 0, to: "field", field: "email" },
      { column: 1, to: "custom", name: "name" },
    ],
  });
  expect(preview.rows).toHaveLength(5);
  expect(Math.abs(preview.row_estimate - 20_000)).toBeLessThan(1000);
  const plain = await upload(actor, "who,where\nAda,London\n");
  await expect(previewLeadImport(actor, { file_key: plain })).rejects.toMatchObject({
    code: "invalid",
    message: "No column holds email addresses",
  });
});

test("a file is imported once, however often its import is started", async () => {
  const actor = testActor();
  const { key, campaign_id, file_key, mapping } = await startImport(actor, people(3));
  const again = { campaign_id, file_key, mapping, file_name: "again.csv" };
  expect((await createLeadImport(actor, again)).id).toBe(key.importId);
  await run(key);
  expect((await createLeadImport(actor, again)).status).toBe("COMPLETED");
  expect((await listLeadImports(actor, { campaign_id })).items).toHaveLength(1);
  expect((await listLeadImports(actor, { campaign_id: campaign_id + 1 })).items).toHaveLength(0);
});

test("nobody reaches the files and imports of another account", async () => {
  const ours = testActor();
  const theirs = testActor();
  const { key, file_key, mapping } = await startImport(ours, "email\nbad\n");
  await run(key);
  const import_id = key.importId;
  const { id: campaign_id } = await createCampaign(theirs, { name: "Theirs" });
  const missing = { code: "not_found" };
  await expect(previewLeadImport(theirs, { file_key })).rejects.toMatchObject(missing);
  const traversal = `acct/${theirs.accountId}/import/../../${ours.accountId}/import/x`;
  await expect(previewLeadImport(theirs, { file_key: traversal })).rejects.toMatchObject(missing);
  await expect(
    createLeadImport(theirs, { campaign_id, file_key, mapping, file_name: "x" }),
  ).rejects.toMatchObject(missing);
  await expect(getLeadImport(theirs, { import_id })).rejects.toMatchObject(missing);
  await expect(downloadImportErrors(theirs, { import_id })).rejects.toMatchObject(missing);
  await expect(retryLeadImport(theirs, { import_id })).rejects.toMatchObject(missing);
  expect((await listLeadImports(theirs, {})).items).toEqual([]);
});

test("more than 15 MB are refused by the upload itself", async () => {
  await expect(upload(testActor(), Buffer.alloc(15 * 1_048_576 + 1, "a"))).rejects.toThrow(
    "refused",
  );
});
