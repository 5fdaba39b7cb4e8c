import { S3Client } from "@aws-sdk/client-s3";
import { listObjects } from "@thaw/data/bucket";
import { client } from "@thaw/data/table";
import { parse } from "csv-parse/sync";
import { expect, test, vi } from "vitest";
import { testActor } from "../../../../../tests/support/actor.ts";
import { later } from "../../../../../tests/support/clock.ts";
import { exportedFile, exportedText } from "../../../../../tests/support/exported-text.ts";
import { cloudOfFile } from "../../../../../tests/support/file-cloud.ts";
import { createTag } from "../../accounts/tag/tag.ts";
import type { Actor } from "../../actor.ts";
import { createCampaign } from "../../campaigns/campaign/campaign.ts";
import { DAY_MS, HOUR_MS } from "../../duration.ts";
import { changeLeads } from "../lead/change-leads.ts";
import { deleteLead } from "../lead/lead.ts";
import { addLeads } from "../lead-import/add-leads.ts";
import { eraseExports } from "./erase-exports.ts";
import {
  createLeadExport,
  downloadLeadExport,
  getLeadExport,
  listLeadExports,
  storeExport,
} from "./lead-export.ts";
import { continueLeadExport, runLeadExport } from "./run-lead-export.ts";

vi.setConfig({ testTimeout: 120_000 });

await cloudOfFile();

const MISSING = { code: "not_found" };
const never = new AbortController().signal;
/** A run with this does one page of leads. */
const atOnce = AbortSignal.abort();

const addressOf = (index: number) => `p${index}@x.example`;

/** Leads in one campaign, each with so many bytes of its own. */
async function addPeople(actor: Actor, count: number, bytes = 0): Promise<number[]> {
  const { id: campaign_id } = await createCampaign(actor, { name: "Spring" });
  const leadIds: number[] = [];
  const part = "x".repeat(Math.min(bytes, 4_000));
  const fields = Array.from({ length: Math.ceil(bytes / 4_000) }, (_, at) => [`f${at}`, part]);
  const custom_fields = Object.fromEntries(fields) as Record<string, string>;
  for (let from = 0; from < count; from += 400) {
    const length = Math.min(400, count - from);
    const leads = Array.from({ length }, (_, at) => ({
      email: addressOf(from + at),
      custom_fields,
    }));
    const { results } = await addLeads(actor, { campaign_id, leads });
    leadIds.push(...results.map(({ lead_id }) => lead_id ?? 0));
  }
  return leadIds;
}

async function begin(actor: Actor) {
  const { accountId, exportId } = await storeExport(actor, { order: "newest" });
  return { accountId, exportId };
}

const stateOf = (actor: Actor, { exportId }: { exportId: number }) =>
  getLeadExport(actor, { export_id: exportId });

/** What someone waits at until it is opened. */
function gate() {
  let open = () => {};
  const passed = new Promise<void>((resolve) => {
    open = resolve;
  });
  return { passed, open: () => open() };
}

const emailsOf = (text: string) => text.match(/p\d+@x\.example/g) ?? [];
const newestFirst = (count: number) =>
  Array.from({ length: count }, (_, index) => addressOf(count - 1 - index));

test("a list of leads is exported with its custom fields, and no cell is a formula", async () => {
  const actor = testActor();
  const { id } = await createCampaign(actor, { name: "Spring" });
  await addLeads(actor, {
    campaign_id: id,
    leads: [
      { email: "a@x.example", first_name: "=1+1", custom_fields: { role: "Chef, head" } },
      { email: "b@x.example", custom_fields: { size: "12" } },
      { email: "c@y.example" },
    ],
  });
  const { id: tag_id } = await createTag(actor, { name: "Agencies" });
  await changeLeads(actor, { lead_ids: [1], change: "tag", tag_id });
  const text = async (wanted: Parameters<typeof exportedText>[1]) =>
    parse(await exportedText(actor, wanted), { bom: true }).map((cells) => cells.join("|"));
  const [head, ...rows] = await text({ search: "x.example" });
  expect(head).toMatch(/^id\|email\|first_name.*\|category\|tags\|imported_at\|role\|size$/);
  expect(rows).toHaveLength(2);
  expect(rows[1]).toMatch(
    /^1\|a@x\.example\|'=1\+1\|.*\|Lead Category Not Assigned\|Agencies\|.*\|Chef, head\|$/,
  );
  expect(rows[0]).toMatch(/^2\|b@x\.example\|.*\|12$/);
  expect(await text({ lead_ids: [3, 3] })).toHaveLength(2);
});

test("the file of a short list is whole when its export has been started, and of an empty one it is said that it is empty", async () => {
  const actor = testActor();
  await addPeople(actor, 3);
  const short = await createLeadExport(actor, {});
  expect(short).toMatchObject({ status: "COMPLETED", rows_found: 3, rows_done: 3, progress: 1 });
  const text = await exportedFile(actor, short.id);
  expect(short.bytes).toBe(Buffer.byteLength(text));
  expect(emailsOf(text)).toEqual(newestFirst(3));
  expect(await stateOf(actor, { exportId: short.id })).toHaveProperty("downloaded_at");
  const empty = await createLeadExport(actor, { search: "nobody" });
  expect(empty).toMatchObject({ status: "COMPLETED", rows_done: 0 });
});

test("a long list is written stage by stage into one whole file with each lead once", async () => {
  const actor = testActor();
  await addPeople(actor, 1_010, 9_000);
  const key = await begin(actor);
  const seen: number[] = [];
  const stages: string[] = [];
  do {
    stages.push((await runLeadExport(key, { signal: atOnce })).state);
    const { progress, rows_done, rows_found } = await stateOf(actor, key);
    seen.push(progress);
    if (rows_done > 0) expect(rows_found).toBe(1_010);
  } while (stages.at(-1) === "interrupted");
  // 500 leads a page: three pages are looked at, and three are written.
  expect(stages).toEqual([...Array.from({ length: 5 }, () => "interrupted"), "finished"]);
  expect(seen).toEqual(seen.toSorted((a, b) => a - b));
  const text = await exportedFile(actor, key.exportId);
  expect(emailsOf(text)).toEqual(newestFirst(1_010));
  const done = await stateOf(actor, key);
  expect(done).toMatchObject({ status: "COMPLETED", rows_done: 1_010, progress: 1 });
  expect(done.bytes).toBe(Buffer.byteLength(text));
  // In one run it is the same file.
  const whole = await begin(actor);
  expect(await runLeadExport(whole, { signal: never })).toEqual({ state: "finished" });
  expect(await exportedFile(actor, whole.exportId)).toBe(text);
});

/** Breaks the connection to the table at the n-th update: before the table gets it, or after it was done. */
function breakAt(update: number, moment: "before" | "after") {
  let count = 0;
  const stop = client.intercept(async (action, input, next) => {
    const isHit = action === "UpdateItem" && ++count === update;
    if (isHit && moment === "before") throw new Error("The connection broke");
    const result = await next(input);
    if (isHit) throw new Error("The connection broke");
    return result;
  });
  return { updates: () => count, [Symbol.dispose]: stop };
}

test("whenever a worker dies, the next one goes on and the file has each lead once", async () => {
  const actor = testActor();
  await addPeople(actor, 510, 17_000);
  const key = await begin(actor);
  const updates = await (async () => {
    using counted = breakAt(0, "before");
    await runLeadExport(key, { signal: never });
    return counted.updates();
  })();
  const text = await exportedFile(actor, key.exportId);
  expect(updates).toBeGreaterThanOrEqual(4);
  for (let update = 1; update <= updates; update++) {
    for (const moment of ["before", "after"] as const) {
      const broken = await begin(actor);
      const die = async () => {
        using _broken = breakAt(update, moment);
        await runLeadExport(broken, { signal: never });
      };
      await expect(die(), `${update} ${moment}`).rejects.toThrow("broke");
      using _later = later(HOUR_MS);
      const next = await runLeadExport(broken, { signal: never });
      expect(next, `${update} ${moment}`).toEqual({ state: "finished" });
      expect(await exportedFile(actor, broken.exportId)).toBe(text);
    }
  }
});

test("a second delivery leaves an export alone while a worker is at it, and one that comes back late spoils nothing", async () => {
  const actor = testActor();
  await addPeople(actor, 510, 17_000);
  const key = await begin(actor);
  const isTold = gate();
  const mayGoOn = gate();
  let parts = 0;
  // The first worker stands still when its first part is uploaded and it has not said so yet.
  const stop = client.intercept(async (action, input, next) => {
    if (action === "UpdateItem" && JSON.stringify(input).includes("uploadId") && ++parts === 1) {
      isTold.open();
      await mayGoOn.passed;
    }
    return next(input);
  });
  const first = runLeadExport(key, { signal: never });
  await isTold.passed;
  expect(await runLeadExport(key, { signal: never })).toMatchObject({ state: "busy" });
  {
    using _later = later(HOUR_MS);
    expect(await runLeadExport(key, { signal: never })).toEqual({ state: "finished" });
  }
  mayGoOn.open();
  expect(await first).toMatchObject({ state: "busy" });
  stop();
  expect(emailsOf(await exportedFile(actor, key.exportId))).toEqual(newestFirst(510));
  expect(await runLeadExport(key, { signal: never })).toEqual({ state: "finished" });
});

test("leads that go while the export runs are not in the file, and all others are in it once", async () => {
  const actor = testActor();
  const [oldest = 0] = await addPeople(actor, 600);
  const key = await begin(actor);
  // Both pages are looked at, and the first one is written.
  for (let stage = 0; stage < 3; stage++) await runLeadExport(key, { signal: atOnce });
  await deleteLead(actor, { lead_id: oldest });
  await runLeadExport(key, { signal: never });
  const text = await exportedFile(actor, key.exportId);
  expect(emailsOf(text)).toEqual(newestFirst(600).slice(0, -1));
});

test("what cannot be exported is refused at once, at its field", async () => {
  const actor = testActor();
  const refused = { code: "invalid", fields: { status: expect.anything() } };
  const status = "nothing" as "STARTED";
  await expect(createLeadExport(actor, { status })).rejects.toMatchObject(refused);
  const noReader = testActor({ permissions: ["leads:write"] });
  await expect(createLeadExport(noReader, {})).rejects.toMatchObject({ code: "forbidden" });
  for (let started = 0; started < 60; started++) await createLeadExport(actor, { lead_ids: [] });
  await expect(createLeadExport(actor, {})).rejects.toMatchObject({ code: "rate_limited" });
});

test("an export that cannot become a file fails, and says why", async () => {
  const actor = testActor();
  const { id: campaign_id } = await createCampaign(actor, { name: "Spring" });
  const leads = Array.from({ length: 21 }, (_, index) => ({
    email: addressOf(index),
    custom_fields: Object.fromEntries(
      Array.from({ length: 50 }, (_, field) => [`f${index}_${field}`, "x"]),
    ),
  }));
  await addLeads(actor, { campaign_id, leads });
  const { status, failure, id } = await createLeadExport(actor, {});
  expect({ status, failure }).toMatchObject({
    status: "FAILED",
    failure: expect.stringContaining("more than 1,000 different custom fields"),
  });
  await expect(downloadLeadExport(actor, { export_id: id })).rejects.toMatchObject({
    code: "invalid_transition",
  });
});

test("the queue tries an export again, and gives up on it with words in the end", async () => {
  const actor = testActor();
  await addPeople(actor, 3);
  const job = await begin(actor);
  const work = async (isLastTry: boolean) => {
    const send = vi.spyOn(S3Client.prototype, "send").mockRejectedValue(new Error("S3 is away"));
    try {
      using _later = later(isLastTry ? HOUR_MS : 0);
      await continueLeadExport(job, { signal: never, isLastTry });
    } finally {
      send.mockRestore();
    }
  };
  await expect(work(false)).rejects.toThrow("away");
  expect(await stateOf(actor, job)).toMatchObject({ status: "RUNNING" });
  await expect(work(true)).rejects.toThrow("away");
  expect(await stateOf(actor, job)).toMatchObject({
    status: "FAILED",
    failure: expect.stringContaining("Start it again"),
  });
});

test("an export is there for a day, and for nobody of another account", async () => {
  const [ours, theirs] = [testActor(), testActor()];
  await addPeople(ours, 3);
  const { id: export_id, expires_at, created_at } = await createLeadExport(ours, {});
  expect(Date.parse(expires_at) - Date.parse(created_at)).toBeLessThanOrEqual(DAY_MS);
  const somebodyElse = { ...ours, userId: 2 };
  for (const stranger of [theirs, somebodyElse]) {
    await expect(getLeadExport(stranger, { export_id })).rejects.toMatchObject(MISSING);
    await expect(downloadLeadExport(stranger, { export_id })).rejects.toMatchObject(MISSING);
    expect((await listLeadExports(stranger, {})).items).toEqual([]);
  }
  expect((await listLeadExports(ours, {})).items).toMatchObject([{ id: export_id }]);
  using _later = later(DAY_MS);
  await expect(getLeadExport(ours, { export_id })).rejects.toMatchObject(MISSING);
  await expect(downloadLeadExport(ours, { export_id })).rejects.toMatchObject(MISSING);
  expect((await listLeadExports(ours, {})).items).toEqual([]);
});

test("an export that is erased while it is written leaves neither a record nor an object", async () => {
  const actor = testActor();
  await addPeople(actor, 600, 1_000);
  const key = await begin(actor);
  for (let stage = 0; stage < 3; stage++) await runLeadExport(key, { signal: atOnce });
  const isHeld = gate();
  const mayGoOn = gate();
  // The worker stands still before it reads the last leads, which it then writes.
  const stop = client.intercept(async (action, input, next) => {
    if (action === "Query" && JSON.stringify(input).includes("#shard_")) {
      isHeld.open();
      await mayGoOn.passed;
    }
    return next(input);
  });
  const run = runLeadExport(key, { signal: never });
  await isHeld.passed;
  let files = 0;
  for await (const each of eraseExports(actor.accountId)) files += each;
  expect(files).toBe(1);
  mayGoOn.open();
  expect(await run).toMatchObject({ state: "busy" });
  stop();
  await expect(stateOf(actor, key)).rejects.toMatchObject(MISSING);
  expect(await listObjects(`export/acct/${actor.accountId}/`, 10)).toEqual([]);
});
