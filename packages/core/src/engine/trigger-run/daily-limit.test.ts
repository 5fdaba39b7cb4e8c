import { client } from "@thaw/data/table";
import { expect, test } from "vitest";
import { paced } from "../../../../../scripts/pace.ts";
import { jobIn, messageIn, sendIdIn } from "../../../../../tests/support/campaign-run.ts";
import { stoppedClock } from "../../../../../tests/support/clock.ts";
import { cloudOfFile } from "../../../../../tests/support/file-cloud.ts";
import { receive } from "../../../../../tests/support/inbound.ts";
import { raceWrites } from "../../../../../tests/support/race.ts";
import { storeAccount } from "../../../../../tests/support/records.ts";
import { startSink } from "../../../../../tests/support/sink.ts";
import { makeWorld, type World } from "../../../../../tests/support/world.ts";
import { accountTimezone } from "../../accounts/account/account.ts";
import { monthlyQuotaOf, readMonthlyLeft } from "../../accounts/subscription-plan/monthly-quota.ts";
import { pauseCampaign } from "../../campaigns/campaign/campaign-launch.ts";
import { requireCampaign } from "../../campaigns/campaign/campaign-record.ts";
import { reserveNewLeads } from "../../campaigns/campaign/campaign-run.ts";
import { findCampaignLead } from "../../campaigns/campaign-lead/campaign-lead.ts";
import { messageIdOf } from "../../campaigns/message/send-id.ts";
import { now } from "../../clock.ts";
import { MINUTE_MS } from "../../duration.ts";
import { deliverReply } from "../../inbox/thread/deliver-reply.ts";
import { sendReply } from "../../inbox/thread/reply.ts";
import { listThreads } from "../../inbox/thread/thread.ts";
import { readSlots } from "../../senders/send-slot/send-slot.ts";
import { sendBatch } from "../delivery/send-batch.ts";
import { sendTestMail } from "../preview/send-test-mail.ts";
import { runTrigger } from "./run-trigger.ts";

const STEPS = [{ delayInDays: 0, subject: "Hello", body: "<p>Hi</p>" }];

process.env.ALLOW_PRIVATE_MAIL_HOSTS = "true";
await cloudOfFile();

/** Plans both campaigns and sends for so many minutes, as the queues' workers do. */
async function work(worlds: World[], clock: { move: (ms: number) => void }, minutes: number) {
  for (let minute = 0; minute < minutes; minute += 2, clock.move(2 * MINUTE_MS)) {
    for (const world of worlds) {
      const { accountId } = world.actor;
      const key = { accountId, campaignId: world.campaignId };
      if (minute % 6 === 0) await runTrigger(key, await accountTimezone(accountId));
      await sendBatch(world.leadIds.map((_, index) => jobIn(world, index)));
    }
  }
}

async function sentBy(worlds: World[]): Promise<number> {
  const all = worlds.flatMap((world) => world.leadIds.map((_, index) => messageIn(world, index)));
  return (await Promise.all(all)).filter((message) => message?.status === "SENT").length;
}

async function answerByHand(world: World, clock: { move: (ms: number) => void }): Promise<void> {
  const { actor } = world;
  const answers = messageIdOf(sendIdIn(world), "sender0@sender.example");
  await receive(world, { from: "one0@prospect.example", answers });
  const thread_id = (await listThreads(actor, {})).items[0]?.id ?? 0;
  const { message_id } = await sendReply(actor, { thread_id, body: "Tomorrow at ten?" });
  // Nobody else has the mailbox's connection within two minutes of a campaign mail.
  clock.move(3 * MINUTE_MS);
  await deliverReply(actor.accountId, `${thread_id}|${message_id}`);
}

test("workers that race for the last new leads of a campaign's day get exactly its maximum, and the next day begins anew", async () => {
  const world = await makeWorld({ smtpPort: 1, leads: 1, schedule: { maxNewLeadsPerDay: 5 } });
  const { accountId } = world.actor;
  const read = () => requireCampaign(accountId, world.campaignId);
  /** As a run does: it takes what the day has left of the two that it wants. */
  const work = async (newDay: string) => {
    const campaign = await read();
    const used = campaign.newDay === newDay ? (campaign.newCount ?? 0) : 0;
    const count = Math.min(2, 5 - used);
    return count > 0 && (await reserveNewLeads(campaign, { newDay, count })) ? count : 0;
  };
  for (const newDay of ["2026-03-02", "2026-03-03"]) {
    let begun = 0;
    for (let round = 0; round < 5; round++) {
      using _race = raceWrites(begun < 5 ? 8 : 0);
      const taken = await Promise.all(Array.from({ length: 8 }, () => work(newDay)));
      expect(taken.filter((count) => count > 0).length).toBeLessThanOrEqual(1);
      begun += taken.reduce((sum, count) => sum + count, 0);
    }
    expect(begun).toBe(5);
    expect(await read()).toMatchObject({ newDay, newCount: 5 });
  }
});

test("a run that finds the day's new leads counted by another plans nothing and returns the month its mails and the mailboxes their day back", async () => {
  using _clock = stoppedClock("2026-03-02T09:00:00.000Z");
  const world = await makeWorld({ smtpPort: 1, leads: 3 });
  const { accountId } = world.actor;
  const key = { accountId, campaignId: world.campaignId };
  const quota = await monthlyQuotaOf(accountId, Date.parse("2026-03-02T09:00:00.000Z"));
  let isFirst = true;
  // The run has read the campaign when it first writes of the month.
  const stop = client.intercept(async (_action, input, next) => {
    const isOfMonth = JSON.stringify(input).toLowerCase().includes("monthlyquota");
    if (isFirst && isOfMonth) {
      isFirst = false;
      const campaign = await requireCampaign(accountId, world.campaignId);
      await reserveNewLeads(campaign, { newDay: "2026-03-02", count: 1 });
    }
    return next(input);
  });
  await runTrigger(key, "Etc/GMT");
  stop();
  expect(isFirst).toBe(false);
  expect((await messageIn(world))?.status).toBeUndefined();
  expect(await readMonthlyLeft(quota)).toBe(quota.limit);
  expect(await readSlots(accountId, world.mailboxIds)).toMatchObject([{ pending: 0 }]);
});

test("mails that are planned shortly before the account's midnight leave before it, and the new day begins with nothing [CAMP-40]", async () => {
  await using sink = await startSink();
  // The account's midnight comes amid the campaign's hours.
  const MIDNIGHT = "2026-03-02T10:00:00.000Z";
  using clock = stoppedClock("2026-03-02T09:50:00.000Z");
  const world = await makeWorld({ smtpPort: sink.port, leads: 6, steps: STEPS });
  const { actor, mailboxIds } = world;
  await storeAccount(actor.accountId, "Pacific/Kiritimati");
  const slotNow = async () => (await readSlots(actor.accountId, mailboxIds))[0];
  const key = { accountId: actor.accountId, campaignId: world.campaignId };
  const plannedNow = async () => {
    await runTrigger(key, await accountTimezone(actor.accountId));
    const mails = await Promise.all(world.leadIds.map((_, index) => messageIn(world, index)));
    return mails
      .flatMap((mail) => (mail?.status === "DRAFTED" ? mail.scheduledAt : []))
      .toSorted((one, other) => one.localeCompare(other));
  };
  const planned = await plannedNow();
  expect(planned.length).toBeGreaterThanOrEqual(3);
  for (const at of planned) {
    expect(at < MIDNIGHT).toBe(true);
    clock.set(at);
    await sendBatch(world.leadIds.map((_, index) => jobIn(world, index)));
  }
  const { length: sentToday } = planned;
  expect(await sentBy([world])).toBe(sentToday);
  expect(await slotNow()).toMatchObject({ day: "2026-03-02", sentToday, pending: 0 });
  clock.set(MIDNIGHT);
  const { length: pending } = await plannedNow();
  expect(pending).toBeGreaterThan(0);
  expect(await slotNow()).toMatchObject({ day: "2026-03-03", sentToday: 0, pending });
});

test("mails are taken from the month that they leave in, and go back to it", async () => {
  // Afternoon where campaign and account are; the account's month ends by UTC.
  using clock = stoppedClock("2026-03-31T23:50:00.000Z");
  const timezone = "America/Los_Angeles";
  const world = await makeWorld({ smtpPort: 1, leads: 9, schedule: { timezone } });
  const { actor } = world;
  const key = { accountId: actor.accountId, campaignId: world.campaignId };
  const ofMonth = async () => {
    const quota = await monthlyQuotaOf(actor.accountId, now());
    return quota.limit - (await readMonthlyLeft(quota));
  };
  await runTrigger(key, timezone);
  const mails = await Promise.all(world.leadIds.map((_, index) => messageIn(world, index)));
  const times = mails.flatMap((mail) => mail?.scheduledAt ?? []);
  expect(times.length).toBeGreaterThanOrEqual(3);
  expect(times.filter((at) => at >= "2026-04-01")).toEqual([]);
  expect(await ofMonth()).toBe(times.length);
  clock.set("2026-04-01T00:00:00.000Z");
  await runTrigger(key, timezone);
  const planned = await ofMonth();
  expect(planned).toBeGreaterThan(2);
  await pauseCampaign(actor, { campaign_id: world.campaignId });
  clock.move(15 * MINUTE_MS);
  await sendBatch(world.leadIds.map((_, index) => jobIn(world, index)));
  expect(await ofMonth()).toBe(0);
});

test("when a run has fewer slots than leads wait, due follow-ups have them before new leads [CAMP-41]", async () => {
  await using sink = await startSink();
  using clock = stoppedClock("2026-03-02T09:00:00.000Z");
  const schedule = { minGapMinutes: 20, maxNewLeadsPerDay: 1 };
  const world = await makeWorld({ smtpPort: sink.port, leads: 4, schedule });
  const key = { accountId: world.actor.accountId, campaignId: world.campaignId };
  for (const day of ["2026-03-02", "2026-03-03"]) {
    clock.set(`${day}T09:00:00.000Z`);
    await runTrigger(key, "Etc/GMT");
    await sendBatch(world.leadIds.map((_, index) => jobIn(world, index)));
  }
  // Both fall due, the one of the day before first, and two new leads wait for their dates.
  for (let minute = 0; minute < 60; minute += 5, clock.move(5 * MINUTE_MS)) {
    if (minute === 0) clock.set("2026-03-05T09:00:00.000Z");
    await runTrigger(key, "Etc/GMT");
    const jobs = [1, 2].flatMap((step) =>
      world.leadIds.map((_, index) => ({ ...jobIn(world, index), step })),
    );
    await sendBatch(jobs);
  }
  const left = sink.mails.slice(2).map(({ to, raw }) => {
    const [subject = ""] = /^Subject: .*$/m.exec(raw) ?? [];
    return `${to.join()} ${subject}`;
  });
  expect(left.slice(0, 3)).toEqual([
    expect.stringMatching(/^lead0.* Re: /),
    expect.stringMatching(/^lead1.* Re: /),
    expect.stringMatching(/^lead2.* Hello /),
  ]);
});

test("runs before the campaign's midnight leave the next date its whole maximum of new leads, and no more [CAMP-39]", async () => {
  using clock = stoppedClock("2026-03-02T23:45:00.000Z");
  const world = await makeWorld({
    smtpPort: 1,
    mailboxes: 3,
    leads: 20,
    // Its hours go on over midnight where these leads are.
    leadFields: () => ({ custom_fields: { timezone: "America/New_York" } }),
    schedule: { maxNewLeadsPerDay: 4, usesLeadTimezone: true },
  });
  const key = { accountId: world.actor.accountId, campaignId: world.campaignId };
  const perDate: Record<string, number> = {};
  for (let minute = 0; minute < 40; minute += 5, clock.move(5 * MINUTE_MS)) {
    await runTrigger(key, "Etc/GMT");
  }
  for (const leadId of world.leadIds) {
    const date = (await findCampaignLead({ ...key, leadId }))?.scheduledAt?.slice(0, 10);
    if (date) perDate[date] = (perDate[date] ?? 0) + 1;
  }
  expect(perDate).toEqual({ "2026-03-02": 4, "2026-03-03": 4 });
});

test(
  "all campaigns of a mailbox share its daily limit, answers and test mails do not count, and the account's midnight begins a new day [CAMP-40]",
  async () => {
    await using sink = await startSink();
    // 18:30 on 2 March where the account is; its midnight comes at 10:00 UTC.
    using clock = stoppedClock("2026-03-02T04:30:00.000Z");
    const options = { smtpPort: sink.port, dailyLimit: 3, steps: STEPS };
    const first = await makeWorld({
      ...options,
      leads: 2,
      leadEmail: (at) => `one${at}@prospect.example`,
    });
    const { actor } = first;
    await storeAccount(actor.accountId, "Pacific/Kiritimati");
    const second = await makeWorld({
      ...options,
      within: first,
      leads: 4,
      leadEmail: (at) => `two${at}@prospect.example`,
    });
    const both = [first, second];

    await sendOne(first, clock);
    await answerByHand(first, clock);
    await sendTestMail(actor, {
      campaign_id: first.campaignId,
      step: 1,
      variant: { letter: "A", subject: "Hello", body: "<p>Hi</p>" },
      mailbox_id: first.mailboxIds[0] ?? 0,
      to: "me@firm.example",
      lead_id: first.leadIds[0] ?? 0,
    });
    expect([await sentBy(both), sink.mails.length]).toEqual([1, 3]);

    await work(both, clock, 90);
    expect([await sentBy(both), sink.mails.length]).toEqual([3, 5]);
    expect(await sentBy([second])).toBe(1);
    clock.set("2026-03-02T09:00:00.000Z");
    await work(both, clock, 54);
    expect(await sentBy(both)).toBe(3);
    clock.set("2026-03-02T10:00:00.000Z");
    await work(both, clock, 90);
    expect(await sentBy(both)).toBe(6);
  },
  paced(90_000),
);

async function sendOne(world: World, clock: { move: (ms: number) => void }): Promise<void> {
  const { accountId } = world.actor;
  const key = { accountId, campaignId: world.campaignId };
  await runTrigger(key, await accountTimezone(accountId));
  clock.move(4 * MINUTE_MS);
  await sendBatch([jobIn(world, 0)]);
}
