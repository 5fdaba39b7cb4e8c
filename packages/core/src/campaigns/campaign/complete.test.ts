import { client } from "@thaw/data/table";
import { expect, test } from "vitest";
import { beginIn, jobIn, messageIn } from "../../../../../tests/support/campaign-run.ts";
import { stoppedClock } from "../../../../../tests/support/clock.ts";
import { cloudOfFile } from "../../../../../tests/support/file-cloud.ts";
import { disconnectMailbox, eventsOfToday } from "../../../../../tests/support/records.ts";
import { startSink } from "../../../../../tests/support/sink.ts";
import { makeWorld, type World, type WorldOptions } from "../../../../../tests/support/world.ts";
import { now, toIso } from "../../clock.ts";
import { HOUR_MS, MINUTE_MS } from "../../duration.ts";
import { sendBatch } from "../../engine/delivery/send-batch.ts";
import { runTrigger } from "../../engine/trigger-run/run-trigger.ts";
import { completeTask } from "../../inbox/task/complete-task.ts";
import { listTasks } from "../../inbox/task/task-list.ts";
import {
  pauseCampaignLead,
  resumeCampaignLead,
  stopCampaignLead,
} from "../../leads/lead/campaign-lead-actions.ts";
import { deleteLead } from "../../leads/lead/lead.ts";
import { addLeads } from "../../leads/lead-import/add-leads.ts";
import { addSuppression } from "../../leads/suppression/block-list.ts";
import { projectEvents } from "../../reporting/counter/project-events.ts";
import { configureSlot } from "../../senders/send-slot/send-slot.ts";
import { findCampaignLead } from "../campaign-lead/campaign-lead.ts";
import { getCampaign } from "./campaign.ts";

process.env.ALLOW_PRIVATE_MAIL_HOSTS = "true";
await cloudOfFile();

/** Counts what has happened, as the table's stream does. */
async function countAll({ actor: { accountId }, campaignId }: World): Promise<void> {
  await projectEvents(await eventsOfToday(accountId, campaignId));
}

const leadStatuses = ({ actor: { accountId }, campaignId, leadIds }: World) =>
  Promise.all(
    leadIds.map(async (leadId) => {
      const lead = await findCampaignLead({ accountId, campaignId, leadId });
      return lead?.status;
    }),
  );

const ONE_STEP = [{ delayInDays: 0, subject: "Hi", body: "<p>Hi</p>" }];

/** Its status after the stream has caught up and a run has looked at it. */
async function statusAfterRun(world: World, clock: { move: (ms: number) => void }) {
  const { actor, campaignId } = world;
  await countAll(world);
  clock.move(6 * MINUTE_MS);
  await runTrigger({ accountId: actor.accountId, campaignId }, "Etc/GMT");
  return (await getCampaign(actor, { campaign_id: campaignId })).status;
}

test("a campaign completes although the worker of its last mail died before it was counted and the lead was blocked since", async () => {
  await using sink = await startSink();
  using clock = stoppedClock("2026-03-02T09:00:00.000Z");
  const world = await makeWorld({ smtpPort: sink.port, leads: 1, steps: ONE_STEP });
  const { actor, campaignId } = world;
  await runTrigger({ accountId: actor.accountId, campaignId }, "Etc/GMT");
  clock.move(15 * MINUTE_MS);
  const stop = client.intercept((action, input, next) =>
    action === "BatchWriteItem" ? Promise.reject(new Error("killed")) : next(input),
  );
  await expect(sendBatch([jobIn(world)])).rejects.toThrow("killed");
  stop();
  expect(await leadStatuses(world)).toEqual(["COMPLETED"]);
  await addSuppression(actor, { value: "lead0@prospect.example" });
  expect(await leadStatuses(world)).toEqual(["BLOCKED"]);
  await sendBatch([{ ...jobIn(world), isBegun: true }]);
  expect(await statusAfterRun(world, clock)).toBe("COMPLETED");
});

test("a lead that is paused while its last mail leaves is COMPLETED by it, and so is its campaign", async () => {
  let pause: () => Promise<unknown> = async () => undefined;
  await using sink = await startSink({
    async beforeAccept() {
      await pause();
    },
  });
  using clock = stoppedClock("2026-03-02T09:00:00.000Z");
  const world = await makeWorld({ smtpPort: sink.port, leads: 1, steps: ONE_STEP });
  const { actor, campaignId: campaign_id, leadIds } = world;
  pause = () => pauseCampaignLead(actor, { campaign_id, lead_id: leadIds[0] ?? 0 });
  await runTrigger({ accountId: actor.accountId, campaignId: campaign_id }, "Etc/GMT");
  clock.move(15 * MINUTE_MS);
  await sendBatch([jobIn(world)]);
  expect(sink.mails).toHaveLength(1);
  expect(await leadStatuses(world)).toEqual(["COMPLETED"]);
  expect(await statusAfterRun(world, clock)).toBe("COMPLETED");
});

test("a campaign whose last open lead is deleted is COMPLETED, and one that had ended counts once", async () => {
  using clock = stoppedClock("2026-03-02T09:00:00.000Z");
  const world = await makeWorld({ smtpPort: 1, leads: 2, steps: ONE_STEP });
  const { actor, campaignId: campaign_id, leadIds } = world;
  const [one = 0, other = 0] = leadIds;
  await stopCampaignLead(actor, { campaign_id, lead_id: one });
  await deleteLead(actor, { lead_id: one });
  expect(await statusAfterRun(world, clock)).toBe("ACTIVE");
  await deleteLead(actor, { lead_id: other });
  // Its mail was planned.
  clock.move(15 * MINUTE_MS);
  expect(await statusAfterRun(world, clock)).toBe("COMPLETED");
});

test("a campaign is COMPLETED by itself once its last lead is COMPLETED, STOPPED or BLOCKED, and a PAUSED one keeps it ACTIVE [CAMP-15]", async () => {
  await using sink = await startSink();
  using clock = stoppedClock("2026-03-02T09:00:00.000Z");
  const world = await makeWorld({
    smtpPort: sink.port,
    leads: 4,
    mailboxes: 4,
    steps: ONE_STEP,
  });
  const { actor, campaignId: campaign_id, leadIds } = world;
  const { accountId } = actor;
  const lead = (index: number) => ({ campaign_id, lead_id: leadIds[index] ?? 0 });
  const statusAfterRuns = async () => {
    for (const _run of ["a run", "the next"]) {
      await countAll(world);
      await runTrigger({ accountId, campaignId: campaign_id }, "Etc/GMT");
      clock.move(6 * MINUTE_MS);
    }
    return (await getCampaign(actor, { campaign_id })).status;
  };
  expect(await statusAfterRuns()).toBe("ACTIVE");
  clock.move(15 * MINUTE_MS);
  const results = await sendBatch([jobIn(world, 0)]);
  expect(results.filter(({ error }) => error !== undefined)).toEqual([]);
  expect(await statusAfterRuns()).toBe("ACTIVE");
  await stopCampaignLead(actor, lead(1));
  expect(await statusAfterRuns()).toBe("ACTIVE");
  await addSuppression(actor, { value: "lead2@prospect.example" });
  expect(await statusAfterRuns()).toBe("ACTIVE");
  await pauseCampaignLead(actor, lead(3));
  expect(await leadStatuses(world)).toEqual(["COMPLETED", "STOPPED", "BLOCKED", "PAUSED"]);
  expect(await statusAfterRuns()).toBe("ACTIVE");
  await resumeCampaignLead(actor, lead(3));
  await stopCampaignLead(actor, lead(3));
  expect(await statusAfterRuns()).toBe("COMPLETED");
});

test("figures that are a moment behind complete no campaign in which a lead waits", async () => {
  using clock = stoppedClock("2026-03-02T09:00:00.000Z");
  const world = await makeWorld({ smtpPort: 1, leads: 1, steps: ONE_STEP });
  const { actor, campaignId, leadIds, mailboxIds } = world;
  const { accountId } = actor;
  await stopCampaignLead(actor, { campaign_id: campaignId, lead_id: leadIds[0] ?? 0 });
  await countAll(world);
  await addLeads(actor, { campaign_id: campaignId, leads: [{ email: "late@prospect.example" }] });
  await configureSlot({ accountId, mailboxId: mailboxIds[0] ?? 0 }, { sending: "off" });
  clock.move(6 * MINUTE_MS);
  await runTrigger({ accountId, campaignId }, "Etc/GMT");
  expect((await getCampaign(actor, { campaign_id: campaignId })).status).toBe("ACTIVE");
  const events = await eventsOfToday(accountId, campaignId);
  expect(events.filter(({ detail }) => String(detail).includes("COMPLETED"))).toEqual([]);
});

/**
 * A campaign that is COMPLETED although its second lead is not at its end: the figures knew only the first, who was stopped.
 *
 * @param before done with what a run has given the second lead, before the campaign is COMPLETED
 */
async function endTooEarly(
  steps: WorldOptions["steps"],
  clock: { move: (ms: number) => void },
  before: (world: World) => Promise<unknown> = async () => undefined,
) {
  const sink = await startSink();
  const world = await makeWorld({ smtpPort: sink.port, leads: 1, ...(steps ? { steps } : {}) });
  const { actor, campaignId: campaign_id, leadIds } = world;
  const status = async () => (await getCampaign(actor, { campaign_id })).status;
  const run = () => runTrigger({ accountId: actor.accountId, campaignId: campaign_id }, "Etc/GMT");
  await stopCampaignLead(actor, { campaign_id, lead_id: leadIds[0] ?? 0 });
  await countAll(world);
  const leads = [{ email: "late@prospect.example" }];
  const added = (await addLeads(actor, { campaign_id, leads })).results;
  const late = { ...world, leadIds: added.flatMap(({ lead_id }) => lead_id ?? []) };
  await run();
  await before(late);
  // Longer than any mail is planned ahead.
  clock.move(42 * MINUTE_MS);
  await run();
  expect(await status()).toBe("COMPLETED");
  return { ...late, sink, status, run, [Symbol.asyncDispose]: () => sink[Symbol.asyncDispose]() };
}

test("figures that are behind complete no campaign whose mail is planned, and one that was completed goes on when the mail is due", async () => {
  await using sink = await startSink();
  using clock = stoppedClock("2026-03-02T09:00:00.000Z");
  const world = await makeWorld({ smtpPort: sink.port, leads: 1, steps: ONE_STEP });
  const { actor, campaignId: campaign_id, leadIds } = world;
  const key = { accountId: actor.accountId, campaignId: campaign_id };
  const status = async () => (await getCampaign(actor, { campaign_id })).status;
  const run = () => runTrigger(key, "Etc/GMT");
  await stopCampaignLead(actor, { campaign_id, lead_id: leadIds[0] ?? 0 });
  await countAll(world);
  const [late] = (
    await addLeads(actor, { campaign_id, leads: [{ email: "late@prospect.example" }] })
  ).results;
  const job = { ...jobIn(world), leadId: late?.lead_id ?? 0 };
  await run();
  for (const _run of ["while it is planned", "when it is due"]) {
    clock.move(6 * MINUTE_MS);
    await run();
    expect(await status()).toBe("ACTIVE");
  }
  // The figures are behind for longer than any mail is planned ahead, and so is its worker.
  clock.move(30 * MINUTE_MS);
  await run();
  expect(await status()).toBe("COMPLETED");
  expect(await sendBatch([job])).toEqual([{ job }]);
  expect(await status()).toBe("ACTIVE");
  await run();
  clock.move(15 * MINUTE_MS);
  await sendBatch([job]);
  expect(sink.mails).toHaveLength(1);
});

test("a campaign that was COMPLETED too early goes on with its mail although it could not be started now", async () => {
  using clock = stoppedClock("2026-03-02T09:00:00.000Z");
  await using it = await endTooEarly(ONE_STEP, clock);
  await disconnectMailbox(it.actor.accountId, it.mailboxIds[0] ?? 0);
  await sendBatch([jobIn(it)]);
  expect(await it.status()).toBe("ACTIVE");
});

test("a campaign that was COMPLETED too early goes on when someone has done the step that a lead waited for", async () => {
  using clock = stoppedClock("2026-03-02T09:00:00.000Z");
  const mail = { delayInDays: 0, subject: "Hi", body: "<p>Hi</p>" };
  const steps = [
    { ...mail, type: "MANUAL_EMAIL" as const },
    { ...mail, delayInDays: 2 },
  ];
  await using it = await endTooEarly(steps, clock);
  const [task] = (await listTasks(it.actor, { scope: "all", status: ["CREATED"], limit: 10 }))
    .items;
  await completeTask(it.actor, { task_id: task?.id ?? 0 });
  expect(await it.status()).toBe("ACTIVE");
  clock.move(48 * HOUR_MS);
  await it.run();
  expect((await messageIn(it, 0, 2))?.status).toBe("DRAFTED");
});

test("a campaign that was COMPLETED too early goes on when a mail is known to have left; one that was not stays", async () => {
  using clock = stoppedClock("2026-03-02T09:00:00.000Z");
  const lease = { fence: "dead", leaseUntil: toIso(now()) };
  await using it = await endTooEarly(undefined, clock, (world) => beginIn(world, lease));
  clock.move(25 * HOUR_MS);
  const job = { ...jobIn(it), isBegun: true };
  await sendBatch([job]);
  expect((await messageIn(it))?.status).toBe("UNKNOWN");
  expect(await it.status()).toBe("ACTIVE");
  await stopCampaignLead(it.actor, { campaign_id: it.campaignId, lead_id: it.leadIds[0] ?? 0 });
  clock.move(30 * MINUTE_MS);
  await it.run();
  expect(await it.status()).toBe("COMPLETED");
  await sendBatch([job]);
  expect(await it.status()).toBe("COMPLETED");
});
