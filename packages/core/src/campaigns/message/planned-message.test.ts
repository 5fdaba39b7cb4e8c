import { expect, test } from "vitest";
import { jobIn, messageIn, planRun } from "../../../../../tests/support/campaign-run.ts";
import { stoppedClock } from "../../../../../tests/support/clock.ts";
import { cloudOfFile } from "../../../../../tests/support/file-cloud.ts";
import { startSink } from "../../../../../tests/support/sink.ts";
import { makeWorld, type World } from "../../../../../tests/support/world.ts";
import { monthlyQuotaOf, readMonthlyUsed } from "../../accounts/subscription-plan/monthly-quota.ts";
import { now, toIso } from "../../clock.ts";
import { MINUTE_MS } from "../../duration.ts";
import { sendBatch } from "../../engine/delivery/send-batch.ts";
import {
  pauseCampaignLead,
  resumeCampaignLead,
  stopCampaignLead,
} from "../../leads/lead/campaign-lead-actions.ts";
import { deleteLead } from "../../leads/lead/lead.ts";
import { readSlots } from "../../senders/send-slot/send-slot.ts";
import { pauseCampaign } from "../campaign/campaign-launch.ts";
import { findCampaignLead } from "../campaign-lead/campaign-lead.ts";
import type { PlannedMail } from "../campaign-lead/waiting.ts";
import { giveUp } from "./message-state.ts";

const MONDAY = "2026-03-02T09:00:00.000Z";

process.env.ALLOW_PRIVATE_MAIL_HOSTS = "true";
await cloudOfFile();

const plannedFor = async (world: World) =>
  (await findCampaignLead(jobIn(world)))?.planned as PlannedMail;

test("a mail that is queued by a run that dies before it notes so, and by the next one, leaves once", async () => {
  await using sink = await startSink();
  using clock = stoppedClock(MONDAY);
  const world = await makeWorld({ smtpPort: sink.port, leads: 1, mailboxes: 2 });
  await planRun(world);
  const noted = await plannedFor(world);
  const mailboxId = world.mailboxIds.find((id) => id !== noted.mailboxId) ?? 0;
  clock.move(15 * MINUTE_MS);
  const job = jobIn(world);
  const lost = { ...job, plan: { ...noted, mailboxId, scheduledAt: toIso(now()) } };
  const jobs = [lost, { ...job, plan: noted }, { ...lost, isBegun: true }];
  const results = await Promise.all(jobs.map((each) => sendBatch([each])));
  expect(results.flat().filter(({ error }) => error !== undefined)).toEqual([]);
  expect(sink.mails).toHaveLength(1);
  expect((await messageIn(world))?.status).toBe("SENT");
});

test("a mail that its lead knows nothing of yet is sent from its job", async () => {
  await using sink = await startSink();
  using _clock = stoppedClock(MONDAY);
  const world = await makeWorld({ smtpPort: sink.port, leads: 1 });
  const mailboxId = world.mailboxIds[0] ?? 0;
  const mail = { step: 1, variant: "A", sequenceVersion: 1, mailboxId, month: MONDAY } as const;
  await sendBatch([{ ...jobIn(world), plan: { ...mail, scheduledAt: MONDAY, dueAt: MONDAY } }]);
  expect(sink.mails).toHaveLength(1);
  await planRun(world);
  expect((await findCampaignLead(jobIn(world)))?.nextStep).toBe(2);
});

test("a planned mail whose lead was paused returns its slot of the day and of the month, once", async () => {
  await using sink = await startSink();
  using clock = stoppedClock(MONDAY);
  const world = await makeWorld({ smtpPort: sink.port, leads: 1 });
  const { actor, campaignId, leadIds, mailboxIds } = world;
  await planRun(world);
  const lead = { campaign_id: campaignId, lead_id: leadIds[0] ?? 0 };
  await pauseCampaignLead(actor, { ...lead, resume_at: "2026-03-03T09:00:00.000Z" });
  clock.move(15 * MINUTE_MS);
  const taken = async () => {
    const quota = await monthlyQuotaOf(actor.accountId, now());
    const [slot] = await readSlots(actor.accountId, mailboxIds);
    return { month: await readMonthlyUsed(quota), day: slot?.pending };
  };
  expect(await taken()).toEqual({ month: 1, day: 1 });
  await sendBatch([jobIn(world)]);
  await sendBatch([{ ...jobIn(world), isBegun: true }]);
  expect(await taken()).toEqual({ month: 0, day: 0 });
  clock.set("2026-03-03T09:00:00.000Z");
  await planRun(world);
  clock.move(15 * MINUTE_MS);
  await sendBatch([jobIn(world)]);
  expect(sink.mails).toHaveLength(1);
  expect(await taken()).toEqual({ month: 1, day: 0 });
});

test.each([
  ["paused", pauseCampaignLead],
  ["stopped", stopCampaignLead],
])(
  "a mail whose lead is %s and resumed before its time leaves as it was planned, and counts once",
  async (_, lease) => {
    await using sink = await startSink();
    using clock = stoppedClock(MONDAY);
    const world = await makeWorld({ smtpPort: sink.port, leads: 2 });
    const { actor, campaignId, leadIds, mailboxIds } = world;
    await planRun(world);
    const first = await messageIn(world, 1);
    const lead = { campaign_id: campaignId, lead_id: leadIds[1] ?? 0 };
    clock.move(MINUTE_MS);
    await lease(actor, lead);
    await resumeCampaignLead(actor, lead);
    await planRun(world);
    expect(await messageIn(world, 1)).toEqual(first);
    clock.move(MINUTE_MS);
    await sendBatch([jobIn(world, 0)]);
    clock.move(13 * MINUTE_MS);
    await planRun(world);
    await sendBatch([jobIn(world, 1)]);
    expect(sink.mails).toHaveLength(2);
    expect(await readMonthlyUsed(await monthlyQuotaOf(actor.accountId, now()))).toBe(2);
    const [slot] = await readSlots(actor.accountId, mailboxIds);
    expect(slot?.pending).toBe(0);
  },
);

test("a run that ends a lead's pause leaves the mail that was planned before it alone", async () => {
  await using sink = await startSink();
  using clock = stoppedClock(MONDAY);
  const world = await makeWorld({ smtpPort: sink.port, leads: 3 });
  const { actor, campaignId, leadIds } = world;
  await planRun(world);
  const first = await messageIn(world, 2);
  const lead = { campaign_id: campaignId, lead_id: leadIds[2] ?? 0 };
  await pauseCampaignLead(actor, { ...lead, resume_at: "2026-03-02T09:03:00.000Z" });
  clock.move(5 * MINUTE_MS);
  await planRun(world);
  expect(await messageIn(world, 2)).toEqual(first);
  for (const index of [0, 1, 2]) {
    clock.move(5 * MINUTE_MS);
    await sendBatch([jobIn(world, index)]);
  }
  expect(sink.mails).toHaveLength(3);
  expect(await readMonthlyUsed(await monthlyQuotaOf(actor.accountId, now()))).toBe(3);
});

test("a requeued mail returns its slot of the month once, however often the queue delivers its job", async () => {
  using clock = stoppedClock(MONDAY);
  const world = await makeWorld({ smtpPort: 1, leads: 2 });
  const { actor, campaignId } = world;
  await planRun(world);
  const job = { ...jobIn(world), plan: await plannedFor(world) };
  await pauseCampaign(actor, { campaign_id: campaignId });
  clock.move(15 * MINUTE_MS);
  for (let delivery = 0; delivery < 3; delivery++) await sendBatch([job]);
  expect(await readMonthlyUsed(await monthlyQuotaOf(actor.accountId, now()))).toBe(1);
});

test("a planned mail whose lead is gone is STOPPED, and its slot of the day and of the month is free again, once", async () => {
  await using sink = await startSink();
  using clock = stoppedClock(MONDAY);
  const world = await makeWorld({ smtpPort: sink.port, leads: 1 });
  const { accountId } = world.actor;
  await planRun(world);
  const job = { ...jobIn(world), plan: await plannedFor(world) };
  const used = async () => {
    const [slot] = await readSlots(accountId, world.mailboxIds);
    return [slot?.pending, await readMonthlyUsed(await monthlyQuotaOf(accountId, now()))];
  };
  expect(await used()).toEqual([1, 1]);
  await deleteLead(world.actor, { lead_id: world.leadIds[0] ?? 0 });
  clock.move(15 * MINUTE_MS);
  await sendBatch([job]);
  await sendBatch([job]);
  expect(await used()).toEqual([0, 0]);
  expect((await messageIn(world))?.status).toBe("STOPPED");
  expect(sink.mails).toEqual([]);
});

test("a mail that was stopped leaves when its lead goes on and is planned once more, and not by the job of before", async () => {
  await using sink = await startSink();
  using clock = stoppedClock(MONDAY);
  const world = await makeWorld({ smtpPort: sink.port, leads: 1 });
  await planRun(world);
  const first = await messageIn(world);
  expect(
    first &&
      (await giveUp(first, { status: "STOPPED", failure: { kind: "rule", text: "lead_stopped" } })),
  ).toBe(true);
  clock.move(15 * MINUTE_MS);
  await sendBatch([jobIn(world)]);
  expect((await messageIn(world))?.status).toBe("STOPPED");
  const again = { ...(await plannedFor(world)), scheduledAt: toIso(now()) };
  await sendBatch([{ ...jobIn(world), plan: again, isBegun: true }]);
  expect(await messageIn(world)).toMatchObject({ status: "SENT", scheduledAt: again.scheduledAt });
  expect(sink.mails).toHaveLength(1);
});
