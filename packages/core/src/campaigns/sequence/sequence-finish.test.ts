import { expect, test } from "vitest";
import { jobIn, messageIn, runAndSend } from "../../../../../tests/support/campaign-run.ts";
import { stoppedClock } from "../../../../../tests/support/clock.ts";
import { cloudOfFile } from "../../../../../tests/support/file-cloud.ts";
import { startSink } from "../../../../../tests/support/sink.ts";
import { makeWorld, type World } from "../../../../../tests/support/world.ts";
import { DAY_MS } from "../../duration.ts";
import { sendBatch } from "../../engine/delivery/send-batch.ts";
import { runTrigger } from "../../engine/trigger-run/run-trigger.ts";
import { addLeads } from "../../leads/lead-import/add-leads.ts";
import type { WalkPosition } from "../../walk.schema.ts";
import { requireCampaign } from "../campaign/campaign-record.ts";
import { findCampaignLead } from "../campaign-lead/campaign-lead.ts";
import { saveSequence } from "./sequence.ts";
import { listLeadsByVersion, moveLeads } from "./sequence-move.ts";

const MONDAY = "2026-03-02T09:00:00.000Z";

process.env.ALLOW_PRIVATE_MAIL_HOSTS = "true";
await cloudOfFile();

const stepOf = (subject: string, delayInDays: number) => ({
  seq_number: 1,
  seq_delay_details: { delayInDays },
  variants: [{ letter: "A", subject, body: `<p>Words of ${subject}</p>` }],
});

const THREE = [stepOf("one", 0), stepOf("two", 2), stepOf("three", 2)];

async function startThree(smtpPort: number, leads = 1): Promise<World> {
  const steps = THREE.map(({ seq_delay_details: delay, variants: [variant] }) => ({
    delayInDays: delay.delayInDays,
    subject: variant?.subject ?? "",
    body: variant?.body ?? "",
  }));
  return makeWorld({ smtpPort, leads, steps, settings: { stop_on_reply: false } });
}

const leadOf = (world: World, index = 0) =>
  findCampaignLead({
    accountId: world.actor.accountId,
    campaignId: world.campaignId,
    leadId: world.leadIds[index] ?? 0,
  });

async function moveAll(world: World, beforeStep?: number): Promise<void> {
  const { accountId, userId } = world.actor;
  const { sequenceVersion: version } = await requireCampaign(accountId, world.campaignId);
  let from: WalkPosition | undefined = { shard: 0, leadId: 0 };
  const moved = { version, beforeStep, actorId: userId };
  while (from) {
    from = await moveLeads({ accountId, campaignId: world.campaignId }, { ...moved, from });
  }
}

test("a lead finishes the version that it began while newer leads begin the newest [BEY-12]", async () => {
  await using sink = await startSink();
  using clock = stoppedClock(MONDAY);
  const world = await startThree(sink.port);
  const { actor, campaignId: campaign_id } = world;
  await runAndSend(world, clock, 4);
  // Its second step is put off, taken out of its place and rewritten; a step is taken away.
  await saveSequence(actor, { campaign_id, steps: [stepOf("uno", 0), stepOf("dos", 9)] });
  const { results } = await addLeads(actor, {
    campaign_id,
    leads: [{ email: "new@later.example" }],
  });
  const both = { ...world, leadIds: [...world.leadIds, results[0]?.lead_id ?? 0] };
  await runAndSend(both, clock, 6);
  expect(await messageIn(both, 1, 1)).toMatchObject({ status: "SENT", subject: "uno" });

  clock.move(2 * DAY_MS);
  await runAndSend(world, clock, 4, [2]);
  expect(await messageIn(world, 0, 2)).toMatchObject({ status: "SENT", subject: "two" });
  clock.move(2 * DAY_MS);
  await runAndSend(world, clock, 4, [3]);
  expect(await messageIn(world, 0, 3)).toMatchObject({ status: "SENT", subject: "three" });
  expect(await leadOf(world)).toMatchObject({ status: "COMPLETED", sequenceVersion: 1 });
  expect(await leadOf(both, 1)).toMatchObject({ nextStep: 2, sequenceVersion: 2 });
});

test("leads that are moved on purpose go on with the live version, only those before a step where one is named [BEY-12]", async () => {
  await using sink = await startSink();
  using clock = stoppedClock(MONDAY);
  const world = await startThree(sink.port, 1);
  const { actor, campaignId: campaign_id } = world;
  await runAndSend(world, clock, 4);
  clock.move(2 * DAY_MS);
  await runAndSend(world, clock, 4, [2]);
  await saveSequence(actor, {
    campaign_id,
    steps: [stepOf("one", 0), stepOf("two", 2), stepOf("drei", 5)],
  });
  expect((await listLeadsByVersion(actor, { campaign_id })).versions).toEqual([
    {
      version: 1,
      leads: 1,
      by_next_step: [{ step: 3, leads: 1 }],
      changes: [
        { change: "delay", step: 3, before: "2", after: "5" },
        { change: "subject", step: 3, variant: "A", before: "three", after: "drei" },
        {
          change: "body",
          step: 3,
          variant: "A",
          before: "Words of three",
          after: "Words of drei",
        },
      ],
    },
  ]);

  await moveAll(world, 2);
  expect(await leadOf(world)).toMatchObject({ nextStep: 3, sequenceVersion: 1 });
  await moveAll(world);
  expect(await leadOf(world)).toMatchObject({ nextStep: 3, sequenceVersion: 2 });
  expect((await listLeadsByVersion(actor, { campaign_id })).versions).toEqual([]);
  clock.move(2 * DAY_MS);
  await runAndSend(world, clock, 4, [3]);
  expect(await messageIn(world, 0, 3)).toBeUndefined();
  clock.move(3 * DAY_MS);
  await runAndSend(world, clock, 4, [3]);
  expect(await messageIn(world, 0, 3)).toMatchObject({ status: "SENT", subject: "drei" });
});

test("a job of an earlier move that comes late takes nobody back to the older version", async () => {
  await using sink = await startSink();
  using clock = stoppedClock(MONDAY);
  const world = await startThree(sink.port);
  const { actor, campaignId } = world;
  await runAndSend(world, clock, 4);
  for (const subject of ["dos", "deux"]) {
    const steps = [...THREE.slice(0, 1), stepOf(subject, 2)];
    await saveSequence(actor, { campaign_id: campaignId, steps });
  }
  await moveAll(world);
  const { shard = 0 } = (await leadOf(world)) ?? {};
  const late = { version: 2, actorId: actor.userId, from: { shard, leadId: 0 } };
  await moveLeads({ accountId: actor.accountId, campaignId }, late);
  expect(await leadOf(world)).toMatchObject({ sequenceVersion: 3 });
});

test("a mail that is planned when its lead is moved leaves with the text of the version it was moved to", async () => {
  await using sink = await startSink();
  using clock = stoppedClock(MONDAY);
  const world = await startThree(sink.port);
  const { actor, campaignId: campaign_id } = world;
  const { accountId } = actor;
  await runTrigger({ accountId, campaignId: campaign_id }, "Etc/GMT");
  await saveSequence(actor, { campaign_id, steps: [stepOf("uno", 0), ...THREE.slice(1)] });
  await moveAll(world);
  await sendBatch([jobIn(world)]);
  expect(await messageIn(world)).toMatchObject({ status: "DRAFTED" });
  expect(sink.mails).toHaveLength(0);
  clock.move(6 * 60_000);
  await runAndSend(world, clock, 4);
  expect(await messageIn(world)).toMatchObject({ status: "SENT", subject: "uno" });
  expect(await leadOf(world)).toMatchObject({ sequenceVersion: 2 });
});

test("a lead that has had every step of the version it is moved to is finished", async () => {
  await using sink = await startSink();
  using clock = stoppedClock(MONDAY);
  const world = await startThree(sink.port);
  await runAndSend(world, clock, 4);
  await saveSequence(world.actor, { campaign_id: world.campaignId, steps: THREE.slice(0, 1) });
  await moveAll(world);
  expect(await leadOf(world)).toMatchObject({ status: "COMPLETED", changeReason: "version_moved" });
  expect((await leadOf(world))?.due).toBeUndefined();
});

test("steps that are saved as they were make no version", async () => {
  const world = await startThree(1);
  const { actor, campaignId: campaign_id } = world;
  const same = await saveSequence(actor, { campaign_id, steps: THREE });
  expect(same.version).toBe(1);
  expect((await saveSequence(actor, { campaign_id, steps: THREE.slice(0, 2) })).version).toBe(2);
});

test("a save of steps that someone else has changed since is refused, and the other's steps stay", async () => {
  const { actor, campaignId: campaign_id } = await startThree(1);
  const hers = { campaign_id, steps: [stepOf("hers", 0)], expected_revision: 1 };
  const { revision } = await saveSequence(actor, hers);
  const his = { campaign_id, steps: [stepOf("his", 0)], expected_revision: 1 };
  await expect(saveSequence(actor, his)).rejects.toMatchObject({
    code: "conflict",
    fields: { steps: expect.any(Array) },
  });
  const again = await saveSequence(actor, { ...his, expected_revision: revision });
  expect(again.steps[0]?.variants[0]?.subject).toBe("his");
});
