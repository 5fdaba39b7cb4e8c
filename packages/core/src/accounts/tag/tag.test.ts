import { expect, test } from "vitest";
import { testActor } from "../../../../../tests/support/actor.ts";
import { cloudOfFile } from "../../../../../tests/support/file-cloud.ts";
import { raceWrites } from "../../../../../tests/support/race.ts";
import { told } from "../../../../../tests/support/told.ts";
import type { Actor } from "../../actor.ts";
import { createCampaign, getCampaign, listCampaigns } from "../../campaigns/campaign/campaign.ts";
import { changeCampaigns } from "../../campaigns/campaign/change-campaigns.ts";
import { MOST_TAGS, MOST_TAGS_EACH } from "./tag.schema.ts";
import { createTag, deleteTag, listTags, restoreTag, updateTag } from "./tag.ts";

await cloudOfFile();

const namesOf = async (actor: Actor) => (await listTags(actor, {})).items.map(({ name }) => name);
const tag = (actor: Actor, campaign_ids: number[], tag_id: number, change = "tag" as const) =>
  changeCampaigns(actor, { campaign_ids, change, tag_id });

test("a tag is made, renamed and recoloured, and lists show its new name", async () => {
  const actor = testActor();
  const { id } = await createTag(actor, { name: " Agencies ", color: "blue" });
  await createTag(actor, { name: "Bakeries" });
  await updateTag(actor, { tag_id: id, name: "Shops", color: "pink" });
  expect((await listTags(actor, {})).items).toEqual([
    { id: id + 1, name: "Bakeries", color: "gray" },
    { id, name: "Shops", color: "pink" },
  ]);
  expect(await namesOf(testActor())).toEqual([]);
});

test("tags are listed by name as people count", async () => {
  const actor = testActor();
  for (const name of ["Week 10", "week 9", "Autumn"]) await createTag(actor, { name });
  expect(await namesOf(actor)).toEqual(["Autumn", "week 9", "Week 10"]);
});

test("a tag's name has 1 to 40 characters and nobody else has it, whatever its capitals", async () => {
  const actor = testActor();
  const wrong = { code: "invalid", fields: { name: [told(expect.any(String))] } };
  await expect(createTag(actor, { name: "  " })).rejects.toMatchObject(wrong);
  await expect(createTag(actor, { name: "x".repeat(41) })).rejects.toMatchObject(wrong);
  const { id } = await createTag(actor, { name: "x".repeat(40) });
  await createTag(actor, { name: "Agencies" });
  const taken = { code: "conflict", fields: { name: [told("There is a tag with this name")] } };
  await expect(createTag(actor, { name: "AGENCIES" })).rejects.toMatchObject(taken);
  await expect(updateTag(actor, { tag_id: id, name: "agencies" })).rejects.toMatchObject(taken);
  await updateTag(actor, { tag_id: id, name: "Shops" });
  await createTag(actor, { name: "x".repeat(40) });
  await createTag(testActor(), { name: "Agencies" });
});

test("a deleted tag is gone, its name is free, and what carried it has it again once it is restored", async () => {
  const actor = testActor();
  const campaign = await createCampaign(actor, { name: "Spring" });
  const { id } = await createTag(actor, { name: "Agencies" });
  await tag(actor, [campaign.id], id);
  await deleteTag(actor, { tag_id: id });
  expect(await namesOf(actor)).toEqual([]);
  const missing = { code: "not_found" };
  await expect(updateTag(actor, { tag_id: id, name: "x" })).rejects.toMatchObject(missing);
  expect((await tag(actor, [campaign.id], id)).results).toMatchObject([missing]);
  await createTag(actor, { name: "agencies" });
  await expect(restoreTag(actor, { tag_id: id })).rejects.toMatchObject({ code: "conflict" });
  const [other] = (await listTags(actor, {})).items;
  await updateTag(actor, { tag_id: other?.id ?? 0, name: "Shops" });
  await restoreTag(actor, { tag_id: id });
  expect(await namesOf(actor)).toEqual(["Agencies", "Shops"]);
  expect((await getCampaign(actor, { campaign_id: campaign.id })).tag_ids).toEqual([id]);
});

test("campaigns are listed by the tags that they carry", async () => {
  const actor = testActor();
  const ids: number[] = [];
  for (const name of ["One", "Two", "Three"]) ids.push((await createCampaign(actor, { name })).id);
  const [one = 0, two = 0] = ids;
  const shops = await createTag(actor, { name: "Shops" });
  const later = await createTag(actor, { name: "Later" });
  const named = async (tag_id: number | number[]) =>
    (await listCampaigns(actor, { tag_id })).items.map(({ name }) => name);
  expect((await tag(actor, [one, two], shops.id)).results).toEqual([
    { id: one, ok: true, is_same: false },
    { id: two, ok: true, is_same: false },
  ]);
  await tag(actor, [two], later.id);
  expect((await tag(actor, [one], shops.id)).results).toMatchObject([{ is_same: true }]);
  expect(await named(shops.id)).toEqual(["Two", "One"]);
  expect(await named(later.id)).toEqual(["Two"]);
  await changeCampaigns(actor, { campaign_ids: [two], change: "untag", tag_id: shops.id });
  expect(await named([shops.id, later.id])).toEqual(["Two", "One"]);
  expect(await named(shops.id)).toEqual(["One"]);
  expect((await tag(testActor(), [one], shops.id)).results).toMatchObject([{ code: "not_found" }]);
});

test("a campaign carries at most 20 tags, and deleted ones make room", async () => {
  const actor = testActor();
  const { id: campaign } = await createCampaign(actor, {});
  const ids: number[] = [];
  for (let at = 0; at <= MOST_TAGS_EACH; at++) {
    ids.push((await createTag(actor, { name: `Tag ${at}` })).id);
  }
  const [first = 0] = ids;
  const last = ids.at(-1) ?? 0;
  const results = await Promise.all(ids.map((id) => tag(actor, [campaign], id)));
  const refused = results.flatMap(({ results: [result] }) => (result?.ok ? [] : [result]));
  expect(refused).toMatchObject([{ code: "conflict", message: expect.stringContaining("20") }]);
  await deleteTag(actor, { tag_id: first });
  await tag(actor, [campaign], last);
  const { tag_ids } = await getCampaign(actor, { campaign_id: campaign });
  expect(tag_ids).toContain(last);
  expect(tag_ids.length).toBeLessThanOrEqual(MOST_TAGS_EACH);
});

test("an account has at most 100 tags", async () => {
  const actor = testActor();
  for (let at = 0; at < MOST_TAGS; at++) await createTag(actor, { name: `Tag ${at}` });
  await expect(createTag(actor, { name: "More" })).rejects.toMatchObject({ code: "conflict" });
});

test("thirty tags made at the same moment are thirty tags", async () => {
  const actor = testActor();
  const names = Array.from({ length: 30 }, (_, index) => `Tag ${index}`);
  using _race = raceWrites(30, /^TransactWrite/);
  await Promise.all(names.map((name) => createTag(actor, { name })));
  expect((await listTags(actor, {})).items).toHaveLength(30);
});
