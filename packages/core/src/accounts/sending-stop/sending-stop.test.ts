import { expect, test } from "vitest";
import { testActor } from "../../../../../tests/support/actor.ts";
import { jobIn, planRun, runAndSend } from "../../../../../tests/support/campaign-run.ts";
import { stoppedClock } from "../../../../../tests/support/clock.ts";
import { cloudOfFile } from "../../../../../tests/support/file-cloud.ts";
import { makeSinkWorld } from "../../../../../tests/support/sink-world.ts";
import { systemActor } from "../../actor.ts";
import { findCampaignLead } from "../../campaigns/campaign-lead/campaign-lead.ts";
import { MINUTE_MS } from "../../duration.ts";
import { sendBatch } from "../../engine/delivery/send-batch.ts";
import { getSendPlan } from "../../engine/forecast/forecast.ts";
import { sendTestMail } from "../../engine/preview/send-test-mail.ts";
import { listTriggerRuns } from "../../engine/trigger-run/trigger-run.ts";
import { explainCampaign } from "../../workspace/diagnostics/explain-campaign.ts";
import { explainLead } from "../../workspace/diagnostics/explain-lead.ts";
import { listActivity } from "../activity-log/activity-log.ts";
import {
  getSendingState,
  startSending,
  startSendingAsOperator,
  stopSending,
  stopSendingAsOperator,
} from "./sending-stop.ts";

const MONDAY = "2026-03-02T09:00:00.000Z";
const SAID = { who: "Olga", reason: "Wrong links" };

process.env.ALLOW_PRIVATE_MAIL_HOSTS = "true";
await cloudOfFile();

test("emails that were planned before their account stops sending do not leave, and leave once each when it starts again", async () => {
  await using it = await makeSinkWorld(MONDAY, { leads: 3, mailboxes: 3 });
  const { world, clock, sink } = it;
  const { actor, campaignId: campaign_id } = world;
  const jobs = world.leadIds.map((_, index) => jobIn(world, index));
  await planRun(world);
  clock.move(15 * MINUTE_MS);
  await sendBatch(jobs.slice(0, 1));
  expect(sink.mails).toHaveLength(1);

  await stopSending(actor, { reason: "Wrong links" });
  expect((await sendBatch(jobs)).filter(({ error }) => error !== undefined)).toEqual([]);
  // Its leads are due again, and no run gives them a slot.
  await runAndSend(world, clock, 18);
  expect(sink.mails).toHaveLength(1);
  expect(await findCampaignLead(jobIn(world, 1))).toMatchObject({ lane: expect.any(String) });
  const { items: runs } = await listTriggerRuns(actor, { campaign_id, limit: 2 });
  expect(runs.find(({ status }) => status === "COMPLETED")).toMatchObject({
    emails_scheduled: 0,
    messages: ["All sending is stopped, so nothing was scheduled."],
  });

  await startSending(actor, {});
  await runAndSend(world, clock, 24);
  expect(sink.mails).toHaveLength(3);
  expect(new Set(sink.mails.map(({ to }) => to[0])).size).toBe(3);
});

test("everyone who asks why nothing is sent is told of the switch: campaign, lead and forecast", async () => {
  await using it = await makeSinkWorld(MONDAY);
  const { actor, campaignId: campaign_id, leadIds } = it.world;
  const [lead_id = 0] = leadIds;
  await stopSending(actor, { reason: "Wrong links" });
  const answer = {
    rule: "sending_stopped",
    figures: { by: "account", since: MONDAY },
    fix: "sending",
  };
  expect(await explainCampaign(actor, { campaign_id })).toMatchObject(answer);
  expect(await explainLead(actor, { campaign_id, lead_id })).toMatchObject(answer);
  const plan = await getSendPlan(actor, { campaign_id });
  expect(plan).toMatchObject({ leaves_out: ["sending_stopped"], mails: 2 });

  await stopSendingAsOperator(systemActor(actor.accountId), SAID);
  const explained = await explainCampaign(actor, { campaign_id });
  expect(explained).toMatchObject({ rule: "sending_stopped", figures: { by: "operator" } });
  expect(explained.fix).toBeUndefined();
});

test("the operator's switch of an account is released by the operator alone, and its people are told neither who nor why", async () => {
  const actor = testActor();
  const operator = systemActor(actor.accountId);
  await stopSendingAsOperator(operator, SAID);
  expect(await getSendingState(actor, {})).toEqual({
    is_stopped: true,
    stopped_by: "operator",
    stopped_at: expect.any(String),
  });
  await expect(startSending(actor, {})).rejects.toMatchObject({ code: "conflict" });
  await stopSending(actor, { reason: "Ours" });
  await startSending(actor, {});
  expect(await getSendingState(actor, {})).toMatchObject({ stopped_by: "operator" });
  await startSendingAsOperator(operator, SAID);
  expect(await getSendingState(actor, {})).toEqual({ is_stopped: false });
  const { items } = await listActivity(actor, { limit: 10 });
  expect(JSON.stringify(items)).not.toContain("Olga");
  expect(JSON.stringify(items)).not.toContain("Wrong links");
});

test("who stopped and started an account, and why, is in its log; a switch that stands so already is not thrown again", async () => {
  using clock = stoppedClock(MONDAY);
  const actor = testActor();
  await stopSending(actor, { reason: "Wrong\nlinks" });
  await expect(stopSending(actor, { reason: "Again" })).rejects.toMatchObject({ code: "conflict" });
  expect(await getSendingState(actor, {})).toMatchObject({ reason: "Wrong links" });
  clock.move(1_000);
  await startSending(actor, {});
  await expect(startSending(actor, {})).rejects.toMatchObject({ code: "conflict" });
  const { items } = await listActivity(actor, { limit: 10 });
  const by = { actor_id: actor.userId, kind: "setting" };
  expect(items).toMatchObject([
    { ...by, action: "sending_started" },
    { ...by, action: "sending_stopped", detail: "Wrong links" },
  ]);
});

test("a test of a sequence leaves while its account has stopped itself, and none while the operator has", async () => {
  await using it = await makeSinkWorld(MONDAY);
  const { actor, campaignId: campaign_id } = it.world;
  const asked = {
    campaign_id,
    step: 1,
    variant: { letter: "A", subject: "Hello", body: "<p>Hi</p>" },
    to: "me@ours.example",
  };
  await stopSending(actor, { reason: "Wrong links" });
  await sendTestMail(actor, asked);
  expect(it.sink.mails).toHaveLength(1);
  await stopSendingAsOperator(systemActor(actor.accountId), SAID);
  await expect(sendTestMail(actor, asked)).rejects.toMatchObject({ code: "unavailable" });
  expect(it.sink.mails).toHaveLength(1);
});

test("a lead of a stopped account keeps its place: it is due from when it was due", async () => {
  await using it = await makeSinkWorld(MONDAY);
  const { world, clock } = it;
  await planRun(world);
  clock.move(15 * MINUTE_MS);
  await stopSending(world.actor, { reason: "Wrong links" });
  await sendBatch([jobIn(world)]);
  const lead = await findCampaignLead(jobIn(world));
  expect(lead).toMatchObject({ status: "STARTED", nextStep: 1 });
  expect(lead?.due?.toUpperCase()).toMatch(/^2026-03-02T09:0/);
});
