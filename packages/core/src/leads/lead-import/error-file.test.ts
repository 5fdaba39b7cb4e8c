import { deleteObject } from "@thaw/data/bucket";
import { commit } from "@thaw/data/transact";
import { parse } from "csv-parse/sync";
import { encode } from "iconv-lite";
import { expect, test, vi } from "vitest";
import { testActor } from "../../../../../tests/support/actor.ts";
import { makeAgency } from "../../../../../tests/support/agency.ts";
import { cloudOfFile } from "../../../../../tests/support/file-cloud.ts";
import { uploadCsv } from "../../../../../tests/support/upload.ts";
import { listActivity } from "../../accounts/activity-log/activity-log.ts";
import type { Actor } from "../../actor.ts";
import { createCampaign } from "../../campaigns/campaign/campaign.ts";
import { getLead } from "../lead/lead.ts";
import { listLeads } from "../lead/lead-list.ts";
import { keepRejects, writeErrorFile } from "./error-file.ts";
import { findJob, toLeadImport } from "./import-job.ts";
import {
  createLeadImport,
  downloadImportErrors,
  getLeadImport,
  listLeadImports,
  previewLeadImport,
} from "./lead-import.ts";
import { runLeadImport } from "./run-lead-import.ts";

vi.setConfig({ testTimeout: 60_000 });

await cloudOfFile();

async function importFile(actor: Actor, campaign_id: number, file: string | Buffer) {
  const file_key = await uploadCsv(actor, Buffer.from(file));
  const { columns, mapping } = await previewLeadImport(actor, { file_key });
  const { id: import_id } = await createLeadImport(actor, {
    campaign_id,
    file_key,
    file_name: "people.csv",
    mapping,
  });
  const { signal } = new AbortController();
  const key = { accountId: actor.accountId, importId: import_id };
  await runLeadImport(key, { signal, creditLimit: Number.POSITIVE_INFINITY });
  const names = mapping.flatMap((target) => {
    const meaning = target.to === "field" ? target.field : target.to === "custom" && target.name;
    return meaning ? [`${columns[target.column]?.name}: ${meaning}`] : [];
  });
  const { counts } = await getLeadImport(actor, { import_id });
  return { import_id, names, counts };
}

async function errorsOf(actor: Actor, import_id: number): Promise<string> {
  const { url } = await downloadImportErrors(actor, { import_id });
  return (await fetch(url)).text();
}

async function start() {
  const actor = testActor();
  const { id } = await createCampaign(actor, { name: "Spring" });
  return { actor, campaign_id: id };
}

const IMPORT = {
  accountId: 1,
  importId: 1,
  campaignId: 1,
  type: "CSV" as const,
  fileKey: "file",
  fileName: "people.csv",
  status: "FAILED" as const,
  mapping: [],
  options: {},
  dialect: {},
  width: 1,
  totalBytes: 1,
  byteOffset: 0,
  lastRow: 1,
  rowsDone: 0,
  counts: {},
  reservedCredits: 0,
  createdAt: "2026-03-02T09:00:00.000Z",
  createdBy: 1,
};

const FILE = [
  "Contact e-mail;Vorname;;Phone;Reason",
  'ann(at)example.com;Zo\u00eb;"said ""hi""; twice\nand left";+49 30 1234;-5%',
  "bob@example.com;Bob;;;",
].join("\r\n");

test.for([
  ["utf-8", Buffer.from(FILE)],
  ["windows-1252", encode(FILE, "win1252")],
  ["utf-16le", encode(FILE, "utf-16le", { addBOM: true })],
] as const)(
  "rows that were left out of a file in %s are corrected and imported again as if they had been right at once",
  async ([, file]) => {
    const { actor, campaign_id } = await start();
    const first = await importFile(actor, campaign_id, file);
    expect(first.counts).toMatchObject({ imported: 1, invalid: 1 });
    const errors = await errorsOf(actor, first.import_id);
    const second = await importFile(actor, campaign_id, errors.replace("(at)", "@"));
    expect(second.names).toEqual(first.names);
    expect(second.counts).toMatchObject({ imported: 1, invalid: 0 });
    const [found] = (await listLeads(actor, { email: "ann@example.com" })).items;
    expect(await getLead(actor, { lead_id: found?.id ?? 0 })).toMatchObject({
      first_name: "Zo\u00eb",
      phone_number: "+49 30 1234",
      custom_fields: { column_3: 'said "hi"; twice\nand left', reason: "-5%" },
    });
  },
);

test("a file of left-out rows that is wrong again gives one with the same columns, each once", async () => {
  const { actor, campaign_id } = await start();
  const first = await importFile(actor, campaign_id, FILE);
  const errors = await errorsOf(actor, first.import_id);
  const second = await importFile(actor, campaign_id, errors);
  const again = parse(await errorsOf(actor, second.import_id), { delimiter: ";", bom: true });
  expect(again[0]).toEqual(parse(errors, { delimiter: ";", bom: true })[0]);
  expect(again.slice(1)).toEqual(parse(errors, { delimiter: ";", bom: true }).slice(1));
});

test("rows that could not be read whole are there with all that can be shown of them", async () => {
  const { actor, campaign_id } = await start();
  const lines = [
    "email,name,company",
    "ann@example.com,Ann,Smith, Sons",
    'bob@example.com,"Bo" b,B',
    `cid@example.com,${"x".repeat(300_000)},C`,
    ...Array.from({ length: 600 }, (_, index) => `p${index}@example.com,P,`),
    "dan.example.com,=1+1,D",
  ];
  const { import_id } = await importFile(actor, campaign_id, lines.join("\n"));
  const rows = parse(await errorsOf(actor, import_id), { bom: true, relax_column_count: true });
  expect(rows.slice(1)).toEqual([
    ["2", "invalid", "This row has more cells than there are columns"].concat([
      "ann@example.com",
      "Ann",
      "Smith",
      " Sons",
    ]),
    ["3", "invalid", "The quotes of this row are broken", "bob@example.com", '"Bo" b', "B"],
    ["4", "invalid", "This row is longer than 256 kB", "", "", ""],
    ["605", "invalid", "This is not an email address", "dan.example.com", "'=1+1", "D"],
  ]);
});

test("rows of however many stretches of the file are in it, in its order; one that cannot be read again is known by its address", async () => {
  const { actor, campaign_id } = await start();
  const { import_id } = await importFile(actor, campaign_id, "name,email\nAnn,ann(at)x.example");
  const { accountId } = actor;
  const gone = Array.from({ length: 41 }, (_, index) => index + 3);
  await commit(
    gone.map((row) => {
      const reject = { row, email: `p${row}@x.example`, outcome: "invalid", reason: "No" };
      return keepRejects({ accountId, importId: import_id }, 1_000 + row, [reject]);
    }),
  );
  const job = await findJob(accountId, import_id);
  if (job) await writeErrorFile(job);
  const rows = parse(await errorsOf(actor, import_id), { bom: true });
  expect(rows.slice(2)).toEqual(
    gone.map((row) => [String(row), "invalid", "No", "", `p${row}@x.example`]),
  );
});

test("whoever has the file of left-out rows is in the activity log", async () => {
  const { actor, campaign_id } = await start();
  const { import_id } = await importFile(actor, campaign_id, FILE);
  await downloadImportErrors(actor, { import_id });
  const { items } = await listActivity(actor, { kind: "export" });
  expect(items).toMatchObject([{ action: "skipped_rows_exported", target: `#${import_id}` }]);
});

test("why an import failed is read from its key; a sentence from before stays as it is", () => {
  const job = { ...IMPORT, failure: "leadFile.importBroke" };
  expect(toLeadImport(testActor(), job)).toMatchObject({
    failure: expect.stringContaining("an error of ours"),
    failure_key: "leadFile.importBroke",
  });
  const before = toLeadImport(testActor(), { ...IMPORT, failure: "It stopped." });
  expect(before).toMatchObject({ failure: "It stopped." });
  expect(before.failure_key).toBeUndefined();
});

test("a file of left-out rows that was deleted since is said to be", async () => {
  const { actor, campaign_id } = await start();
  const { import_id } = await importFile(actor, campaign_id, FILE);
  const job = await findJob(actor.accountId, import_id);
  await deleteObject(job?.errorFileKey ?? "");
  await expect(downloadImportErrors(actor, { import_id })).rejects.toMatchObject({
    code: "not_found",
    message: expect.stringContaining("has been deleted"),
  });
});

test("the left-out rows of a file are for whoever uploaded it, and for the agency", async () => {
  const { agency, sides } = await makeAgency();
  const { actor: client, campaignId } = sides.full;
  const hasErrors = async (import_id: number) => {
    const { items } = await listLeadImports(client, { campaign_id: campaignId });
    const { has_errors } = await getLeadImport(client, { import_id });
    return [has_errors, items.find(({ id }) => id === import_id)?.has_errors];
  };
  const theirs = await importFile(agency, campaignId, FILE);
  await expect(downloadImportErrors(client, theirs)).rejects.toMatchObject({ code: "not_found" });
  expect(await hasErrors(theirs.import_id)).toEqual([false, false]);
  expect(await errorsOf(agency, theirs.import_id)).toContain("ann(at)example.com");
  const own = await importFile(client, campaignId, FILE);
  expect(await hasErrors(own.import_id)).toEqual([true, true]);
  expect(await errorsOf(client, own.import_id)).toContain("ann(at)example.com");
  expect(await errorsOf(agency, own.import_id)).toContain("ann(at)example.com");
});
