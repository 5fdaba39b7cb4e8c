import { expect, test } from "vitest";
import { jobIn } from "../../../../../tests/support/campaign-run.ts";
import { stoppedClock } from "../../../../../tests/support/clock.ts";
import { countRequests } from "../../../../../tests/support/count-requests.ts";
import { cloudOfFile } from "../../../../../tests/support/file-cloud.ts";
import { startSink } from "../../../../../tests/support/sink.ts";
import { testUser } from "../../../../../tests/support/user.ts";
import { makeWorld, type World } from "../../../../../tests/support/world.ts";
import { assignToClient } from "../../accounts/client/assign-to-client.ts";
import { createClient } from "../../accounts/client/client.ts";
import { authenticateToken, issueSession } from "../../accounts/session/session.ts";
import type { Actor } from "../../actor.ts";
import { createCampaign } from "../../campaigns/campaign/campaign.ts";
import { startCampaign } from "../../campaigns/campaign/campaign-launch.ts";
import { MINUTE_MS } from "../../duration.ts";
import { sendBatch } from "../../engine/delivery/send-batch.ts";
import { previewStep } from "../../engine/preview/campaign-preview.ts";
import { runTrigger } from "../../engine/trigger-run/run-trigger.ts";
import { rightsOf } from "../../kernel/access/rights.ts";
import { addLeads } from "../lead-import/add-leads.ts";
import { moveCampaignLead } from "./campaign-lead-actions.ts";
import { getLead, updateLead } from "./lead.ts";

const CEO = "ceo@target.example";

process.env.ALLOW_PRIVATE_MAIL_HOSTS = "true";
await cloudOfFile();

async function newAgency(): Promise<Actor> {
  const owner = await testUser("owner", "glacier-2026");
  const origin = { ip: "192.0.2.1", userAgent: "test" };
  return authenticateToken((await issueSession(owner, origin)).token);
}

async function newClient(agency: Actor): Promise<Actor> {
  const email = `${crypto.randomUUID()}@client.example`;
  const permissions = "full_access";
  const { id } = await createClient(agency, { name: "Bolt", email, permissions });
  const rights = rightsOf({ kind: "client", userId: id, clientPermissions: [permissions] });
  return { ...agency, kind: "client", userId: id, ...rights };
}

async function newCampaign(agency: Actor, client?: Actor): Promise<number> {
  const { id } = await createCampaign(agency, { name: "Spring" });
  if (client) await assignToClient(agency, { client_id: client.userId, campaign_ids: [id] });
  return id;
}

async function add(actor: Actor, campaign_id: number, first_name: string, options = {}) {
  const leads = [{ email: CEO, first_name, custom_fields: { deal: `deal of ${first_name}` } }];
  const { results } = await addLeads(actor, { campaign_id, leads, options });
  return results[0]?.lead_id ?? 0;
}

const nameFor = async (actor: Actor, lead_id: number) =>
  (await getLead(actor, { lead_id })).first_name;

test("a client's mails have the values that its own campaign brought in, and the agency's have the agency's", async () => {
  await using sink = await startSink();
  using clock = stoppedClock("2026-03-02T09:00:00.000Z");
  const agency = await newAgency();
  const client = await newClient(agency);
  const steps = [
    { delayInDays: 0, subject: "Hi {{first_name|you}}", body: "<p>{{deal|none}}</p>" },
  ];
  const world = (user: string) =>
    makeWorld({ smtpPort: sink.port, actor: agency, users: [user], steps, leads: 0, start: false });
  const [ours, theirs] = [await world("one@sender.example"), await world("two@sender.example")];
  await assignToClient(agency, { client_id: client.userId, campaign_ids: [theirs.campaignId] });
  const lead_id = await add(agency, ours.campaignId, "Anna");
  await add(client, theirs.campaignId, "Cleo");
  for (const { campaignId } of [ours, theirs]) {
    await startCampaign(agency, { campaign_id: campaignId });
    await runTrigger({ accountId: agency.accountId, campaignId }, "Etc/GMT");
  }
  clock.move(15 * MINUTE_MS);
  await sendBatch([ours, theirs].map((each: World) => jobIn({ ...each, leadIds: [lead_id] })));
  const subjects = sink.mails.map(({ raw }) => /Subject: (.*)\r/.exec(String(raw))?.[1]);
  expect(new Set(subjects)).toEqual(new Set(["Hi Anna", "Hi Cleo"]));
  expect(sink.mails.filter(({ raw }) => String(raw).includes("deal of Anna"))).toHaveLength(1);
  const variant = {
    letter: "A",
    subject: "Hi {{first_name|you}}",
    body: "{{deal|none}}",
    share: 100,
  };
  const campaign_id = theirs.campaignId;
  const shown = await previewStep(client, { campaign_id, step: 1, variant, lead_id });
  expect(shown).toMatchObject({ subject: "Hi Cleo", text: "deal of Cleo" });
});

test("an address that someone else has is a client's address alone, until its campaign brings values in", async () => {
  const agency = await newAgency();
  const client = await newClient(agency);
  await add(agency, await newCampaign(agency), "Anna");
  const own = await newCampaign(agency, client);
  const { results } = await addLeads(client, { campaign_id: own, leads: [{ email: CEO }] });
  const lead_id = results[0]?.lead_id ?? 0;
  const lead = await getLead(client, { lead_id });
  expect(lead).toEqual({
    id: lead_id,
    email: CEO,
    custom_fields: {},
    category_id: -1,
    tag_ids: [],
    campaign_ids: [own],
    created_at: expect.any(String),
    updated_at: expect.any(String),
  });
  await add(client, own, "Cleo");
  expect(await nameFor(client, lead_id)).toBe("Cleo");
  expect(await nameFor(agency, lead_id)).toBe("Anna");
});

test("a campaign takes what it knows along when it is given to a client, or to another one", async () => {
  const agency = await newAgency();
  const [one, two] = [await newClient(agency), await newClient(agency)];
  const campaign_ids = [await newCampaign(agency)];
  const lead_id = await add(agency, campaign_ids[0] ?? 0, "Anna");
  await assignToClient(agency, { client_id: one.userId, campaign_ids });
  expect(await nameFor(one, lead_id)).toBe("Anna");
  await assignToClient(agency, { client_id: two.userId, campaign_ids });
  expect(await nameFor(two, lead_id)).toBe("Anna");
  await expect(nameFor(one, lead_id)).rejects.toMatchObject({ code: "not_found" });
});

test("what the agency writes after it gave a campaign away stays with the agency, and what the client writes with the client", async () => {
  const agency = await newAgency();
  const client = await newClient(agency);
  const [ours, theirs] = [await newCampaign(agency), await newCampaign(agency)];
  const lead_id = await add(agency, ours, "Anna");
  await add(agency, theirs, "Anna");
  await assignToClient(agency, { client_id: client.userId, campaign_ids: [theirs] });
  await updateLead(agency, { lead_id, first_name: "Secret" });
  expect(await nameFor(client, lead_id)).toBe("Anna");
  await add(agency, ours, "Secret again", { overwrite: true });
  expect(await nameFor(client, lead_id)).toBe("Anna");
  await updateLead(client, { lead_id, first_name: "Cleo" });
  expect([await nameFor(agency, lead_id), await nameFor(client, lead_id)]).toEqual([
    "Secret again",
    "Cleo",
  ]);
  // The agency may change what the client's campaign has, by its name.
  await updateLead(agency, { lead_id, campaign_id: theirs, first_name: "Clea" });
  expect([await nameFor(agency, lead_id), await nameFor(client, lead_id)]).toEqual([
    "Secret again",
    "Clea",
  ]);
});

test("what the agency writes of someone whom a client brought in stays with the agency", async () => {
  const agency = await newAgency();
  const client = await newClient(agency);
  const [theirs, ours] = [await newCampaign(agency, client), await newCampaign(agency)];
  const lead_id = await add(client, theirs, "Cleo");
  await add(agency, ours, "Anna");
  expect(await getLead(agency, { lead_id })).toMatchObject({
    first_name: "Anna",
    own_values: [{ campaign_id: theirs, first_name: "Cleo" }],
  });
  await updateLead(agency, { lead_id, first_name: "Secret" });
  expect([await nameFor(agency, lead_id), await nameFor(client, lead_id)]).toEqual([
    "Secret",
    "Cleo",
  ]);
  await updateLead(client, { lead_id, first_name: "Clea" });
  expect([await nameFor(agency, lead_id), await nameFor(client, lead_id)]).toEqual([
    "Secret",
    "Clea",
  ]);
});

test("an import into the agency's campaign leaves a client that shares the values the old ones", async () => {
  const agency = await newAgency();
  const client = await newClient(agency);
  const [ours, theirs] = [await newCampaign(agency), await newCampaign(agency)];
  const lead_id = await add(agency, ours, "Anna");
  await add(agency, theirs, "Anna");
  await assignToClient(agency, { client_id: client.userId, campaign_ids: [theirs] });
  await add(agency, ours, "Secret", { overwrite: true });
  expect(await nameFor(client, lead_id)).toBe("Anna");
  const { first_name, own_values } = await getLead(agency, { lead_id });
  expect(first_name).toBe("Secret");
  expect(own_values).toMatchObject([{ campaign_id: theirs, first_name: "Anna" }]);
});

test.each([
  ["from the agency's campaign to a client's takes its values along", false, "Anna"],
  ["from a client's campaign to another client's takes its address alone", true, undefined],
])("a lead that is moved %s", async (_what, isFromClient, first_name) => {
  const agency = await newAgency();
  const [one, two] = [await newClient(agency), await newClient(agency)];
  const from = await newCampaign(agency, isFromClient ? one : undefined);
  const to = await newCampaign(agency, two);
  const lead_id = await add(isFromClient ? one : agency, from, "Anna");
  await moveCampaignLead(agency, { campaign_id: from, lead_id, to_campaign_id: to });
  expect(await getLead(two, { lead_id })).toMatchObject({ email: CEO, campaign_ids: [to] });
  expect(await nameFor(two, lead_id)).toBe(first_name);
});

test("edits of several campaigns at the same moment lose none", async () => {
  const agency = await newAgency();
  const clients = [await newClient(agency), await newClient(agency), await newClient(agency)];
  const campaigns = await Promise.all(clients.map((client) => newCampaign(agency, client)));
  const lead_id = await add(agency, await newCampaign(agency), "Anna");
  const names = clients.map((_, index) => `Cleo${index}`);
  await Promise.all(clients.map((client, at) => add(client, campaigns[at] ?? 0, names[at] ?? "")));
  expect(await Promise.all(clients.map((client) => nameFor(client, lead_id)))).toEqual(names);
  expect(await nameFor(agency, lead_id)).toBe("Anna");
});

test("an account without clients asks once more for known addresses of an import, and never for new ones", async () => {
  const agency = await newAgency();
  const [first, second] = [await newCampaign(agency), await newCampaign(agency)];
  using requests = countRequests();
  await add(agency, first, "Anna");
  const fresh = requests.actions.length;
  expect(requests.actions.filter((action) => action === "Query")).toEqual([]);
  await add(agency, second, "Anna");
  expect(requests.actions.slice(fresh).filter((action) => action === "Query")).toHaveLength(1);
});
