import { expect, test } from "vitest";
import { testActor } from "../../../../../tests/support/actor.ts";
import { startCloud } from "../../../../../tests/support/cloud.ts";
import { raceWrites } from "../../../../../tests/support/race.ts";
import { told } from "../../../../../tests/support/told.ts";
import { makeAttachment } from "../../../../../tests/support/upload.ts";
import { createTag } from "../../accounts/tag/tag.ts";
import { changeTemplates } from "./change-templates.ts";
import {
  createTemplate,
  deleteTemplate,
  getTemplate,
  listTemplates,
  updateTemplate,
} from "./saved-template.ts";

const HELLO = {
  name: "First hello",
  subject: "Hi {{first_name|there}}",
  body: "<div>Hello {{first_name}},</div><div>shall we talk?</div>",
};

test("a saved mail comes back as it was written, and a list shows how it begins", async () => {
  const actor = testActor();
  const saved = await createTemplate(actor, HELLO);
  expect(saved.attachments).toEqual([]);
  const { id: template_id } = saved;
  expect(await getTemplate(actor, { template_id })).toEqual(saved);
  expect(saved).toMatchObject({ ...HELLO, id: 1, kind: "template", revision: 1 });
  await createTemplate(actor, { kind: "snippet", name: "Footer", subject: "Lost", body: "Bye" });
  const { items } = await listTemplates(actor, {});
  expect(items.map(({ name, kind, subject, snippet }) => [name, kind, subject, snippet])).toEqual([
    ["Footer", "snippet", "", "Bye"],
    ["First hello", "template", HELLO.subject, "Hello {{first_name}}, shall we talk?"],
  ]);
  expect(JSON.stringify(items)).not.toContain("<div>");
  expect((await listTemplates(actor, { kind: "snippet" })).items).toHaveLength(1);
  expect((await listTemplates(actor, { search: "HELLO" })).items).toHaveLength(1);
  const page = await listTemplates(actor, { limit: 1 });
  expect(page.items).toMatchObject([{ name: "Footer" }]);
  const next = await listTemplates(actor, { limit: 1, cursor: page.cursor });
  expect(next.items).toMatchObject([{ name: "First hello" }]);
});

test("a template with a mistake is kept and says what is wrong, until it is mended", async () => {
  const actor = testActor();
  const { id: template_id, error } = await createTemplate(actor, {
    name: "Broken",
    body: "Hello {{first_name",
  });
  expect(error).toContain("line 1");
  expect((await listTemplates(actor, {})).items).toMatchObject([
    { error, error_key: "fields.templateFault" },
  ]);
  const mended = await updateTemplate(actor, {
    template_id,
    body: "Hello {{first_name}}",
    revision: 1,
  });
  expect(mended.error).toBeUndefined();
  expect((await getTemplate(actor, { template_id })).error).toBeUndefined();
});

test("a change does not write over one that was made since it was opened", async () => {
  const actor = testActor();
  const { id: template_id } = await createTemplate(actor, HELLO);
  using _race = raceWrites(2, /^TransactWrite/);
  const results = await Promise.allSettled([
    updateTemplate(actor, { template_id, subject: "One", revision: 1 }),
    updateTemplate(actor, { template_id, subject: "Other", revision: 1 }),
  ]);
  const refused = results.filter((result) => result.status === "rejected");
  expect(refused.map(({ reason }) => reason)).toMatchObject([{ code: "conflict" }]);
  expect(await getTemplate(actor, { template_id })).toMatchObject({
    revision: 2,
    body: HELLO.body,
  });
});

test("a name is taken once of a kind, whatever its case; a rename and a deletion free it", async () => {
  const actor = testActor();
  const taken = { code: "conflict", fields: { name: [told(expect.any(String))] } };
  const { id: template_id } = await createTemplate(actor, HELLO);
  await expect(createTemplate(actor, { name: "FIRST HELLO" })).rejects.toMatchObject(taken);
  const snippet = await createTemplate(actor, { ...HELLO, kind: "snippet" });
  const other = await createTemplate(actor, { name: "Other" });
  await expect(
    updateTemplate(actor, { template_id: other.id, name: HELLO.name, revision: 1 }),
  ).rejects.toMatchObject(taken);
  await updateTemplate(actor, { template_id, name: "Second hello", revision: 1 });
  await updateTemplate(actor, { template_id: other.id, name: HELLO.name, revision: 1 });
  await deleteTemplate(actor, { template_id: other.id });
  await createTemplate(actor, HELLO);
  await expect(getTemplate(actor, { template_id: other.id })).rejects.toMatchObject({
    code: "not_found",
  });
  expect(await getTemplate(actor, { template_id: snippet.id })).toMatchObject({ kind: "snippet" });
});

test("a template that the table could not hold is refused with an error text", async () => {
  const actor = testActor();
  const body = "ü".repeat(150_001);
  await expect(createTemplate(actor, { name: "Long", body })).rejects.toMatchObject({
    code: "invalid",
    fields: { body: [told(expect.stringContaining("300,000 bytes"))] },
  });
  const { id: template_id } = await createTemplate(actor, { name: "Long", body: body.slice(1) });
  expect((await getTemplate(actor, { template_id })).error).toBeUndefined();
});

test("a template brings its files along, a snippet none, and neither those of another account", async () => {
  await using _cloud = await startCloud();
  const actor = testActor();
  const file = await makeAttachment(actor, "offer.pdf", "hello");
  const claimed = [{ ...file, name: "other.exe", bytes: 1 }];
  const saved = await createTemplate(actor, { ...HELLO, attachments: claimed });
  expect(saved.attachments).toEqual([file]);
  const { id: template_id } = saved;
  await updateTemplate(actor, { template_id, subject: "Other", revision: 1 });
  expect((await getTemplate(actor, { template_id })).attachments).toEqual([file]);
  await updateTemplate(actor, { template_id, attachments: [], revision: 2 });
  expect((await getTemplate(actor, { template_id })).attachments).toEqual([]);
  const snippet = { ...HELLO, kind: "snippet" as const, attachments: [file] };
  expect((await createTemplate(actor, snippet)).attachments).toEqual([]);
  await expect(
    createTemplate(testActor(), { name: "Theirs", attachments: [file] }),
  ).rejects.toMatchObject({ code: "not_found" });
});

test("templates carry tags, are listed by them, and keep them when their text changes", async () => {
  const actor = testActor();
  const { id: one } = await createTemplate(actor, HELLO);
  const { id: two } = await createTemplate(actor, { name: "Other" });
  const { id: tag_id } = await createTag(actor, { name: "Spring" });
  const change = (template_ids: number[], wanted: "tag" | "untag") =>
    changeTemplates(actor, { template_ids, change: wanted, tag_id });
  expect((await change([one, 999, one], "tag")).results).toMatchObject([
    { id: one, ok: true, is_same: false },
    { id: 999, ok: false, code: "not_found" },
  ]);
  expect((await change([one], "tag")).results).toMatchObject([{ is_same: true }]);
  const found = async () => (await listTemplates(actor, { tag_id })).items.map(({ id }) => id);
  expect(await found()).toEqual([one]);
  const written = { template_id: one, subject: "New", revision: 1 };
  expect((await updateTemplate(actor, written)).tag_ids).toEqual([tag_id]);
  expect(await getTemplate(actor, { template_id: one })).toMatchObject({
    subject: "New",
    tag_ids: [tag_id],
  });
  await change([one, two], "untag");
  expect(await found()).toEqual([]);
});
