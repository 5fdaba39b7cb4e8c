import { expect, test } from "vitest";
import { testActor } from "../../../../../tests/support/actor.ts";
import { cloudOfFile } from "../../../../../tests/support/file-cloud.ts";
import { told } from "../../../../../tests/support/told.ts";
import { uploadCsv } from "../../../../../tests/support/upload.ts";
import { makeWorld } from "../../../../../tests/support/world.ts";
import { findCampaignLead, stopLead } from "../../campaigns/campaign-lead/campaign-lead.ts";
import { csvLines } from "../../csv-text.ts";
import {
  addSuppression,
  addSuppressionFile,
  addSuppressions,
  removeSuppression,
} from "./block-list.ts";
import { listSuppressions } from "./list-entries.ts";
import { optOut } from "./suppression.ts";

await cloudOfFile();

const EMAIL = "lead0@prospect.example";

test("a list of addresses and domains comes in by one call or one file, with its source, and what it is", async () => {
  const actor = testActor();
  const text = "One@a.example, two.example\nnothing one@a.example";
  expect(await addSuppressions(actor, { text })).toEqual({ added: 2, existing: 0, invalid: 1 });
  for (const values of [[], Array.from({ length: 401 }, (_, index) => `d${index}.example`)]) {
    await expect(addSuppressions(actor, { values })).rejects.toMatchObject({ status: 400 });
  }
  const file_key = await uploadCsv(
    actor,
    "Name;E-Mail\r\nZoe;three@b.example\r\nMax;\r\nEve;ONE@a.example\r\n",
  );
  expect(await addSuppressionFile(actor, { file_key })).toEqual({
    added: 1,
    existing: 1,
    invalid: 1,
  });
  const { items } = await listSuppressions(actor, {});
  expect(items.map(({ kind, value, source, scope }) => [kind, value, source, scope])).toEqual([
    ["email", "one@a.example", "manual", "account"],
    ["email", "three@b.example", "csv", "account"],
    ["domain", "two.example", "manual", "account"],
  ]);
  expect(items.every(({ created_by }) => created_by === actor.userId)).toBe(true);
});

test("a domain that was copied as the address of its website goes on the list as the domain", async () => {
  const actor = testActor();
  const written = "https://WWW.Acme.example/ http://b.example https://c.example/about";
  expect(await addSuppressions(actor, { text: written })).toMatchObject({ added: 2, invalid: 1 });
  expect(await addSuppression(actor, { value: " www.acme.example " })).toEqual({
    value: "acme.example",
    added: false,
  });
  await expect(addSuppression(actor, { value: "https://" })).rejects.toMatchObject({ status: 400 });
  const file_key = await uploadCsv(actor, "domain\nhttps://acme.example/\n");
  expect(await addSuppressionFile(actor, { file_key })).toMatchObject({ added: 0, existing: 1 });
});

test("a column without a heading is read from its first row on", async () => {
  const actor = testActor();
  const file_key = await uploadCsv(actor, "a@x.example\nb.example\n");
  expect(await addSuppressionFile(actor, { file_key })).toMatchObject({ added: 2, invalid: 0 });
});

test("addresses of a file of ours go on the list as they are, also where a spreadsheet would take them for formulas", async () => {
  const actor = testActor();
  const file_key = await uploadCsv(
    actor,
    csvLines([["email"], ["+eve@a.example"], ["-x@a.example"]]),
  );
  expect(await addSuppressionFile(actor, { file_key })).toMatchObject({ added: 2, invalid: 0 });
  const { items } = await listSuppressions(actor, {});
  expect(items.map(({ value }) => value)).toEqual(["+eve@a.example", "-x@a.example"]);
});

test("too long a file, one without entries and someone else's are refused, and nothing is added", async () => {
  const actor = testActor();
  const rows = Array.from({ length: 10_002 }, (_, index) => `p${index}@x.example\n`).join("");
  for (const file of [rows, "name\nZoe\n"]) {
    const file_key = await uploadCsv(actor, file);
    await expect(addSuppressionFile(actor, { file_key })).rejects.toMatchObject({
      fields: { file: expect.anything() },
    });
    await expect(addSuppressionFile(testActor(), { file_key })).rejects.toMatchObject({
      status: 404,
    });
  }
  expect((await listSuppressions(actor, {})).items).toEqual([]);
});

test("the list is searched by the beginning of its entries and narrowed by source, page by page", async () => {
  const actor = testActor();
  await addSuppressions(actor, { values: ["ann@a.example", "anna@b.example", "ben@c.example"] });
  await optOut(actor.accountId, "anton@d.example", { source: "unsubscribe", createdBy: 0 });
  const values = async (input: object) =>
    (await listSuppressions(actor, input)).items.map(({ value }) => value);
  expect(await values({ search: "AN" })).toEqual([
    "ann@a.example",
    "anna@b.example",
    "anton@d.example",
  ]);
  expect(await values({ source: "unsubscribe" })).toEqual(["anton@d.example"]);
  const first = await listSuppressions(actor, { limit: 3 });
  expect(first.items).toHaveLength(3);
  expect(await values({ limit: 3, cursor: first.cursor })).toEqual(["ben@c.example"]);
});

test("removing an entry lets its lead begin again, or leaves it stopped where it was written to", async () => {
  const world = await makeWorld({ smtpPort: 1, leads: 1 });
  const { actor, campaignId, leadIds } = world;
  const key = { accountId: actor.accountId, campaignId, leadId: leadIds[0] ?? 0 };
  await addSuppression(actor, { value: EMAIL });
  expect((await findCampaignLead(key))?.status).toBe("BLOCKED");
  expect(await removeSuppression(actor, { value: EMAIL.toUpperCase() })).toEqual({
    value: EMAIL,
    unblocked: 1,
  });
  const lead = await findCampaignLead(key);
  expect(lead).toMatchObject({ status: "STARTED", changedBy: actor.userId });
  expect(lead?.due).toBeDefined();
  await expect(removeSuppression(actor, { value: EMAIL })).rejects.toMatchObject({ status: 404 });
});

test("a lead stays BLOCKED while its domain is on the list", async () => {
  const { actor, campaignId, leadIds } = await makeWorld({ smtpPort: 1, leads: 1 });
  await addSuppressions(actor, { values: [EMAIL, "prospect.example"] });
  expect(await removeSuppression(actor, { value: EMAIL })).toMatchObject({ unblocked: 0 });
  const key = { accountId: actor.accountId, campaignId, leadId: leadIds[0] ?? 0 };
  expect((await findCampaignLead(key))?.status).toBe("BLOCKED");
  expect(await stopLead(key, "manual", 1)).toBe(false);
});

test("a person who opted out comes off the list only when that is confirmed; another account removes nothing", async () => {
  const actor = testActor();
  await addSuppression(actor, { value: EMAIL });
  await optOut(actor.accountId, EMAIL, { source: "unsubscribe", createdBy: 0 });
  await expect(removeSuppression(actor, { value: EMAIL })).rejects.toMatchObject({
    status: 400,
    fields: { opted_out: [told(expect.stringContaining("unsubscribed on"))] },
  });
  await expect(
    removeSuppression(testActor(), { value: EMAIL, opted_out: true }),
  ).rejects.toMatchObject({ status: 404 });
  expect((await listSuppressions(actor, {})).items).toHaveLength(1);
  await removeSuppression(actor, { value: EMAIL, opted_out: true });
  expect((await listSuppressions(actor, {})).items).toEqual([]);
});
