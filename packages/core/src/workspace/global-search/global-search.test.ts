import { expect, test } from "vitest";
import { cloudOfFile } from "../../../../../tests/support/file-cloud.ts";
import { makeWorld } from "../../../../../tests/support/world.ts";
import type { Actor } from "../../actor.ts";
import { updateCampaign } from "../../campaigns/campaign/campaign.ts";
import { searchEverything } from "./global-search.ts";

process.env.ALLOW_PRIVATE_MAIL_HOSTS = "true";
await cloudOfFile();

const world = (more: object = {}) => makeWorld({ smtpPort: 1, leads: 9, ...more });

test("one search finds leads, campaigns and mailboxes, a few of each, and none of another account", async () => {
  const leadFields = () => ({ first_name: "Ada", last_name: "Coffee", company_name: "Berg AG" });
  const { actor, campaignId: campaign_id } = await world({ leadFields });
  await world({ leadFields });
  await updateCampaign(actor, { campaign_id, name: "Coffee roasters" });
  const found = await searchEverything(actor, { search: "coffee" });
  expect(found.campaigns).toMatchObject([{ id: campaign_id, name: "Coffee roasters" }]);
  expect(found.leads).toHaveLength(6);
  expect(found.leads[0]).toMatchObject({
    name: "Ada Coffee",
    detail: expect.stringContaining("Berg AG"),
  });
  expect(found.mailboxes).toEqual([]);
  const { mailboxes } = await searchEverything(actor, { search: "sender0@" });
  expect(mailboxes).toMatchObject([{ name: "sender0@sender.example" }]);
});

test("a user who may not list a kind of record, or has none of it, does not find it", async () => {
  const { actor } = await world();
  const without: Actor = { ...actor, permissions: new Set(["campaigns:read"]) };
  expect(await searchEverything(without, { search: "lead0" })).toMatchObject({ leads: [] });
  const scope = { kind: "client" as const, clientId: 7, hiddenCategoryIds: [] };
  const client: Actor = { ...actor, kind: "client", scope };
  expect(await searchEverything(client, { search: "sender0" })).toEqual({
    leads: [],
    campaigns: [],
    mailboxes: [],
  });
});
