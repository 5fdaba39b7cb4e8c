import { expect, test, vi } from "vitest";
import { testActor } from "../../../../../tests/support/actor.ts";
import { raceWrites } from "../../../../../tests/support/race.ts";
import { told } from "../../../../../tests/support/told.ts";
import { readLeadCredits } from "../../accounts/subscription-plan/lead-credit.ts";
import type { Actor } from "../../actor.ts";
import { createCampaign } from "../../campaigns/campaign/campaign.ts";
import { deleteCampaign } from "../../campaigns/campaign/campaign-life.ts";
import { findEnrolments } from "../../campaigns/campaign-lead/campaign-lead.ts";
import { getLead, updateLead } from "../lead/lead.ts";
import { flagBounced } from "../lead/lead-delivery.ts";
import { listLeads } from "../lead/lead-list.ts";
import { suppress } from "../suppression/suppression.ts";
import { addLeads } from "./add-leads.ts";

vi.setConfig({ testTimeout: 60_000 });

async function campaignOf(actor: Actor): Promise<number> {
  return (await createCampaign(actor, { name: "Spring" })).id;
}

const outcomes = (added: { results: { outcome: string }[] }) =>
  added.results.map(({ outcome }) => outcome);

test("leads come into the account and the campaign with all their fields [LEAD-01]", async () => {
  const actor = testActor();
  const campaign_id = await campaignOf(actor);
  const fields = {
    email: "Ada@Example.com",
    first_name: "Ada",
    last_name: "Lovelace",
    phone_number: "+44 1",
    company_name: "Engines",
    website: "https://engines.example",
    linkedin_profile: "https://www.linkedin.com/in/ada",
    location: "London",
    custom_fields: { role: "Countess" },
  };
  const { results, counts } = await addLeads(actor, { campaign_id, leads: [fields] });
  expect(counts).toMatchObject({ imported: 1, duplicate: 0 });
  const leadId = results[0]?.lead_id ?? 0;
  expect(await getLead(actor, { lead_id: leadId })).toMatchObject({
    ...fields,
    campaign_ids: [campaign_id],
  });
  const enrolments = await findEnrolments(actor.accountId, campaign_id, [leadId]);
  expect(enrolments.get(leadId)?.status).toBe("STARTED");
});

test("a call takes 400 leads, answers for each, and refuses 401 [LEAD-19]", async () => {
  const actor = testActor();
  const campaign_id = await campaignOf(actor);
  const leads = Array.from({ length: 401 }, (_, i) => ({ email: `p${i}@example.com` }));
  await expect(addLeads(actor, { campaign_id, leads })).rejects.toMatchObject({ code: "invalid" });
  const added = await addLeads(actor, { campaign_id, leads: leads.slice(0, 400) });
  expect(added.results.map(({ index }) => index)).toEqual(leads.slice(0, 400).map((_, i) => i));
  expect(added.counts.imported).toBe(400);
  expect(new Set(added.results.map(({ lead_id }) => lead_id)).size).toBe(400);
  expect(await readLeadCredits(actor.accountId)).toEqual({ used: 400, leads: 400 });
});

test("of rows with the same address the first counts, and sent again all are duplicates", async () => {
  const actor = testActor();
  const campaign_id = await campaignOf(actor);
  const leads = [
    { email: "a@example.com", first_name: "First" },
    { email: "A@EXAMPLE.COM", first_name: "Second" },
    { email: "nobody" },
    "no lead at all",
  ];
  const added = await addLeads(actor, { campaign_id, leads });
  expect(outcomes(added)).toEqual(["imported", "duplicate", "invalid", "invalid"]);
  expect((await listLeads(actor, {})).items.map((lead) => lead.first_name)).toEqual(["First"]);
  expect(outcomes(await addLeads(actor, { campaign_id, leads }))).toEqual([
    "duplicate",
    "duplicate",
    "invalid",
    "invalid",
  ]);
  expect(await readLeadCredits(actor.accountId)).toEqual({ used: 1, leads: 1 });
});

test("a lead of the account is added to the campaign; only its empty fields are filled, unless overwrite is chosen [LEAD-14]", async () => {
  const actor = testActor();
  const first = await campaignOf(actor);
  const second = await campaignOf(actor);
  const third = await campaignOf(actor);
  const before = { email: "a@example.com", first_name: "Ada", custom_fields: { role: "boss" } };
  const after = {
    email: "a@example.com",
    first_name: "Augusta",
    last_name: "Lovelace",
    custom_fields: { role: "chief", size: "9" },
  };
  await addLeads(actor, { campaign_id: first, leads: [before] });
  const added = await addLeads(actor, { campaign_id: second, leads: [after] });
  expect(added.counts.imported).toBe(1);
  const lead_id = added.results[0]?.lead_id ?? 0;
  expect(await getLead(actor, { lead_id })).toMatchObject({
    first_name: "Ada",
    last_name: "Lovelace",
    custom_fields: { role: "boss", size: "9" },
    campaign_ids: [first, second],
  });
  await addLeads(actor, { campaign_id: third, leads: [after], options: { overwrite: true } });
  expect(await getLead(actor, { lead_id })).toMatchObject({
    first_name: "Augusta",
    custom_fields: { role: "chief", size: "9" },
  });
  expect(await readLeadCredits(actor.accountId)).toEqual({ used: 1, leads: 1 });
});

test("options skip leads that bounced or are in other campaigns; blocked and unsubscribed ones are skipped always [LEAD-15]", async () => {
  const actor = testActor();
  const other = await campaignOf(actor);
  const leads = ["bounced@a.example", "elsewhere@a.example"].map((email) => ({ email }));
  const there = await addLeads(actor, { campaign_id: other, leads });
  await flagBounced(actor.accountId, there.results[0]?.lead_id ?? 0, "2026-01-01T00:00:00.000Z");
  const origin = { createdBy: 1 };
  await suppress(actor.accountId, "blocked@a.example", { ...origin, source: "manual" });
  await suppress(actor.accountId, "left@a.example", { ...origin, source: "unsubscribe" });
  await suppress(actor.accountId, "evil.example", { ...origin, source: "manual" });
  const all = [
    ...leads,
    { email: "Blocked@a.example" },
    { email: "left@a.example" },
    { email: "x@sub.evil.example" },
    { email: "new@a.example" },
  ];
  const matrix: [boolean, boolean, string[]][] = [
    [true, true, ["skipped", "skipped", "blocked", "blocked", "blocked", "imported"]],
    [true, false, ["skipped", "imported", "blocked", "blocked", "blocked", "imported"]],
    [false, true, ["skipped", "skipped", "blocked", "blocked", "blocked", "imported"]],
    [false, false, ["imported", "imported", "blocked", "blocked", "blocked", "imported"]],
  ];
  for (const [skip_if_bounced, skip_if_in_other_campaign, expected] of matrix) {
    const campaign_id = await campaignOf(actor);
    const options = { skip_if_bounced, skip_if_in_other_campaign };
    const fresh = all.map(({ email }) => ({ email: email.replace("new@", `new${campaign_id}@`) }));
    expect(outcomes(await addLeads(actor, { campaign_id, leads: fresh, options }))).toEqual(
      expected,
    );
  }
});

test("a lead of a deleted campaign is in no other campaign", async () => {
  const actor = testActor();
  const leads = [{ email: "a@example.com" }];
  const gone = await campaignOf(actor);
  await addLeads(actor, { campaign_id: gone, leads });
  const options = { skip_if_in_other_campaign: true };
  const campaign_id = await campaignOf(actor);
  expect(outcomes(await addLeads(actor, { campaign_id, leads, options }))).toEqual(["skipped"]);
  await deleteCampaign(actor, { campaign_id: gone, name: "Spring" });
  expect(outcomes(await addLeads(actor, { campaign_id, leads, options }))).toEqual(["imported"]);
});

test("when the plan is full the remaining new leads are over the limit, exactly, and known ones still go in", async () => {
  const actor = testActor();
  const first = await campaignOf(actor);
  const emails = Array.from({ length: 1300 }, (_, i) => ({ email: `p${i}@example.com` }));
  for (let start = 0; start < 1200; start += 400) {
    await addLeads(actor, { campaign_id: first, leads: emails.slice(start, start + 400) });
  }
  const second = await campaignOf(actor);
  const { counts } = await addLeads(actor, {
    campaign_id: second,
    leads: emails.slice(1100, 1300),
  });
  expect(counts).toMatchObject({ imported: 150, over_limit: 50 });
  expect(await readLeadCredits(actor.accountId)).toEqual({ used: 1250, leads: 1250 });
});

test("calls with the same leads at the same moment store each lead once and give away each credit once", async () => {
  const actor = testActor();
  const campaigns = [await campaignOf(actor), await campaignOf(actor), await campaignOf(actor)];
  const leads = Array.from({ length: 40 }, (_, i) => ({ email: `p${i}@example.com` }));
  let added: Awaited<ReturnType<typeof addLeads>>[];
  {
    // The first writes of each call: its block of ids.
    using _race = raceWrites(3);
    added = await Promise.all(
      campaigns.map((campaign_id) => addLeads(actor, { campaign_id, leads })),
    );
  }
  expect(added.map(({ counts }) => counts.imported)).toEqual([40, 40, 40]);
  expect((await listLeads(actor, { limit: 200 })).items).toHaveLength(40);
  expect(await readLeadCredits(actor.accountId)).toEqual({ used: 40, leads: 40 });
  for (const { results } of added) {
    expect(results.map(({ lead_id }) => lead_id)).toEqual(
      added[0]?.results.map(({ lead_id }) => lead_id),
    );
  }
});

test("two calls that fill different custom fields of a lead at the same moment both keep theirs", async () => {
  const actor = testActor();
  const campaigns = [await campaignOf(actor), await campaignOf(actor), await campaignOf(actor)];
  const [first = 0, ...others] = campaigns;
  const email = "a@example.com";
  const { results } = await addLeads(actor, { campaign_id: first, leads: [{ email }] });
  {
    using _race = raceWrites(2);
    await Promise.all(
      others.map((campaign_id) =>
        addLeads(actor, {
          campaign_id,
          leads: [{ email, custom_fields: { [`from_${campaign_id}`]: "x" } }],
        }),
      ),
    );
  }
  expect(await getLead(actor, { lead_id: results[0]?.lead_id ?? 0 })).toMatchObject({
    custom_fields: Object.fromEntries(others.map((id) => [`from_${id}`, "x"])),
    campaign_ids: campaigns,
  });
});

test("leads go into campaigns of one's own account only", async () => {
  const ours = testActor();
  const theirs = testActor();
  const campaign_id = await campaignOf(ours);
  await expect(
    addLeads(theirs, { campaign_id: campaign_id + 1, leads: [{ email: "a@b.c" }] }),
  ).rejects.toMatchObject({ code: "not_found" });
  await addLeads(ours, { campaign_id, leads: [{ email: "a@b.c" }] });
  expect((await listLeads(theirs, {})).items).toEqual([]);
});

test.each(["constructor", "prototype", "__proto__"])(
  "a custom field called %s is refused where it stands, and nothing is left out in silence",
  async (name) => {
    const actor = testActor();
    const campaign_id = await campaignOf(actor);
    const custom_fields = JSON.parse(`{"role":"Countess","${name}":"x"}`);
    const { results } = await addLeads(actor, {
      campaign_id,
      leads: [{ email: "a@example.com", custom_fields }, { email: "b@example.com" }],
    });
    const words = expect.stringMatching(`cannot be called .*${name}`);
    expect(results).toMatchObject([{ outcome: "invalid", reason: words }, { outcome: "imported" }]);
    const lead_id = results[1]?.lead_id ?? 0;
    await expect(updateLead(actor, { lead_id, custom_fields })).rejects.toMatchObject({
      code: "invalid",
      fields: { [`custom_fields.${name}`]: [told(words)] },
    });
    expect((await getLead(actor, { lead_id })).custom_fields).toEqual({});
  },
);
