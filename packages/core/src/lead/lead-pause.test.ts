import { afterAll, beforeAll, expect, test } from "vitest";
import { testActor } from "../../../../tests/support/actor.ts";
import { messageIn, sendStep } from "../../../../tests/support/campaign-run.ts";
import { stoppedClock } from "../../../../tests/support/clock.ts";
import { startCloud, type TestCloud } from "../../../../tests/support/cloud.ts";
import { startSink } from "../../../../tests/support/sink.ts";
import { makeWorld } from "../../../../tests/support/world.ts";
import { LEAD_STATUSES } from "../campaign-lead/campaign-lead.schema.ts";
import { findCampaignLead, stopLead } from "../campaign-lead/campaign-lead.ts";
import { runTrigger } from "../trigger-run/run-trigger.ts";
import { pauseCampaignLead, resumeCampaignLead } from "./lead-pause.ts";

const MONDAY = "2026-03-02T09:00:00.000Z";
const WEDNESDAY = "2026-03-04T09:05:00.000Z";
const HOUR = 3_600_000;

let cloud: TestCloud;
beforeAll(async () => {
  process.env.ALLOW_PRIVATE_MAIL_HOSTS = "true";
  cloud = await startCloud();
});
afterAll(() => cloud[Symbol.asyncDispose]());

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
  await sendStep(it.world, it.clock, 12);
  expect(it.sink.mails).toHaveLength(0);
  expect(await it.resume()).toEqual({ status: "STARTED" });
  await sendStep(it.world, it.clock, 12);
  expect(it.sink.mails).toHaveLength(1);
  expect((await it.lead())?.status).toBe("INPROGRESS");
});

test("a paused lead in progress keeps its planned follow-up back, and goes on at its resume date [LEAD-10]", async () => {
  await using it = await setUp();
  await sendStep(it.world, it.clock, 4);
  it.clock.set(WEDNESDAY);
  const { accountId, campaignId } = it.key;
  await runTrigger({ accountId, campaignId }, "Etc/GMT");
  expect((await messageIn(it.world, 0, 2))?.status).toBe("DRAFTED");
  await it.pause("2026-03-06T09:00:00.000Z");
  expect(await it.lead()).toMatchObject({ status: "PAUSED", previousStatus: "INPROGRESS" });
  await sendStep(it.world, it.clock, 30, 2);
  it.clock.set("2026-03-06T07:00:00.000Z");
  await sendStep(it.world, it.clock, 30, 2);
  expect(it.sink.mails).toHaveLength(1);
  it.clock.set("2026-03-06T09:00:00.000Z");
  await sendStep(it.world, it.clock, 18, 2);
  expect(it.sink.mails).toHaveLength(2);
  expect((await it.lead())?.status).toBe("COMPLETED");
});

test("a lead that is resumed early waits for its follow-up's own time [LEAD-10]", async () => {
  await using it = await setUp();
  await sendStep(it.world, it.clock, 4);
  const sentAt = Date.parse((await it.lead())?.lastSentAt ?? "");
  await it.pause();
  it.clock.move(HOUR);
  expect(await it.resume()).toEqual({ status: "INPROGRESS" });
  const dueAt = Date.parse((await it.lead())?.due?.slice(0, 24) ?? "");
  expect(dueAt - sentAt).toBe(48 * HOUR);
  await sendStep(it.world, it.clock, 12, 2);
  expect(it.sink.mails).toHaveLength(1);
});

test("only what runs is paused and only what is paused is resumed; others' leads do not exist", async () => {
  await using it = await setUp();
  const refused = { status: 422, code: "invalid_transition" };
  await expect(it.resume()).rejects.toMatchObject(refused);
  await expect(it.pause("2026-03-02T08:00:00.000Z")).rejects.toMatchObject({ status: 400 });
  await stopLead(it.key, "manual", 1);
  await expect(it.pause()).rejects.toMatchObject(refused);
  await expect(it.resume()).rejects.toMatchObject(refused);
  for (const change of [pauseCampaignLead, resumeCampaignLead]) {
    await expect(change(testActor(), it.id)).rejects.toMatchObject({ status: 404 });
  }
});
