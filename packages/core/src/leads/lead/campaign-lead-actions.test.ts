import { expect, test } from "vitest";
import { testActor } from "../../../../../tests/support/actor.ts";
import { messageIn, runAndSend } from "../../../../../tests/support/campaign-run.ts";
import { stoppedClock } from "../../../../../tests/support/clock.ts";
import { cloudOfFile } from "../../../../../tests/support/file-cloud.ts";
import { startSink } from "../../../../../tests/support/sink.ts";
import { told } from "../../../../../tests/support/told.ts";
import { makeWorld, type World } from "../../../../../tests/support/world.ts";
import { requireCampaign } from "../../campaigns/campaign/campaign-record.ts";
import { LEAD_STATUSES } from "../../campaigns/campaign-lead/campaign-lead.schema.ts";
import {
  blockLead,
  findCampaignLead,
  stopLead,
} from "../../campaigns/campaign-lead/campaign-lead.ts";
import { nowIso } from "../../clock.ts";
import { HOUR_MS } from "../../duration.ts";
import { runTrigger } from "../../engine/trigger-run/run-trigger.ts";
import { countEvents, readTotals } from "../../reporting/counter/counter.ts";
import { readEvents } from "../../reporting/event/event.ts";
import { addLeads } from "../lead-import/add-leads.ts";
import { addSuppression, removeSuppression } from "../suppression/block-list.ts";
import {
  changeCampaignLeads,
  moveCampaignLead,
  pauseCampaignLead,
  removeCampaignLead,
  resumeCampaignLead,
  stopCampaignLead,
} from "./campaign-lead-actions.ts";
import { getLead } from "./lead.ts";

const MONDAY = "2026-03-02T09:00:00.000Z";
const WEDNESDAY = "2026-03-04T09:05:00.000Z";

process.env.ALLOW_PRIVATE_MAIL_HOSTS = "true";
await cloudOfFile();

/** Counts today's events of a campaign, as the stream would, and gives its figures. */
async function countAll({ actor: { accountId }, campaignId }: World) {
  const day = nowIso().slice(0, 10);
  const { items } = await readEvents({ accountId, campaignId, day }, { limit: 500 });
  const counted = items.map((event, at) => ({ ...event, id: `${event.at}${at}` }));
  await countEvents(counted.map((event) => ({ ...event, accountId, campaignId, countedOn: day })));
  return (await readTotals(accountId, [campaignId]))[0];
}

async function setUp() {
  const sink = await startSink();
  const clock = stoppedClock(MONDAY);
  const world = await makeWorld({ smtpPort: sink.port, leads: 1 });
  const { actor, campaignId } = world;
  const id = { campaign_id: campaignId, lead_id: world.leadIds[0] ?? 0 };
  const key = { accountId: actor.accountId, campaignId, leadId: id.lead_id };
  return {
    sink,
    clock,
    world,
    id,
    key,
    pause: (resume_at?: string) =>
      pauseCampaignLead(actor, { ...id, ...(resume_at ? { resume_at } : {}) }),
    resume: () => resumeCampaignLead(actor, id),
    stop: () => stopCampaignLead(actor, id),
    lead: () => findCampaignLead(key),
    async [Symbol.asyncDispose]() {
      clock[Symbol.dispose]();
      await sink[Symbol.asyncDispose]();
    },
  };
}

test("a lead's status in a campaign is one of six [LEAD-02]", () => {
  expect([...LEAD_STATUSES].sort()).toEqual([
    "BLOCKED",
    "COMPLETED",
    "INPROGRESS",
    "PAUSED",
    "STARTED",
    "STOPPED",
  ]);
});

test("a new lead that is paused gets no mail, and is STARTED again once resumed [LEAD-10]", async () => {
  await using it = await setUp();
  expect(await it.pause()).toEqual({ status: "PAUSED" });
  expect(await it.lead()).toMatchObject({ status: "PAUSED", previousStatus: "STARTED" });
  await runAndSend(it.world, it.clock, 12);
  expect(it.sink.mails).toHaveLength(0);
  expect(await it.resume()).toEqual({ status: "STARTED" });
  await runAndSend(it.world, it.clock, 12);
  expect(it.sink.mails).toHaveLength(1);
  expect((await it.lead())?.status).toBe("INPROGRESS");
});

test("a paused lead in progress keeps its planned follow-up back, and goes on at its resume date [LEAD-10]", async () => {
  await using it = await setUp();
  await runAndSend(it.world, it.clock, 4);
  it.clock.set(WEDNESDAY);
  const { accountId, campaignId } = it.key;
  await runTrigger({ accountId, campaignId }, "Etc/GMT");
  expect((await messageIn(it.world, 0, 2))?.status).toBe("DRAFTED");
  await it.pause("2026-03-06T09:00:00.000Z");
  expect(await it.lead()).toMatchObject({ status: "PAUSED", previousStatus: "INPROGRESS" });
  await runAndSend(it.world, it.clock, 30, [2]);
  it.clock.set("2026-03-06T07:00:00.000Z");
  await runAndSend(it.world, it.clock, 30, [2]);
  expect(it.sink.mails).toHaveLength(1);
  it.clock.set("2026-03-06T09:00:00.000Z");
  await runAndSend(it.world, it.clock, 18, [2]);
  expect(it.sink.mails).toHaveLength(2);
  expect((await it.lead())?.status).toBe("COMPLETED");
});

test("a lead that is resumed early waits for its follow-up's own time [LEAD-10]", async () => {
  await using it = await setUp();
  await runAndSend(it.world, it.clock, 4);
  const sentAt = Date.parse((await it.lead())?.lastSentAt ?? "");
  await it.pause();
  it.clock.move(HOUR_MS);
  expect(await it.resume()).toEqual({ status: "INPROGRESS" });
  const dueAt = Date.parse((await it.lead())?.due?.slice(0, 24) ?? "");
  expect(dueAt - sentAt).toBe(48 * HOUR_MS);
  await runAndSend(it.world, it.clock, 12, [2]);
  expect(it.sink.mails).toHaveLength(1);
});

test("a lead whose pause ends before its follow-up is due waits for that [LEAD-10]", async () => {
  await using it = await setUp();
  await runAndSend(it.world, it.clock, 4);
  const sentAt = Date.parse((await it.lead())?.lastSentAt ?? "");
  await it.pause("2026-03-03T09:00:00.000Z");
  it.clock.set("2026-03-03T09:00:00.000Z");
  await runAndSend(it.world, it.clock, 18, [2]);
  expect(it.sink.mails).toHaveLength(1);
  expect((await it.lead())?.status).toBe("INPROGRESS");
  it.clock.set(new Date(sentAt + 48 * HOUR_MS).toISOString());
  await runAndSend(it.world, it.clock, 18, [2]);
  expect(it.sink.mails).toHaveLength(2);
});

test("only what runs is paused and only what is paused is resumed; others' leads do not exist", async () => {
  await using it = await setUp();
  const refused = { status: 422, code: "invalid_transition" };
  await expect(it.resume()).rejects.toMatchObject(refused);
  await expect(it.pause("2026-03-02T08:00:00.000Z")).rejects.toMatchObject({ status: 400 });
  await it.stop();
  await expect(it.pause()).rejects.toMatchObject({
    ...refused,
    message:
      "This lead cannot be paused. It is STOPPED. It can be: resumed, taken out of the campaign, moved to another campaign.",
  });
  await expect(it.stop()).rejects.toMatchObject(refused);
  const stranger = testActor();
  for (const change of [pauseCampaignLead, resumeCampaignLead, stopCampaignLead]) {
    await expect(change(stranger, it.id)).rejects.toMatchObject({ status: 404 });
  }
  await expect(removeCampaignLead(stranger, it.id)).rejects.toMatchObject({ status: 404 });
  const there = { ...it.id, to_campaign_id: it.id.campaign_id };
  await expect(moveCampaignLead(stranger, there)).rejects.toMatchObject({ status: 404 });
});

test("a lead stopped by hand while its follow-up was planned gets that very follow-up after it was resumed [LEAD-09]", async () => {
  await using it = await setUp();
  await runAndSend(it.world, it.clock, 4);
  it.clock.set(WEDNESDAY);
  await runTrigger({ accountId: it.key.accountId, campaignId: it.key.campaignId }, "Etc/GMT");
  expect((await messageIn(it.world, 0, 2))?.status).toBe("DRAFTED");
  await it.stop();
  expect(await it.lead()).toMatchObject({ status: "STOPPED", stopReason: "manual" });
  await runAndSend(it.world, it.clock, 18, [2]);
  expect((await messageIn(it.world, 0, 2))?.status).toBe("STOPPED");
  expect(it.sink.mails).toHaveLength(1);

  expect(await it.resume()).toEqual({ status: "INPROGRESS" });
  expect((await it.lead())?.stopReason).toBeUndefined();
  await runAndSend(it.world, it.clock, 18, [2]);
  expect(it.sink.mails).toHaveLength(2);
  expect((await it.lead())?.status).toBe("COMPLETED");
});

test.each(["reply", "click", "open", "bounce", "manual"] as const)(
  "a lead that was stopped by %s may go on, and one that nobody wrote to is STARTED again [LEAD-09]",
  async (reason) => {
    await using it = await setUp();
    await stopLead(it.key, reason, 0);
    expect(await it.lead()).toMatchObject({ status: "STOPPED", stopReason: reason });
    expect(await it.resume()).toEqual({ status: "STARTED" });
  },
);

test("a lead goes on neither after its campaign was stopped nor with its address on the block list [LEAD-09]", async () => {
  await using it = await setUp();
  await stopLead(it.key, "campaign_stopped", 0);
  await expect(it.resume()).rejects.toMatchObject({
    status: 422,
    message: expect.stringContaining("STOPPED with its campaign"),
  });
  await using other = await setUp();
  await other.stop();
  await addSuppression(other.world.actor, { value: "prospect.example" });
  await expect(other.resume()).rejects.toMatchObject({
    status: 422,
    message: expect.stringContaining("on the block list"),
  });
});

test("resuming a lead of a COMPLETED campaign brings the campaign back", async () => {
  await using it = await setUp();
  await it.stop();
  await countAll(it.world);
  it.clock.move(10 * 60_000);
  const { accountId, campaignId } = it.key;
  await runTrigger({ accountId, campaignId }, "Etc/GMT");
  expect((await requireCampaign(accountId, campaignId)).status).toBe("COMPLETED");
  await it.resume();
  expect((await requireCampaign(accountId, campaignId)).status).toBe("ACTIVE");
});

test("a lead that is taken out gets no mail, leaves the figures, and may be added again", async () => {
  await using it = await setUp();
  const { accountId, campaignId, leadId } = it.key;
  await runTrigger({ accountId, campaignId }, "Etc/GMT");
  await removeCampaignLead(it.world.actor, it.id);
  await runAndSend(it.world, it.clock, 12);
  expect(it.sink.mails).toHaveLength(0);
  expect(await it.lead()).toBeUndefined();
  const lead = await getLead(it.world.actor, { lead_id: leadId });
  expect(lead.campaign_ids).toEqual([]);
  expect(await countAll(it.world)).toMatchObject({ "leads-added": 0 });
  await expect(removeCampaignLead(it.world.actor, it.id)).rejects.toMatchObject({ status: 404 });

  await addLeads(it.world.actor, { campaign_id: campaignId, leads: [{ email: lead.email }] });
  await runAndSend(it.world, it.clock, 12);
  expect(it.sink.mails).toHaveLength(1);
});

test("a lead that is moved leaves one campaign and begins the other, unless it is blocked or there already", async () => {
  await using it = await setUp();
  const { actor } = it.world;
  const other = await makeWorld({ smtpPort: 1, within: it.world, leads: 0, start: false });
  const move = { ...it.id, to_campaign_id: other.campaignId };
  await moveCampaignLead(actor, move);
  expect(await it.lead()).toBeUndefined();
  const there = { ...it.key, campaignId: other.campaignId };
  expect(await findCampaignLead(there)).toMatchObject({ status: "STARTED", nextStep: 1 });
  const lead = await getLead(actor, { lead_id: it.id.lead_id });
  expect(lead.campaign_ids).toEqual([other.campaignId]);
  expect(await countAll(it.world)).toMatchObject({ "leads-added": 0 });
  expect(await countAll(other)).toMatchObject({ "leads-added": 1 });

  const back = { ...move, campaign_id: other.campaignId, to_campaign_id: it.id.campaign_id };
  await addLeads(actor, { campaign_id: it.id.campaign_id, leads: [{ email: lead.email }] });
  await expect(moveCampaignLead(actor, back)).rejects.toMatchObject({
    status: 422,
    message: expect.stringContaining("in that campaign already"),
  });
  await removeCampaignLead(actor, it.id);
  await blockLead(there, 1);
  await expect(moveCampaignLead(actor, back)).rejects.toMatchObject({
    status: 422,
    message: expect.stringContaining("It is BLOCKED"),
  });
});

test("a lead that its domain blocked is unblocked by hand once the domain is off the list, and not before", async () => {
  const { actor, campaignId, leadIds } = await makeWorld({ smtpPort: 1, leads: 1 });
  const [leadId = 0] = leadIds;
  const key = { accountId: actor.accountId, campaignId, leadId };
  const value = "prospect.example";
  const unblock = () =>
    changeCampaignLeads(actor, { campaign_id: campaignId, action: "unblock", lead_ids: [leadId] });
  expect((await unblock()).refused).toMatchObject([{ code: "invalid_transition" }]);
  await addSuppression(actor, { value });
  await blockLead(key, 0);
  expect((await unblock()).refused).toMatchObject([
    { reason: expect.stringContaining("on the block list") },
  ]);
  await removeSuppression(actor, { value });
  expect(await unblock()).toMatchObject({ lead_ids: [leadId], refused: [] });
  expect((await findCampaignLead(key))?.status).toBe("STARTED");
});

test("an action on many leads changes those that it may and says why it refused the others", async () => {
  using clock = stoppedClock(MONDAY);
  const { actor, campaignId, leadIds } = await makeWorld({ smtpPort: 1, leads: 3 });
  const [first = 0, second = 0, third = 0] = leadIds;
  clock.move(1000);
  await stopCampaignLead(actor, { campaign_id: campaignId, lead_id: second });
  const change = { campaign_id: campaignId, action: "pause" as const };
  expect(
    await changeCampaignLeads(actor, { ...change, lead_ids: [first, second, third, third, 9999] }),
  ).toEqual({
    action: "pause",
    lead_ids: [first, third],
    refused: [
      { lead_id: second, code: "invalid_transition", reason: expect.stringContaining("STOPPED") },
      { lead_id: 9999, code: "not_found", reason: "This lead does not exist" },
    ],
  });
  const tooMany = Array.from({ length: 401 }, (_, index) => index + 1);
  for (const lead_ids of [[], tooMany]) {
    await expect(changeCampaignLeads(actor, { ...change, lead_ids })).rejects.toMatchObject({
      status: 400,
      fields: { lead_ids: expect.anything() },
    });
  }
  const move = { campaign_id: campaignId, action: "move" as const, lead_ids: [first] };
  await expect(changeCampaignLeads(actor, move)).rejects.toMatchObject({
    fields: { to_campaign_id: [told("Choose a campaign")] },
  });
});
