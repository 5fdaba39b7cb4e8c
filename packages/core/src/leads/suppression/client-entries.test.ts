import { expect, test } from "vitest";
import { jobIn } from "../../../../../tests/support/campaign-run.ts";
import { stoppedClock } from "../../../../../tests/support/clock.ts";
import { countRequests } from "../../../../../tests/support/count-requests.ts";
import { cloudOfFile } from "../../../../../tests/support/file-cloud.ts";
import { startSink } from "../../../../../tests/support/sink.ts";
import { uploadCsv } from "../../../../../tests/support/upload.ts";
import { testUser } from "../../../../../tests/support/user.ts";
import { makeWorld, type World } from "../../../../../tests/support/world.ts";
import { assignToClient } from "../../accounts/client/assign-to-client.ts";
import { createClient } from "../../accounts/client/client.ts";
import { authenticateToken, issueSession } from "../../accounts/session/session.ts";
import type { Actor } from "../../actor.ts";
import { createCampaign } from "../../campaigns/campaign/campaign.ts";
import { findCampaignLead } from "../../campaigns/campaign-lead/campaign-lead.ts";
import { createSubsequence } from "../../campaigns/subsequence/subsequence.ts";
import { MINUTE_MS } from "../../duration.ts";
import { sendBatch } from "../../engine/delivery/send-batch.ts";
import { runTrigger } from "../../engine/trigger-run/run-trigger.ts";
import { rightsOf } from "../../kernel/access/rights.ts";
import { addLeads } from "../lead-import/add-leads.ts";
import {
  addSuppression,
  addSuppressionFile,
  addSuppressions,
  removeSuppression,
} from "./block-list.ts";
import { findListed } from "./erased-address.ts";
import { listSuppressions } from "./list-entries.ts";
import { findSuppressed, findSuppressedIn } from "./suppression.ts";

const ORIGIN = { ip: "192.0.2.1", userAgent: "test" };

process.env.ALLOW_PRIVATE_MAIL_HOSTS = "true";
await cloudOfFile();

async function newAgency(): Promise<Actor> {
  const owner = await testUser("owner", "glacier-2026");
  return authenticateToken((await issueSession(owner, ORIGIN)).token);
}

async function newClient(agency: Actor, permissions: "full_access" | "none" = "full_access") {
  const email = `${crypto.randomUUID()}@client.example`;
  const { id } = await createClient(agency, { name: "Bolt", email, permissions });
  const given = permissions === "none" ? [] : [permissions];
  const rights = rightsOf({ kind: "client", userId: id, clientPermissions: given });
  return { id, actor: { ...agency, kind: "client", userId: id, ...rights } satisfies Actor };
}

const shown = async (actor: Actor, input: object = {}) =>
  (await listSuppressions(actor, input)).items.map(({ value, scope, client_id }) =>
    [value, scope, client_id].filter((each) => each !== undefined).join(" "),
  );

const statusIn = async ({ actor, leadIds }: World, campaignId: number) => {
  const key = { accountId: actor.accountId, campaignId, leadId: leadIds[0] ?? 0 };
  return (await findCampaignLead(key))?.status;
};

test("a client's entry keeps people out of that client's campaigns alone, at import and just before the send [CLIENT-08]", async () => {
  await using sink = await startSink();
  using clock = stoppedClock("2026-03-02T09:00:00.000Z");
  const agency = await newAgency();
  const bolt = await newClient(agency);
  const leadEmail = (index: number) => `lead${index}@blocked.example`;
  const options = { smtpPort: sink.port, actor: agency, leads: 1, leadEmail };
  const theirs = await makeWorld(options);
  const ours = await makeWorld({
    ...options,
    users: ["second@sender.example"],
    leadEmail: () => "other@blocked.example",
  });
  await assignToClient(agency, { client_id: bolt.id, campaign_ids: [theirs.campaignId] });
  for (const { campaignId } of [theirs, ours]) {
    await runTrigger({ accountId: agency.accountId, campaignId }, "Etc/GMT");
  }
  await addSuppression(bolt.actor, { value: "blocked.example" });
  clock.move(15 * MINUTE_MS);
  await sendBatch([theirs, ours].map((world) => jobIn(world)));
  expect(sink.mails.map(({ to }) => to[0])).toEqual(["other@blocked.example"]);
  expect(await statusIn(theirs, theirs.campaignId)).toBe("BLOCKED");

  const leads = [{ email: "new@eu.blocked.example" }];
  const outcomeIn = async (campaign_id: number) =>
    (await addLeads(agency, { campaign_id, leads })).results[0]?.outcome;
  expect(await outcomeIn(theirs.campaignId)).toBe("blocked");
  expect(await outcomeIn(ours.campaignId)).toBe("imported");
});

test("asking for a client's entries takes no more requests to the table than asking for the account's", async () => {
  const { accountId } = await newAgency();
  const countFor = async (clientId: number | undefined) => {
    using requests = countRequests();
    await findSuppressed(accountId, ["a@x.example"], clientId);
    return requests.actions;
  };
  expect(await countFor(7)).toEqual(await countFor(undefined));
});

test("a subsequence asks the entries of its campaign's client", async () => {
  const agency = await newAgency();
  const bolt = await newClient(agency);
  const { campaignId } = await makeWorld({ smtpPort: 1, actor: agency, leads: 1 });
  const { id } = await createSubsequence(agency, {
    campaign_id: campaignId,
    name: "After",
    condition: { kind: "reply" },
  });
  await assignToClient(agency, { client_id: bolt.id, campaign_ids: [campaignId] });
  await addSuppression(agency, { value: "a@x.example", client_id: bolt.id });
  const place = { accountId: agency.accountId, campaignId: id };
  expect([...(await findSuppressedIn(place, ["a@x.example"]))]).toEqual(["a@x.example"]);
});

test("an address on a client's list blocks its lead where that client's campaigns have it, until it comes off", async () => {
  const agency = await newAgency();
  const [bolt, other] = [await newClient(agency), await newClient(agency)];
  const world = await makeWorld({ smtpPort: 1, actor: agency, leads: 1 });
  const email = "lead0@prospect.example";
  const { id: second } = await createCampaign(agency, { name: "Ours" });
  await addLeads(agency, { campaign_id: second, leads: [{ email }] });
  await assignToClient(agency, { client_id: bolt.id, campaign_ids: [world.campaignId] });
  await addSuppression(other.actor, { value: email });
  expect(await statusIn(world, world.campaignId)).toBe("STARTED");
  await addSuppression(bolt.actor, { value: email });
  expect(await statusIn(world, world.campaignId)).toBe("BLOCKED");
  expect(await statusIn(world, second)).toBe("STARTED");

  await addSuppression(agency, { value: email });
  expect(await removeSuppression(agency, { value: email })).toMatchObject({ unblocked: 1 });
  expect(await statusIn(world, world.campaignId)).toBe("BLOCKED");
  expect(await removeSuppression(bolt.actor, { value: email })).toMatchObject({ unblocked: 1 });
  expect(await statusIn(world, world.campaignId)).toBe("STARTED");
});

test("entries come singly, in bulk and by file to the client that is named, and the agency sees all, or those of whom it asks [LEAD-23]", async () => {
  const agency = await newAgency();
  const [bolt, other] = [await newClient(agency), await newClient(agency)];
  await addSuppression(agency, { value: "b@x.example" });
  await addSuppression(agency, { value: "a@x.example", client_id: bolt.id });
  await addSuppressions(agency, { values: ["b@x.example", "c.example"], client_id: bolt.id });
  const file_key = await uploadCsv(agency, "email\nd@x.example\n");
  expect(await addSuppressionFile(agency, { file_key, client_id: other.id })).toMatchObject({
    added: 1,
  });
  const ofBolt = ["a@x.example", "b@x.example", "c.example"].map(
    (value) => `${value} client ${bolt.id}`,
  );
  const ofOther = `d@x.example client ${other.id}`;
  expect(await shown(agency)).toEqual(["b@x.example account", ...ofBolt, ofOther]);
  expect(await shown(agency, { client_id: bolt.id })).toEqual(ofBolt);
  expect(await shown(agency, { client_id: "none" })).toEqual(["b@x.example account"]);
  expect(await shown(agency, { client_id: ["none", other.id] })).toEqual([
    "b@x.example account",
    ofOther,
  ]);
  expect(await shown(agency, { source: "csv" })).toEqual([ofOther]);
  expect(await shown(agency, { search: "b@" })).toEqual(["b@x.example account", ofBolt[1]]);
  expect(await shown(agency, { search: "b@", client_id: bolt.id })).toEqual([ofBolt[1]]);
});

test("a search over everyone's entries goes on page by page", async () => {
  const agency = await newAgency();
  const bolt = await newClient(agency);
  await addSuppressions(agency, { values: ["a1.example", "a2.example", "z.example"] });
  await addSuppressions(bolt.actor, { values: ["a1.example", "a3.example", "z.example"] });
  const found: string[] = [];
  let cursor: string | null = null;
  do {
    const page: Awaited<ReturnType<typeof listSuppressions>> = await listSuppressions(agency, {
      search: "a",
      limit: 1,
      cursor,
    });
    expect(page.items.length).toBeLessThanOrEqual(1);
    found.push(...page.items.map(({ value, scope }) => `${value} ${scope}`));
    ({ cursor } = page);
  } while (cursor);
  expect(found).toEqual([
    "a1.example account",
    "a2.example account",
    "a1.example client",
    "a3.example client",
  ]);
});

test("a client sees and changes its own entries alone, and only one with full access changes any [CLIENT-08]", async () => {
  const agency = await newAgency();
  const [bolt, other, reader] = [
    await newClient(agency),
    await newClient(agency),
    await newClient(agency, "none"),
  ];
  await addSuppression(agency, { value: "ours.example" });
  await addSuppression(other.actor, { value: "other.example" });
  await addSuppression(bolt.actor, { value: "bolt.example" });
  expect(await shown(bolt.actor)).toEqual([`bolt.example client ${bolt.id}`]);
  expect(await shown(bolt.actor, { search: "o" })).toEqual([]);
  const missing = { code: "not_found" };
  expect(await shown(bolt.actor, { client_id: "none" })).toHaveLength(1);
  const asked = listSuppressions(bolt.actor, { client_id: other.id });
  await expect(asked).rejects.toMatchObject(missing);
  for (const value of ["ours.example", "other.example"]) {
    await expect(removeSuppression(bolt.actor, { value })).rejects.toMatchObject(missing);
  }
  await expect(
    addSuppression(bolt.actor, { value: "x.example", client_id: other.id }),
  ).rejects.toMatchObject(missing);
  await expect(
    addSuppression(agency, { value: "x.example", client_id: agency.userId }),
  ).rejects.toMatchObject(missing);
  expect(await shown(reader.actor)).toEqual([]);
  await expect(addSuppression(reader.actor, { value: "x.example" })).rejects.toMatchObject({
    code: "forbidden",
  });
});

test("an erased person is removed from the lists of clients too", async () => {
  const agency = await newAgency();
  const bolt = await newClient(agency);
  for (const actor of [agency, bolt.actor]) await addSuppression(actor, { value: "a@x.example" });
  const found = await findListed(agency.accountId, "A@x.example");
  expect(found.map(({ clientId }) => clientId)).toEqual([0, bolt.id]);
});
