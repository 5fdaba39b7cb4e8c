import { expect, test } from "vitest";
import { cloudOfFile } from "../../../../../tests/support/file-cloud.ts";
import { makeWorld } from "../../../../../tests/support/world.ts";
import { createCampaign } from "../../campaigns/campaign/campaign.ts";
import { addLeads } from "../lead-import/add-leads.ts";
import { changeCampaignLeads } from "./campaign-lead-actions.ts";
import { listCampaignLeads } from "./campaign-lead-list.ts";

process.env.ALLOW_PRIVATE_MAIL_HOSTS = "true";
await cloudOfFile();

test("a campaign's leads are searched by address, name and company and narrowed by status, page by page, without those of other campaigns", async () => {
  const world = await makeWorld({
    smtpPort: 1,
    leads: 9,
    leadFields: (index) => ({ company_name: index % 2 ? "Berg AG" : "Tal AG" }),
  });
  const { actor, campaignId: campaign_id, leadIds } = world;
  const { id: other } = await createCampaign(actor, { name: "Other" });
  const stranger = { email: "lead99@prospect.example", company_name: "Berg AG" };
  await addLeads(actor, { campaign_id: other, leads: [stranger] });
  const paused = leadIds.slice(0, 4);
  await changeCampaignLeads(actor, { campaign_id, lead_ids: paused, action: "pause" });
  const list = async (asked: object) => {
    const ids: number[] = [];
    let cursor: string | null | undefined;
    do {
      const page = await listCampaignLeads(actor, { campaign_id, limit: 2, cursor, ...asked });
      ids.push(...page.items.map(({ lead_id }) => lead_id));
      cursor = page.cursor;
    } while (cursor);
    return ids.sort((a, b) => a - b);
  };
  const ofBerg = leadIds.filter((_, index) => index % 2);
  expect(await list({ search: "berg" })).toEqual(ofBerg);
  expect(await list({ search: "lead3@prospect" })).toEqual([leadIds[3]]);
  expect(await list({ status: "PAUSED" })).toEqual(paused);
  expect(await list({ status: ["PAUSED"], search: "berg" })).toEqual([leadIds[1], leadIds[3]]);
  const [first] = (await listCampaignLeads(actor, { campaign_id, status: "PAUSED" })).items;
  expect(first).toMatchObject({ status: "PAUSED", campaign_id });
});
