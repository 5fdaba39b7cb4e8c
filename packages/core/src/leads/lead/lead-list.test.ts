import { client } from "@thaw/data/table";
import { expect, test, vi } from "vitest";
import { testActor } from "../../../../../tests/support/actor.ts";
import { countRequests } from "../../../../../tests/support/count-requests.ts";
import { cloudOfFile } from "../../../../../tests/support/file-cloud.ts";
import { storeAccount } from "../../../../../tests/support/records.ts";
import { told } from "../../../../../tests/support/told.ts";
import { testUser } from "../../../../../tests/support/user.ts";
import { assignToClient } from "../../accounts/client/assign-to-client.ts";
import { createClient } from "../../accounts/client/client.ts";
import { authenticateToken, issueSession } from "../../accounts/session/session.ts";
import { putTag } from "../../accounts/tag/put-tag.ts";
import { createTag } from "../../accounts/tag/tag.ts";
import type { Actor } from "../../actor.ts";
import { createCampaign } from "../../campaigns/campaign/campaign.ts";
import { scopeOfRole } from "../../kernel/access/scope.ts";
import { addLeads } from "../lead-import/add-leads.ts";
import { changeCampaignLeads } from "./campaign-lead-actions.ts";
import { LeadEntity } from "./lead.entity.ts";
import { updateLead } from "./lead.ts";
import { categoriseFirst } from "./lead-delivery.ts";
import { listLeads } from "./lead-list.ts";
import { leadKey } from "./lead-record.ts";
import { taggedLead } from "./lead-tags.ts";

vi.setConfig({ testTimeout: 60_000 });

await cloudOfFile();

type Given = { email: string; first_name?: string; last_name?: string; company_name?: string };

async function add(actor: Actor, leads: Given[], campaign_id?: number) {
  const id = campaign_id ?? (await createCampaign(actor, { name: "Spring" })).id;
  const { results } = await addLeads(actor, { campaign_id: id, leads });
  return { campaign_id: id, ids: results.map(({ lead_id }) => lead_id ?? 0) };
}

const numbered = (count: number, from = 0): Given[] =>
  Array.from({ length: count }, (_, i) => ({ email: `p${from + i}@example.com` }));

type Asked = Parameters<typeof listLeads>[1];

/** Every page of a list. */
async function all(actor: Actor, asked: Asked): Promise<number[]> {
  const seen: number[] = [];
  let cursor: string | null = null;
  do {
    const page: Awaited<ReturnType<typeof listLeads>> = await listLeads(actor, {
      ...asked,
      cursor,
    });
    seen.push(...page.items.map(({ id }) => id));
    cursor = page.cursor;
  } while (cursor);
  return seen;
}

test("leads are found by beginnings of words of their address, name and company, whatever the capitals", async () => {
  const actor = testActor();
  const { ids } = await add(actor, [
    { email: "ada@engine.example", first_name: "Ada", last_name: "Lovelace" },
    { email: "bo@berg.example", first_name: "Bo", company_name: "Berg & Söhne AG" },
    { email: "ADA.B@berg.example", first_name: "Ada", last_name: "Byron" },
  ]);
  const [ada, bo, byron] = ids;
  expect(await all(actor, { search: "ADA" })).toEqual([byron, ada]);
  expect(await all(actor, { search: "ada love" })).toEqual([ada]);
  expect(await all(actor, { search: "söhne" })).toEqual([bo]);
  expect(await all(actor, { search: "ada.b@berg.example" })).toEqual([byron]);
  expect(await all(actor, { search: "@berg.example" })).toEqual([byron, bo]);
  for (const search of ["nobody", "öhne", "example", "!"]) {
    expect(await all(actor, { search })).toEqual([]);
  }
  await updateLead(actor, { lead_id: bo ?? 0, company_name: "", first_name: "Bodil" });
  expect(await all(actor, { search: "söhne" })).toEqual([]);
  expect(await all(actor, { search: "bodil berg" })).toEqual([bo]);
});

test("a lead that was stored before there was a search is found too", async () => {
  const actor = testActor();
  const { ids } = await add(actor, [{ email: "ada@engine.example", first_name: "Ada" }]);
  await LeadEntity.patch(leadKey(actor.accountId, ids[0] ?? 0))
    .remove(["searched"])
    .go();
  expect(await all(actor, { search: "ada" })).toEqual(ids);
});

test("leads are narrowed to a campaign, a status, a category, a tag and the time of their import", async () => {
  const actor = testActor();
  const { accountId } = actor;
  const spring = await add(actor, numbered(30));
  const summer = await add(actor, numbered(10, 25));
  const both = summer.ids.slice(0, 5);
  expect(both).toEqual(spring.ids.slice(25));
  const [first = 0, second = 0] = spring.ids;
  await changeCampaignLeads(actor, {
    campaign_id: spring.campaign_id,
    lead_ids: [first, both[0] ?? 0],
    action: "stop",
  });
  await categoriseFirst({ accountId, leadId: first }, 1);
  const { id: tag_id } = await createTag(actor, { name: "Agencies" });
  await putTag(tag_id, taggedLead(accountId, first));
  await putTag(tag_id, taggedLead(accountId, second));

  const { campaign_id } = summer;
  expect(await all(actor, { campaign_id, limit: 3 })).toEqual(summer.ids.toReversed());
  expect(await all(actor, { campaign_id, order: "oldest", limit: 3 })).toEqual(summer.ids);
  const either = [campaign_id, spring.campaign_id];
  expect(await all(actor, { campaign_id: either, limit: 7 })).toHaveLength(35);
  expect(await all(actor, { status: "STOPPED" })).toEqual([both[0], first]);
  expect(await all(actor, { status: "STOPPED", campaign_id })).toEqual([]);
  expect(await all(actor, { category_id: 1 })).toEqual([first]);
  expect(await all(actor, { category_id: [1, -1], limit: 10 })).toHaveLength(35);
  expect(await all(actor, { tag_id })).toEqual([second, first]);
  expect(await all(actor, { tag_id, category_id: -1 })).toEqual([second]);
  const [lead] = (await listLeads(actor, { limit: 1 })).items;
  const later = new Date(Date.parse(lead?.created_at ?? "") + 1).toISOString();
  expect(await all(actor, { imported_from: later })).toEqual([]);
  expect(await all(actor, { imported_to: later })).toHaveLength(35);
  expect(await all(testActor(), { campaign_id })).toEqual([]);
});

test("the oldest come first where asked, page by page, each once", async () => {
  const actor = testActor();
  const { ids } = await add(actor, numbered(50));
  expect(await all(actor, { order: "oldest", limit: 20 })).toEqual(ids);
  expect(await all(actor, { order: "oldest", search: "example", limit: 20 })).toEqual(ids);
});

test("leads are sorted by address, name and company, both ways and page by page, those without one last", async () => {
  const actor = testActor();
  const { ids } = await add(actor, [
    { email: "zoe@a.example", first_name: "Zoe", company_name: "alder" },
    { email: "Bo@b.example", first_name: "bo", last_name: "Öst", company_name: "Birch" },
    { email: "amy@c.example" },
    { email: "cy@d.example", first_name: "Bo", last_name: "Alm", company_name: "Alder 10" },
    { email: "di@e.example", first_name: "Ähm", company_name: "Alder 9" },
  ]);
  const [zoe, bo, amy, cy, di] = ids;
  expect(await all(actor, { order: "email", limit: 2 })).toEqual([amy, bo, cy, di, zoe]);
  expect(await all(actor, { order: "-email", limit: 2 })).toEqual([zoe, di, cy, bo, amy]);
  expect(await all(actor, { order: "name", limit: 2 })).toEqual([di, cy, bo, zoe, amy]);
  expect(await all(actor, { order: "-name", limit: 1 })).toEqual([zoe, bo, cy, di, amy]);
  expect(await all(actor, { order: "company", limit: 3 })).toEqual([zoe, di, cy, bo, amy]);
  expect(await all(actor, { order: "-company" })).toEqual([bo, cy, di, zoe, amy]);
  expect(await all(actor, { order: "email", search: "bo", limit: 1 })).toEqual([bo, cy]);
  expect(await listLeads(actor, { order: "email", limit: 2 })).toMatchObject({ total: 5 });
  for (const cursor of ["x", "12", "W10"]) {
    await expect(listLeads(actor, { order: "email", cursor })).rejects.toMatchObject({
      code: "invalid",
    });
  }
});

test("a list of more than 2,000 leads is sorted by text only once it is narrowed", async () => {
  const actor = testActor();
  await storeAccount(actor.accountId, "Etc/GMT", "PRO");
  const { campaign_id } = await add(actor, numbered(400));
  for (let from = 400; from < 2_000; from += 400)
    await add(actor, numbered(400, from), campaign_id);
  expect(await listLeads(actor, { order: "-email", limit: 1 })).toMatchObject({
    items: [{ email: "p1999@example.com" }],
    total: 2_000,
  });
  const { campaign_id: other } = await add(actor, [{ email: "a@other.example" }]);
  await expect(listLeads(actor, { order: "email" })).rejects.toMatchObject({
    code: "invalid",
    fields: { order: [told(expect.stringContaining("2,000"))] },
  });
  expect(await all(actor, { order: "email", campaign_id: other })).toHaveLength(1);
});

test("a search through many leads stops with a cursor rather than read them all, and goes on there", async () => {
  const actor = testActor();
  const { ids, campaign_id } = await add(actor, [{ email: "rare@needle.example" }]);
  const { id: tag_id } = await createTag(actor, { name: "Rare" });
  await putTag(tag_id, taggedLead(actor.accountId, ids[0] ?? 0));
  // Ids far above, as if tens of thousands of leads had come since.
  const { accountId } = actor;
  const lead = { accountId, email: "far@example.com", custom_fields: {}, revision: 1 };
  const at = "2026-03-02T09:00:00.000Z";
  await LeadEntity.create({
    ...lead,
    ...leadKey(accountId, 80_000),
    campaignIds: [campaign_id],
    createdAt: at,
    updatedAt: at,
  }).go();
  const first = await listLeads(actor, { tag_id });
  expect(first.items).toEqual([]);
  expect(first.cursor).not.toBeNull();
  expect(await all(actor, { tag_id })).toEqual(ids);
});

test("the agency lists the leads of one client, of several, or of none [LEAD-20]", async () => {
  const owner = await testUser("owner", "glacier-2026");
  const agency = await authenticateToken(
    (await issueSession(owner, { ip: "", userAgent: "" })).token,
  );
  const newClient = async () => {
    const email = `${crypto.randomUUID()}@client.example`;
    return (await createClient(agency, { name: "Bolt", email, permissions: "none" })).id;
  };
  const [bolt, other] = [await newClient(), await newClient()];
  const ours = await add(agency, numbered(2));
  const theirs = await add(agency, numbered(2, 1));
  const others = await add(agency, numbered(1, 9));
  await assignToClient(agency, { client_id: bolt, campaign_ids: [theirs.campaign_id] });
  await assignToClient(agency, { client_id: other, campaign_ids: [others.campaign_id] });
  const idsOf = async (client_id: number | "none" | (number | "none")[]) =>
    (await all(agency, { client_id })).sort((a, b) => a - b);
  expect(await idsOf(bolt)).toEqual(theirs.ids);
  expect(await idsOf([bolt, other])).toEqual([...theirs.ids, ...others.ids]);
  // The second is in a campaign of ours and in one of a client.
  expect(await idsOf("none")).toEqual(ours.ids.slice(0, 1));
});

test("for a user who sees a few campaigns only their leads are read, and for one who sees none nothing is read", async () => {
  const owner = testActor();
  const userId = owner.userId + 1;
  const member = { ...owner, userId, scope: scopeOfRole("LIMITED_FULL_MEMBER_ACCESS", userId) };
  await add(owner, numbered(300));
  using none = countRequests();
  expect(await listLeads(member, {})).toEqual({ items: [], cursor: null });
  expect(none.actions).toEqual(["Query"]);
  const { campaign_id, ids } = await add(member, numbered(3, 1_000));
  await add(owner, numbered(1, 1_000), campaign_id);
  const read: unknown[] = [];
  const stop = client.intercept(async (_action, input, next) => {
    const answer = await next(input);
    read.push(answer);
    return answer;
  });
  expect(await all(member, {})).toEqual(ids.toReversed());
  stop();
  expect(JSON.stringify(read)).toContain("p1000@example.com");
  expect(JSON.stringify(read)).not.toContain("p299@example.com");
});
