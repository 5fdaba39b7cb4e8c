import { client } from "@thaw/data/table";
import { expect, test } from "vitest";
import { jobIn, messageIn, sendIdIn } from "../../../../tests/support/campaign-run.ts";
import { stoppedClock } from "../../../../tests/support/clock.ts";
import { cloudOfFile } from "../../../../tests/support/file-cloud.ts";
import { receive } from "../../../../tests/support/inbound.ts";
import { raceWrites } from "../../../../tests/support/race.ts";
import { storeAccount } from "../../../../tests/support/records.ts";
import { startSink } from "../../../../tests/support/sink.ts";
import { makeWorld, type World } from "../../../../tests/support/world.ts";
import { accountTimezone } from "../account/account.ts";
import { requireCampaign, reserveNewLeads } from "../campaign/campaign.ts";
import { sendTestMail } from "../campaign/send-test-mail.ts";
import { deliverReply } from "../inbox/deliver-reply.ts";
import { sendReply } from "../inbox/reply.ts";
import { listThreads } from "../inbox/thread.ts";
import { sendBatch } from "../message/send-batch.ts";
import { messageIdOf } from "../message/send-id.ts";
import { monthlyQuotaOf, readMonthlyLeft } from "../plan/monthly-quota.ts";
import { runTrigger } from "./run-trigger.ts";

const MINUTE = 60_000;
const STEPS = [{ delayInDays: 0, subject: "Hello", body: "<p>Hi</p>" }];

process.env.ALLOW_PRIVATE_MAIL_HOSTS = "true";
await cloudOfFile();

/** Plans both campaigns and sends for so many minutes, as the queues' workers do. */
async function work(worlds: World[], clock: { move: (ms: number) => void }, minutes: number) {
  for (let minute = 0; minute < minutes; minute += 2, clock.move(2 * MINUTE)) {
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
  clock.move(MINUTE);
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

test("a run that finds the day's new leads counted by another plans nothing and gives the month its mails back", async () => {
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
});

test("all campaigns of a mailbox share its daily limit, answers and test mails do not count, and the account's midnight begins a new day [CAMP-40]", async () => {
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
}, 90_000);

async function sendOne(world: World, clock: { move: (ms: number) => void }): Promise<void> {
  const { accountId } = world.actor;
  const key = { accountId, campaignId: world.campaignId };
  await runTrigger(key, await accountTimezone(accountId));
  clock.move(4 * MINUTE);
  await sendBatch([jobIn(world, 0)]);
}
