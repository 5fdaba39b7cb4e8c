import { expect, test } from "vitest";
import { testActor } from "../../../../../tests/support/actor.ts";
import { cloudOfFile } from "../../../../../tests/support/file-cloud.ts";
import { told } from "../../../../../tests/support/told.ts";
import type { Actor } from "../../actor.ts";
import { createCampaign, getCampaign, listCampaigns } from "../campaign/campaign.ts";
import { deleteCampaign, restoreCampaign } from "../campaign/campaign-life.ts";
import { changeCampaigns } from "../campaign/change-campaigns.ts";
import {
  closeFolder,
  createFolder,
  getFolder,
  listFolders,
  renameFolder,
} from "./campaign-folder.ts";
import { deleteFolder } from "./move-campaign.ts";

await cloudOfFile();

async function campaignsOf(actor: Actor, count: number): Promise<number[]> {
  const made = [];
  for (let at = 0; at < count; at++) {
    made.push((await createCampaign(actor, { name: `Campaign ${at}` })).id);
  }
  return made;
}

const move = (actor: Actor, campaign_ids: number[], folder_id: number | null) =>
  changeCampaigns(actor, { campaign_ids, change: "move", folder_id });
const namesIn = async (actor: Actor, folder_id: number | "none") =>
  (await listCampaigns(actor, { folder_id })).items.map(({ name }) => name).toSorted();
const countOf = async (actor: Actor, folder_id: number) =>
  (await getFolder(actor, { folder_id })).campaigns;

test("a campaign is in one folder at most, and a folder that is deleted gives its campaigns back to the unfiled ones [CAMP-20]", async () => {
  const actor = testActor();
  const [one = 0, two = 0] = await campaignsOf(actor, 3);
  const spring = await createFolder(actor, { name: "Spring" });
  const summer = await createFolder(actor, { name: "Summer" });
  expect((await move(actor, [one, two], spring.id)).results).toEqual([
    { id: one, ok: true, folder_before: null },
    { id: two, ok: true, folder_before: null },
  ]);
  expect(await namesIn(actor, spring.id)).toEqual(["Campaign 0", "Campaign 1"]);
  expect(await namesIn(actor, "none")).toEqual(["Campaign 2"]);

  expect((await move(actor, [two], summer.id)).results).toEqual([
    { id: two, ok: true, folder_before: spring.id },
  ]);
  expect([await countOf(actor, spring.id), await countOf(actor, summer.id)]).toEqual([1, 1]);
  expect(await namesIn(actor, summer.id)).toEqual(["Campaign 1"]);
  expect(
    (await listCampaigns(actor, { folder_id: ["none", spring.id] })).items.map(({ name }) => name),
  ).toEqual(["Campaign 2", "Campaign 0"]);

  expect(await deleteFolder(actor, { folder_id: summer.id })).toEqual({
    id: summer.id,
    unfiled: 1,
  });
  expect(await namesIn(actor, "none")).toEqual(["Campaign 1", "Campaign 2"]);
  expect((await listFolders(actor, {})).items.map(({ name }) => name)).toEqual(["Spring"]);
  await expect(getFolder(actor, { folder_id: summer.id })).rejects.toMatchObject({ status: 404 });
  await createFolder(actor, { name: "summer" });
});

test("two folders never share a name, whatever its capitals, and a rename frees the old one [CAMP-20]", async () => {
  const actor = testActor();
  const spring = await createFolder(actor, { name: "Spring" });
  const taken = { code: "conflict", fields: { name: [told("There is a folder with this name")] } };
  await expect(createFolder(actor, { name: "SPRING" })).rejects.toMatchObject(taken);
  const summer = await createFolder(actor, { name: "Summer" });
  await expect(renameFolder(actor, { folder_id: summer.id, name: "spring" })).rejects.toMatchObject(
    taken,
  );
  expect(await renameFolder(actor, { folder_id: spring.id, name: "SPRING" })).toMatchObject({
    name: "SPRING",
  });
  await renameFolder(actor, { folder_id: spring.id, name: "Autumn" });
  await createFolder(actor, { name: "Spring" });
  await createFolder(testActor(), { name: "Spring" });
});

test("a folder that is being deleted takes nothing in, and deleting it again ends it", async () => {
  const actor = testActor();
  const [one = 0, two = 0] = await campaignsOf(actor, 2);
  const { id } = await createFolder(actor, { name: "Spring" });
  await move(actor, [one], id);
  await closeFolder(actor.accountId, id);
  expect((await move(actor, [two], id)).results).toMatchObject([{ ok: false, code: "conflict" }]);
  expect(await namesIn(actor, "none")).toEqual(["Campaign 1"]);
  expect(await deleteFolder(actor, { folder_id: id })).toMatchObject({ unfiled: 1 });
  expect(await namesIn(actor, "none")).toEqual(["Campaign 0", "Campaign 1"]);
});

test("a folder counts the campaigns that are not deleted, and a deleted one comes back into it", async () => {
  const actor = testActor();
  const [one = 0, two = 0] = await campaignsOf(actor, 2);
  const { id } = await createFolder(actor, { name: "Spring" });
  await move(actor, [one, two], id);
  await deleteCampaign(actor, { campaign_id: one, name: "Campaign 0" });
  expect(await countOf(actor, id)).toBe(1);
  await restoreCampaign(actor, { campaign_id: one });
  expect(await countOf(actor, id)).toBe(2);
  await deleteCampaign(actor, { campaign_id: one, name: "Campaign 0" });
  expect(await deleteFolder(actor, { folder_id: id })).toMatchObject({ unfiled: 2 });
  expect(await restoreCampaign(actor, { campaign_id: one })).not.toHaveProperty("folder_id");
});

test("moves of one folder's campaigns at the same moment are all counted", async () => {
  const actor = testActor();
  const ids = await campaignsOf(actor, 6);
  const { id } = await createFolder(actor, { name: "Spring" });
  await Promise.all(ids.map((campaignId) => move(actor, [campaignId], id)));
  const filed = await namesIn(actor, id);
  expect(await countOf(actor, id)).toBe(filed.length);
  expect(filed.length).toBeGreaterThan(0);
});

test("a list of campaigns is changed one by one: what one refuses keeps none of the others", async () => {
  const actor = testActor();
  const [one = 0, two = 0] = await campaignsOf(actor, 2);
  const change = (wanted: "archive" | "pause") =>
    changeCampaigns(actor, { campaign_ids: [one, 999, two, one], change: wanted });
  expect((await change("archive")).results).toEqual([
    { id: one, ok: true },
    { id: 999, ok: false, code: "not_found", message: expect.stringContaining("campaign") },
    { id: two, ok: true },
  ]);
  expect(await getCampaign(actor, { campaign_id: two })).toMatchObject({ status: "ARCHIVED" });
  expect((await change("pause")).results).toMatchObject([
    { ok: false, code: "invalid_transition" },
    { ok: false },
    { ok: false },
  ]);
  const tooMany = Array.from({ length: 101 }, (_, at) => at + 1);
  await expect(
    changeCampaigns(actor, { campaign_ids: tooMany, change: "pause" }),
  ).rejects.toMatchObject({ code: "invalid" });
});

test("campaigns are listed by their creator", async () => {
  const actor = testActor();
  await campaignsOf(actor, 1);
  const other = { ...actor, userId: actor.userId + 1 };
  await createCampaign(other, { name: "Another's" });
  const namesBy = async (created_by: number | number[]) =>
    (await listCampaigns(actor, { created_by })).items.map(({ name }) => name);
  expect(await namesBy(other.userId)).toEqual(["Another's"]);
  expect(await namesBy([actor.userId, other.userId])).toEqual(["Another's", "Campaign 0"]);
  expect(await namesBy(other.userId + 1)).toEqual([]);
});
