import { expect, test, vi } from "vitest";
import { testActor } from "../../../../../tests/support/actor.ts";
import { raceWrites } from "../../../../../tests/support/race.ts";
import { told } from "../../../../../tests/support/told.ts";
import { readLeadCredits, releaseCredits } from "../../accounts/subscription-plan/lead-credit.ts";
import { createCampaign } from "../../campaigns/campaign/campaign.ts";
import { advance } from "../../campaigns/campaign-lead/advance.ts";
import { findEnrolments } from "../../campaigns/campaign-lead/campaign-lead.ts";
import { nowIso } from "../../clock.ts";
import { addLeads } from "../lead-import/add-leads.ts";
import { removeCampaignLead } from "./campaign-lead-actions.ts";
import { deleteLead, getLead, updateLead } from "./lead.ts";
import { listLeads } from "./lead-list.ts";

vi.setConfig({ testTimeout: 60_000 });

async function withLeads(count: number) {
  const actor = testActor();
  const { id: campaign_id } = await createCampaign(actor, { name: "Spring" });
  const leads = Array.from({ length: count }, (_, i) => ({ email: `p${i}@example.com` }));
  const { results } = await addLeads(actor, { campaign_id, leads });
  return { actor, campaign_id, ids: results.map(({ lead_id }) => lead_id ?? 0) };
}

test("leads are listed newest first, page by page, each once", async () => {
  const { actor, ids } = await withLeads(100);
  const seen: number[] = [];
  let cursor: string | null = null;
  do {
    const page: Awaited<ReturnType<typeof listLeads>> = await listLeads(actor, {
      limit: 30,
      cursor,
    });
    seen.push(...page.items.map(({ id }) => id));
    expect(page.total).toBe(100);
    cursor = page.cursor;
  } while (cursor);
  expect(seen).toEqual(ids.toReversed());
});

test("a list can ask for one address, whatever its case", async () => {
  const { actor, ids } = await withLeads(3);
  const found = await listLeads(actor, { email: " P1@Example.com" });
  expect(found.items.map(({ id }) => id)).toEqual([ids[1]]);
  expect((await listLeads(actor, { email: "nobody@example.com" })).items).toEqual([]);
});

test("a lead is changed field by field, and an empty text clears one", async () => {
  const { actor, ids } = await withLeads(1);
  const lead_id = ids[0] ?? 0;
  await updateLead(actor, { lead_id, first_name: "Ada", location: "London" });
  await updateLead(actor, { lead_id, location: "", custom_fields: { role: "Countess" } });
  const lead = await getLead(actor, { lead_id });
  expect(lead).toMatchObject({ first_name: "Ada", custom_fields: { role: "Countess" } });
  expect(lead).not.toHaveProperty("location");
});

test("a lead takes a new address with it, and its old one is free again", async () => {
  const { actor, campaign_id, ids } = await withLeads(2);
  const [first = 0, second = 0] = ids;
  await expect(
    updateLead(actor, { lead_id: first, email: "P1@example.com" }),
  ).rejects.toMatchObject({
    code: "conflict",
    fields: { email: [told(expect.any(String))] },
  });
  await updateLead(actor, { lead_id: first, email: "new@example.com" });
  expect((await listLeads(actor, { email: "NEW@example.com" })).items[0]?.id).toBe(first);
  await updateLead(actor, { lead_id: second, email: "p0@example.com" });
  expect((await getLead(actor, { lead_id: second })).email).toBe("p0@example.com");
  const again = await addLeads(actor, { campaign_id, leads: [{ email: "p1@example.com" }] });
  expect(again.counts.imported).toBe(1);
});

test("two leads that want the same new address at once: one gets it", async () => {
  const { actor, ids } = await withLeads(2);
  using _race = raceWrites(2);
  const results = await Promise.allSettled(
    ids.map((lead_id) => updateLead(actor, { lead_id, email: "same@example.com" })),
  );
  expect(results.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
});

test("changes at the same moment to different fields are both kept", async () => {
  const { actor, ids } = await withLeads(1);
  const lead_id = ids[0] ?? 0;
  using _race = raceWrites(2);
  await Promise.all([
    updateLead(actor, { lead_id, first_name: "Ada" }),
    updateLead(actor, { lead_id, last_name: "Lovelace" }),
  ]);
  expect(await getLead(actor, { lead_id })).toMatchObject({
    first_name: "Ada",
    last_name: "Lovelace",
  });
});

test("a deleted lead is gone from its campaigns, and its address can come again", async () => {
  const { actor, campaign_id, ids } = await withLeads(1);
  const lead_id = ids[0] ?? 0;
  await deleteLead(actor, { lead_id });
  await expect(getLead(actor, { lead_id })).rejects.toMatchObject({ code: "not_found" });
  expect((await findEnrolments(actor.accountId, campaign_id, [lead_id])).size).toBe(0);
  const again = await addLeads(actor, { campaign_id, leads: [{ email: "p0@example.com" }] });
  expect(again.counts.imported).toBe(1);
  expect(again.results[0]?.lead_id).not.toBe(lead_id);
});

test("a lead holds one credit; deleting frees it at once, or next period if it was written to [LEAD-31]", async () => {
  const { actor, campaign_id, ids } = await withLeads(3);
  const [first = 0, second = 0] = ids;
  const { accountId } = actor;
  const second_campaign = await createCampaign(actor, { name: "Autumn" });
  await addLeads(actor, { campaign_id: second_campaign.id, leads: [{ email: "p0@example.com" }] });
  expect(await readLeadCredits(accountId)).toEqual({ used: 3, leads: 3 });
  await deleteLead(actor, { lead_id: first });
  expect(await readLeadCredits(accountId)).toEqual({ used: 2, leads: 2 });
  await advance(
    { accountId, campaignId: campaign_id, leadId: second },
    { step: 1, sendId: "s1", sentAt: nowIso(), mailboxId: 1, version: 1, nextDueAt: undefined },
  );
  // Nor is it freed at once by taking the lead out of the campaign first.
  await removeCampaignLead(actor, { campaign_id, lead_id: second });
  await deleteLead(actor, { lead_id: second });
  expect(await readLeadCredits(accountId)).toEqual({ used: 2, leads: 1 });
  await releaseCredits(accountId, nowIso().slice(0, 10));
  expect(await readLeadCredits(accountId)).toEqual({ used: 2, leads: 1 });
  await Promise.all([
    releaseCredits(accountId, "9999-01-01"),
    releaseCredits(accountId, "9999-01-01"),
  ]);
  expect(await readLeadCredits(accountId)).toEqual({ used: 1, leads: 1 });
});

test("deleting a lead twice at once frees one credit", async () => {
  const { actor, ids } = await withLeads(2);
  const lead_id = ids[0] ?? 0;
  using _race = raceWrites(2);
  const results = await Promise.allSettled([
    deleteLead(actor, { lead_id }),
    deleteLead(actor, { lead_id }),
  ]);
  expect(results.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
  expect(await readLeadCredits(actor.accountId)).toEqual({ used: 1, leads: 1 });
});

test("a lead of another account does not exist", async () => {
  const { ids } = await withLeads(1);
  const stranger = testActor();
  const lead_id = ids[0] ?? 0;
  const missing = { code: "not_found" };
  await expect(getLead(stranger, { lead_id })).rejects.toMatchObject(missing);
  await expect(updateLead(stranger, { lead_id, first_name: "x" })).rejects.toMatchObject(missing);
  await expect(deleteLead(stranger, { lead_id })).rejects.toMatchObject(missing);
  expect((await listLeads(stranger, {})).items).toEqual([]);
});
