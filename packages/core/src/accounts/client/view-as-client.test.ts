import { expect, test } from "vitest";
import { give, withClient } from "../../../../../tests/support/agency-client.ts";
import type { Actor } from "../../actor.ts";
import { createCampaign, listCampaigns } from "../../campaigns/campaign/campaign.ts";
import { createTask } from "../../inbox/task/task.ts";
import { countOpenTasks, listTasks } from "../../inbox/task/task-list.ts";
import { listLeads } from "../../leads/lead/lead-list.ts";
import { viewAsClient } from "./view-as-client.ts";

test("somebody of the agency looks as a client does, and can change nothing", async () => {
  const { world, owner, client } = await withClient({ permissions: "full_access" });
  await give(owner, world, client.userId);
  await createCampaign(owner, { name: "Nobody's" });
  const view = await viewAsClient(owner, client.userId);
  expect(view.client).toEqual({ id: client.userId, name: "Bolt" });
  const { items } = await listCampaigns(view.actor, {});
  expect(items.map(({ id }) => id)).toEqual([world.campaignId]);
  await expect(createCampaign(view.actor, { name: "No" })).rejects.toMatchObject({
    code: "forbidden",
  });
  await expect(viewAsClient(client, client.userId)).rejects.toMatchObject({ code: "forbidden" });
});

test("whoever looks as a client sees and counts the client's own tasks, not theirs", async () => {
  const { world, owner, client } = await withClient({ permissions: "full_access" });
  await give(owner, world, client.userId);
  const [{ id: lead_id } = { id: 0 }] = (await listLeads(client, {})).items;
  const call = (actor: Actor, title: string) =>
    createTask(actor, { title, lead_id, due_at: "2030-01-01T09:00:00.000Z" });
  await Promise.all([call(owner, "One"), call(owner, "Two"), call(client, "Theirs")]);
  const { actor } = await viewAsClient(owner, client.userId);
  const own = async (each: Actor) =>
    (await listTasks(each, { scope: "own" })).items.map(({ title }) => title);
  expect([await countOpenTasks(client, {}), await own(client)]).toEqual([{ open: 1 }, ["Theirs"]]);
  expect([await countOpenTasks(actor, {}), await own(actor)]).toEqual([{ open: 1 }, ["Theirs"]]);
  expect(await countOpenTasks(owner, {})).toEqual({ open: 2 });
});
