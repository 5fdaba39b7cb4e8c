import { expect, test } from "vitest";
import { messageIn, runAndSend, sendIdIn } from "../../../../../tests/support/campaign-run.ts";
import { stoppedClock } from "../../../../../tests/support/clock.ts";
import { countRequests } from "../../../../../tests/support/count-requests.ts";
import { cloudOfFile } from "../../../../../tests/support/file-cloud.ts";
import { receive } from "../../../../../tests/support/inbound.ts";
import { eventsOfToday, leadImage } from "../../../../../tests/support/records.ts";
import { startSink } from "../../../../../tests/support/sink.ts";
import { testUser } from "../../../../../tests/support/user.ts";
import { makeWorld, type World } from "../../../../../tests/support/world.ts";
import { NOT_ASSIGNED } from "../../accounts/category/category.schema.ts";
import { assignToClient } from "../../accounts/client/assign-to-client.ts";
import { createClient, getClient } from "../../accounts/client/client.ts";
import { authenticateToken, issueSession } from "../../accounts/session/session.ts";
import type { Actor } from "../../actor.ts";
import { nowIso } from "../../clock.ts";
import { recordFirst } from "../../engine/delivery/message-proof.ts";
import { listThreads, setCategory } from "../../inbox/thread/thread.ts";
import { rightsOf } from "../../kernel/access/rights.ts";
import { listCampaignLeads } from "../../leads/lead/campaign-lead-list.ts";
import { changeLeads } from "../../leads/lead/change-leads.ts";
import { type CountedEvent, tally } from "../../reporting/counter/counter.ts";
import { projectEvents } from "../../reporting/counter/project-events.ts";
import type { EventKind } from "../../reporting/event/event.schema.ts";
import { getCampaign, listCampaigns } from "../campaign/campaign.ts";
import { getCampaignAnalytics } from "../campaign/campaign-analytics.ts";
import { toFigures } from "../campaign/campaign-record.ts";
import { stopLead } from "../campaign-lead/campaign-lead.ts";
import { messageIdOf } from "../message/send-id.ts";
import { listCategorised } from "./list-categorised.ts";

const INTERESTED = 1;
const NOT_INTERESTED = 3;
const PEOPLE = 6;
const addressOf = (index: number) => `lead${index}@prospect.example`;

process.env.ALLOW_PRIVATE_MAIL_HOSTS = "true";
await cloudOfFile();

async function agencyWithClient() {
  const owner = await testUser("owner", "glacier-2026");
  const session = await issueSession(owner, { ip: "", userAgent: "" });
  const agency = await authenticateToken(session.token);
  const hiddenCategoryIds = [INTERESTED, NOT_INTERESTED];
  const { id } = await createClient(agency, {
    name: "Bolt",
    email: `${crypto.randomUUID()}@client.example`,
    permissions: "none",
    restricted_category_ids: hiddenCategoryIds,
  });
  const rights = rightsOf({ kind: "client", userId: id, hiddenCategoryIds });
  return { agency, client: { ...agency, kind: "client", userId: id, ...rights } satisfies Actor };
}

/** Something that happens to the first mail of a lead. */
async function happen(
  world: World,
  index: number,
  mark: Parameters<typeof recordFirst>[1],
  kind: EventKind,
) {
  const message = await messageIn(world, index);
  if (!message) throw new Error("There is no such mail");
  await recordFirst(message, mark, { kind, at: nowIso() });
}

/** Mails that were opened, clicked, answered, sent back and unsubscribed by, and two leads that nobody answered for. */
async function liveWorld(agency: Actor, smtpPort: number, clock: { move: (ms: number) => void }) {
  const world = await makeWorld({
    smtpPort,
    actor: agency,
    leads: PEOPLE,
    settings: { stop_on_reply: false },
  });
  await runAndSend(world, clock, 30);
  for (const index of [0, 1, 2, 3]) await happen(world, index, "openedAt", "opened");
  for (const index of [0, 1]) await happen(world, index, "clickedAt", "clicked");
  await happen(world, 1, "unsubscribedAt", "unsubscribed");
  await happen(world, 3, "bouncedAt", "bounced");
  const { accountId } = agency;
  const stopped = { accountId, campaignId: world.campaignId, leadId: world.leadIds[3] ?? 0 };
  await stopLead(stopped, "bounce", 0);
  for (const index of [0, 1, 2]) {
    const answers = messageIdOf(sendIdIn(world, index), "sender0@sender.example");
    await receive(world, { from: addressOf(index), answers });
  }
  return world;
}

/** As the stream does it: what changed of the leads is listed. */
async function categorise(world: World, change: () => Promise<unknown>) {
  const { accountId } = world.actor;
  const read = () => Promise.all(world.leadIds.map((id) => leadImage(accountId, id)));
  const before = await read();
  await change();
  const after = await read();
  const changes = before.map((image, index) => ({ before: image, after: after[index] }));
  await listCategorised(changes);
  await listCategorised(changes);
}

async function answerIs(world: World, index: number, category_id: number) {
  const { items } = await listThreads(world.actor, {});
  const thread = items.find(({ email }) => email === addressOf(index));
  await setCategory(world.actor, { thread_id: thread?.id ?? 0, category_id });
}

test("a client's figures are those of the leads that it may see, wherever they are shown", async () => {
  await using sink = await startSink();
  using clock = stoppedClock("2026-03-02T09:00:00.000Z");
  const { agency, client } = await agencyWithClient();
  const world = await liveWorld(agency, sink.port, clock);
  const { campaignId: campaign_id, leadIds } = world;
  await assignToClient(agency, { client_id: client.userId, campaign_ids: [campaign_id] });
  await categorise(world, async () => {
    await answerIs(world, 0, NOT_INTERESTED);
    await answerIs(world, 1, INTERESTED);
    await answerIs(world, 2, 2);
    // Nobody of them has answered.
    const lead_ids = [leadIds[3] ?? 0, leadIds[4] ?? 0];
    await changeLeads(agency, { change: "category", lead_ids, category_id: NOT_INTERESTED });
  });
  const events = await eventsOfToday(agency.accountId, campaign_id);
  await projectEvents(events);

  const restricted = new Set([0, 1, 3, 4].map((index) => leadIds[index]));
  const visible = events.filter(({ leadId }) => !restricted.has(leadId as number));
  const counts = tally(visible as unknown as CountedEvent[]);
  // The leads of an import are counted together.
  const figures = { ...toFigures(counts), leads: PEOPLE - restricted.size };
  expect(figures).toMatchObject({ leads: 2, sent: 2, opened: 1, replied: 1, bounced: 0 });

  expect((await getCampaign(client, { campaign_id })).figures).toEqual(figures);
  expect((await listCampaigns(client, {})).items[0]?.figures).toEqual(figures);
  const { totals, steps, days } = await getCampaignAnalytics(client, { campaign_id });
  expect(totals).toEqual(figures);
  expect(days.at(-1)).toEqual({ day: nowIso().slice(0, 10), ...figures });
  expect(steps).toMatchObject([{ step: 1, sent: 2, opened: 1, clicked: 0, replied: 1 }]);
  const { sent, replied, positive } = figures;
  const seen = await getClient(agency, { client_id: client.userId });
  expect(seen.figures).toMatchObject({ leads: 2, sent, replied, positive });
  expect((await listCampaignLeads(client, { campaign_id })).total).toBe(2);

  const whole = { leads: PEOPLE, sent: PEOPLE, opened: 4, replied: 3, unsubscribed: 1 };
  expect((await getCampaign(agency, { campaign_id })).figures).toMatchObject(whole);
  await categorise(world, async () => {
    for (const index of [0, 1]) await answerIs(world, index, NOT_ASSIGNED);
    const lead_ids = [leadIds[3] ?? 0, leadIds[4] ?? 0];
    await changeLeads(agency, { change: "category", lead_ids, category_id: NOT_ASSIGNED });
  });
  expect((await getCampaign(client, { campaign_id })).figures).toMatchObject(whole);
});

test("for a user from whom nothing is hidden nothing more is read", async () => {
  const { agency } = await agencyWithClient();
  const { campaignId } = await makeWorld({ smtpPort: 1, actor: agency, leads: 1, start: false });
  using requests = countRequests();
  await getCampaign(agency, { campaign_id: campaignId });
  expect(requests.actions).toHaveLength(2);
});
