import { client as table } from "@thaw/data/table";
import { expect, test } from "vitest";
import { countRequests } from "../../../../../tests/support/count-requests.ts";
import { cloudOfFile } from "../../../../../tests/support/file-cloud.ts";
import { raceWrites } from "../../../../../tests/support/race.ts";
import { makeWorld, type World } from "../../../../../tests/support/world.ts";
import type { Actor } from "../../actor.ts";
import { createCampaign, listCampaigns } from "../../campaigns/campaign/campaign.ts";
import {
  deleteCampaign,
  duplicateCampaign,
  restoreCampaign,
} from "../../campaigns/campaign/campaign-life.ts";
import { rightsOf } from "../../kernel/access/rights.ts";
import { listMailboxes } from "../../senders/mailbox/mailbox.ts";
import { deleteMailbox } from "../../senders/mailbox/mailbox-delete.ts";
import { assignToClient } from "./assign-to-client.ts";
import { createClient, getClient, listClients } from "./client.ts";

await cloudOfFile();

const newWorld = () => makeWorld({ smtpPort: 1, leads: 0, start: false });

/** The actor of a client with full access that has accepted its invitation. */
async function newClient(owner: Actor): Promise<Actor> {
  const email = `${crypto.randomUUID()}@client.example`;
  const { id: userId } = await createClient(owner, {
    name: "Bolt",
    email,
    permissions: "full_access",
  });
  const rights = rightsOf({ kind: "client", userId, clientPermissions: ["full_access"] });
  return { kind: "client", accountId: owner.accountId, userId, ...rights };
}

const give = ({ actor, campaignId, mailboxIds }: World, client_id: number | "none") =>
  assignToClient(actor, {
    client_id,
    campaign_ids: campaignId ? [campaignId] : [],
    mailbox_ids: mailboxIds,
  });

/** What the list says that a client has: campaigns, then mailboxes. */
async function countsOf(owner: Actor, { userId }: Actor) {
  const { items } = await listClients(owner, {});
  const found = items.find(({ id }) => id === userId);
  return [found?.campaigns, found?.mailboxes];
}

/** How many there are. */
const foundOf = async (owner: Actor, { userId: client_id }: Actor) => [
  (await listCampaigns(owner, { client_id })).items.length,
  (await listMailboxes(owner, { client_id })).items.length,
];

test("a client's campaigns and mailboxes are counted as they are given, made, deleted and brought back", async () => {
  const world = await newWorld();
  const owner = world.actor;
  const client = await newClient(owner);
  expect(await countsOf(owner, client)).toEqual([0, 0]);
  await give(world, client.userId);
  await give(world, client.userId);
  expect(await countsOf(owner, client)).toEqual([1, 1]);
  const { id: campaign_id } = await createCampaign(client, { name: "Mine" });
  await duplicateCampaign(client, { campaign_id });
  expect(await countsOf(owner, client)).toEqual([3, 1]);
  await deleteCampaign(client, { campaign_id, name: "Mine" });
  expect(await countsOf(owner, client)).toEqual([2, 1]);
  await restoreCampaign(owner, { campaign_id });
  await deleteMailbox(owner, { mailbox_id: world.mailboxIds[0] ?? 0 });
  expect(await countsOf(owner, client)).toEqual([3, 0]);
  await give({ ...world, mailboxIds: [] }, "none");
  expect(await countsOf(owner, client)).toEqual([2, 0]);
  expect(await foundOf(owner, client)).toEqual([2, 0]);
});

test.each([
  { given: "a campaign", none: { mailboxIds: [] } },
  { given: "a mailbox", none: { campaignId: 0 } },
])(
  "of two who give $given at the same moment one has given it in the end, and that is counted",
  async ({ none }) => {
    const world = await newWorld();
    const owner = world.actor;
    const [one, other] = [await newClient(owner), await newClient(owner)];
    {
      using _race = raceWrites(2, /^TransactWrite/);
      await Promise.all([one, other].map(({ userId }) => give({ ...world, ...none }, userId)));
    }
    const counts = [await countsOf(owner, one), await countsOf(owner, other)];
    expect(counts).toEqual([await foundOf(owner, one), await foundOf(owner, other)]);
    expect(counts.flat().filter((count) => count !== 0)).toEqual([1]);
  },
);

test("the list of clients reads no campaign and no mailbox", async () => {
  const world = await newWorld();
  await give(world, (await newClient(world.actor)).userId);
  const requests: string[] = [];
  const stop = table.intercept((action, input, next) => {
    requests.push(`${action} ${JSON.stringify(input)}`);
    return next(input);
  });
  await listClients(world.actor, {});
  stop();
  expect(requests.map((request) => request.split(" ")[0])).toEqual(["Query", "BatchGetItem"]);
  expect(requests.join(" ")).not.toMatch(/campaign_1|mailbox_1/);
});

test("a client is shown by what it has been given, and no other campaign or mailbox is read", async () => {
  const world = await newWorld();
  const owner = world.actor;
  const client = await newClient(owner);
  await give(world, client.userId);
  const { id: mine } = await createCampaign(client, { name: "Mine" });
  await createCampaign(owner, { name: "Nobody's" });
  using requests = countRequests();
  const shown = await getClient(owner, { client_id: client.userId });
  expect(requests.actions).not.toContain("Query");
  expect(requests.actions.length).toBeLessThanOrEqual(5);
  expect(shown.campaigns.map(({ id }) => id)).toEqual([mine, world.campaignId]);
  expect(shown.mailboxes.map(({ id }) => id)).toEqual(world.mailboxIds);
});
