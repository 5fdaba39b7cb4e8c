import { client } from "@thaw/data/table";
import { expect, test } from "vitest";
import { jobIn, planRun } from "../../../../../tests/support/campaign-run.ts";
import { stoppedClock } from "../../../../../tests/support/clock.ts";
import { cloudOfFile } from "../../../../../tests/support/file-cloud.ts";
import { storeManualSteps } from "../../../../../tests/support/records.ts";
import { startSink } from "../../../../../tests/support/sink.ts";
import { ALWAYS_OPEN, makeWorld, type World } from "../../../../../tests/support/world.ts";
import { updateCampaign } from "../../campaigns/campaign/campaign.ts";
import { requireCampaign } from "../../campaigns/campaign/campaign-record.ts";
import { findCampaignLead, pauseLead } from "../../campaigns/campaign-lead/campaign-lead.ts";
import { readSteps } from "../../campaigns/sequence/sequence-record.ts";
import { MINUTE_MS } from "../../duration.ts";
import { configureSlot } from "../../senders/send-slot/send-slot.ts";
import { sendBatch } from "../delivery/send-batch.ts";
import { runTrigger } from "./run-trigger.ts";
import { TRIGGER_STATUSES } from "./trigger-run.schema.ts";
import { listTriggerRuns } from "./trigger-run.ts";

process.env.ALLOW_PRIVATE_MAIL_HOSTS = "true";
await cloudOfFile();

const runsOf = async ({ actor, campaignId: campaign_id }: World) =>
  (await listTriggerRuns(actor, { campaign_id })).items;

/** Looks at the runs before each request of the table, and returns what was seen when it is done. */
async function watch(world: World, work: () => Promise<void>) {
  const seen: Awaited<ReturnType<typeof runsOf>>[] = [await runsOf(world)];
  // Requests that go out together, and the looking itself, are looked at once.
  let isLooking = false;
  const stop = client.intercept(async (_action, input, next) => {
    if (!isLooking) {
      isLooking = true;
      seen.push(await runsOf(world));
      isLooking = false;
    }
    return next(input);
  });
  await work();
  stop();
  return [...seen, await runsOf(world)];
}

test("a run is in one of four states [CAMP-29]", () => {
  expect([...TRIGGER_STATUSES].toSorted((a, b) => a.localeCompare(b))).toEqual([
    "COMPLETED",
    "PICKED",
    "RUNNING",
    "SCHEDULED",
  ]);
});

test("a run is SCHEDULED, PICKED when a worker claims it, RUNNING while it evaluates and COMPLETED at the end, and is one row all along [CAMP-28]", async () => {
  using clock = stoppedClock("2026-03-02T09:00:00.000Z");
  const world = await makeWorld({ smtpPort: 1, leads: 2 });
  const run = () => planRun(world);
  for (const _run of ["the first", "the second"]) {
    const seen = await watch(world, run);
    const own = seen[0]?.[0]?.scheduled_at;
    const rows = seen.map((runs) => runs.filter(({ scheduled_at }) => scheduled_at === own));
    expect(new Set(rows.map(({ length }) => length))).toEqual(new Set([1]));
    const history = rows.flatMap(([row]) => row?.status ?? []);
    expect(history.filter((status, at) => status !== history[at - 1])).toEqual([
      "SCHEDULED",
      "PICKED",
      "RUNNING",
      "COMPLETED",
    ]);
    clock.move(6 * MINUTE_MS);
  }
});

test("pages of runs hold as many as were asked for, the one to come among them, and each run once", async () => {
  using clock = stoppedClock("2026-03-02T09:00:00.000Z");
  const world = await makeWorld({ smtpPort: 1, leads: 2 });
  const { actor, campaignId } = world;
  for (const _run of ["the first", "the second", "the third"]) {
    await runTrigger({ accountId: actor.accountId, campaignId }, "Etc/GMT");
    clock.move(6 * MINUTE_MS);
  }
  const whole = await runsOf(world);
  expect(whole.map(({ status }) => status)).toEqual([
    "SCHEDULED",
    "COMPLETED",
    "COMPLETED",
    "COMPLETED",
  ]);
  for (const limit of [1, 2, 3]) {
    const read: typeof whole = [];
    let cursor: string | null = null;
    do {
      const page: Awaited<ReturnType<typeof listTriggerRuns>> = await listTriggerRuns(actor, {
        campaign_id: campaignId,
        limit,
        cursor,
      });
      expect(page.items.length).toBeLessThanOrEqual(limit);
      read.push(...page.items);
      cursor = page.cursor;
    } while (cursor !== null);
    expect(read).toEqual(whole);
  }
});

test("a run that finds only steps done by hand says that no automatic one is left, and plans nothing [CAMP-30]", async () => {
  using clock = stoppedClock("2026-03-02T09:00:00.000Z");
  const world = await makeWorld({ smtpPort: 1, leads: 20 });
  const { accountId } = world.actor;
  const key = { accountId, campaignId: world.campaignId };
  const text = "No email sequences left with automatic sending type";
  const { sequenceVersion: version } = await requireCampaign(accountId, world.campaignId);
  const steps = await readSteps(accountId, world.campaignId, version);
  await runTrigger(key, "Etc/GMT");
  await storeManualSteps({ ...key, version }, steps);
  clock.move(6 * MINUTE_MS);
  await runTrigger(key, "Etc/GMT");
  const [, later, first] = await runsOf(world);
  // Its horizon has room for some of them alone.
  expect(first?.emails_scheduled).toBeGreaterThan(0);
  expect(first?.emails_scheduled).toBeLessThan(20);
  expect(first?.messages).not.toContain(text);
  expect(later).toMatchObject({ status: "COMPLETED", emails_scheduled: 0, messages: [text] });
});

test("a lead that is paused while a run plans its mail keeps the date on which it goes on", async () => {
  using _clock = stoppedClock("2026-03-02T09:00:00.000Z");
  const world = await makeWorld({ smtpPort: 1, leads: 1 });
  const [leadId = 0] = world.leadIds;
  const key = { accountId: world.actor.accountId, campaignId: world.campaignId };
  const until = "2026-03-09T00:00:00.000Z";
  let isPaused = false;
  // The run has queued the mail when it takes the lead off the index.
  const stop = client.intercept(async (action, input, next) => {
    if (!isPaused && action === "UpdateItem" && JSON.stringify(input).includes("planned")) {
      isPaused = true;
      await pauseLead({ ...key, leadId }, { status: "STARTED", nextStep: 1 }, until);
    }
    return next(input);
  });
  await runTrigger(key, "Etc/GMT");
  stop();
  const enrolment = await findCampaignLead({ ...key, leadId });
  expect(enrolment).toMatchObject({ status: "PAUSED", due: expect.stringContaining(until) });
  expect(enrolment).not.toHaveProperty("scheduledAt");
});

test("hours that are changed while a run finds the old ones shut hold: the next run is due at once", async () => {
  using _clock = stoppedClock("2026-03-02T20:00:00.000Z");
  const world = await makeWorld({ smtpPort: 1, leads: 1, schedule: { end: "17:00" } });
  const { actor, campaignId: campaign_id } = world;
  const key = { accountId: actor.accountId, campaignId: campaign_id };
  let isChanged = false;
  const stop = client.intercept(async (action, input, next) => {
    const isEnd = action === "UpdateItem" && JSON.stringify(input).includes("2026-03-03T00:00:00");
    if (!isChanged && isEnd) {
      isChanged = true;
      await updateCampaign(actor, { campaign_id, schedule: ALWAYS_OPEN });
    }
    return next(input);
  });
  await runTrigger(key, "Etc/GMT");
  stop();
  expect(isChanged).toBe(true);
  await runTrigger(key, "Etc/GMT");
  const enrolment = await findCampaignLead({ ...key, leadId: world.leadIds[0] ?? 0 });
  expect(enrolment?.scheduledAt).toBe("2026-03-02T20:00:00.000Z");
});

test("a run without a free mailbox does not say that nobody waits", async () => {
  await using sink = await startSink();
  using clock = stoppedClock("2026-03-02T09:00:00.000Z");
  const schedule = { minGapMinutes: 60 };
  const world = await makeWorld({ smtpPort: sink.port, leads: 2, schedule });
  const [mailboxId = 0] = world.mailboxIds;
  const key = { accountId: world.actor.accountId, campaignId: world.campaignId };
  const lastMessages = async () => {
    await runTrigger(key, "Etc/GMT");
    const runs = await runsOf(world);
    return runs.find(({ status }) => status === "COMPLETED")?.messages;
  };
  const noFollowUp = "No follow-ups were due for any lead";
  expect(await lastMessages()).toEqual([noFollowUp]);
  await sendBatch([jobIn(world)]);
  clock.move(5 * MINUTE_MS);
  // The second new lead waits for the end of the gap.
  expect(await lastMessages()).toEqual([noFollowUp]);
  clock.move(75 * MINUTE_MS);
  await lastMessages();
  await sendBatch([jobIn(world, 1)]);
  expect(sink.mails).toHaveLength(2);
  await configureSlot({ accountId: key.accountId, mailboxId }, { sending: "off" });
  clock.set("2026-03-04T09:00:00.000Z");
  expect(await lastMessages()).toEqual([
    "No new leads waiting to receive the first sequence, or all have sequences scheduled",
  ]);
});
