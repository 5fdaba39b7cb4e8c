import { setTimeout as sleep } from "node:timers/promises";
import { client } from "@thaw/data/table";
import { expect, test } from "vitest";
import { paced } from "../../../../../scripts/pace.ts";
import { planRun, runAndSend } from "../../../../../tests/support/campaign-run.ts";
import { stoppedClock } from "../../../../../tests/support/clock.ts";
import { cloudOfFile } from "../../../../../tests/support/file-cloud.ts";
import { startSink } from "../../../../../tests/support/sink.ts";
import { makeWorld, type World } from "../../../../../tests/support/world.ts";
import {
  monthlyQuotaOf,
  readMonthlyLeft,
  reserveMails,
} from "../../accounts/subscription-plan/monthly-quota.ts";
import { pauseCampaign, startCampaign } from "../../campaigns/campaign/campaign-launch.ts";
import { findCampaignLead } from "../../campaigns/campaign-lead/campaign-lead.ts";
import { presentMessage } from "../../campaigns/message/planned-message.ts";
import { sendIdOf } from "../../campaigns/message/send-id.ts";
import { DAY_MS, MINUTE_MS } from "../../duration.ts";
import { variable } from "../../environment.ts";
import { parseKeyRing, rotate, writeKeyRing } from "../../kernel/signing-key/key-ring.ts";
import { addSuppression } from "../../leads/suppression/block-list.ts";
import { findEntries } from "../../leads/suppression/suppression.ts";
import type { Jobs } from "../../queue.schema.ts";
import { listTriggerRuns } from "../trigger-run/trigger-run.ts";
import { listMessageLog } from "./message-log.ts";
import { sendBatch } from "./send-batch.ts";

const MONDAY = "2026-03-02T09:00:00.000Z";

process.env.ALLOW_PRIVATE_MAIL_HOSTS = "true";
await cloudOfFile();

const jobsOf = ({ actor, campaignId, leadIds }: World, step = 1) =>
  leadIds.map((leadId) => ({ accountId: actor.accountId, campaignId, leadId, step }));

async function work(jobs: readonly Jobs["send"][]) {
  const results = await sendBatch(jobs);
  expect(results.filter(({ error }) => error !== undefined)).toEqual([]);
}

const statusOf = async (world: World, step = 1) =>
  Promise.all(
    jobsOf(world, step).map(async (job) => (await presentMessage(job))?.status ?? "none"),
  );

const leadStatus = async ({ actor, campaignId, leadIds }: World) =>
  Promise.all(
    leadIds.map(
      async (leadId) =>
        (await findCampaignLead({ accountId: actor.accountId, campaignId, leadId }))?.status,
    ),
  );

test("a lead is STARTED, INPROGRESS after its first mail and COMPLETED right after its last [LEAD-08]", async () => {
  await using sink = await startSink();
  using clock = stoppedClock(MONDAY);
  const world = await makeWorld({ smtpPort: sink.port, leads: 2 });
  expect(await leadStatus(world)).toEqual(["STARTED", "STARTED"]);
  await runAndSend(world, clock, 18, [1, 2]);
  expect(await statusOf(world)).toEqual(["SENT", "SENT"]);
  expect(await leadStatus(world)).toEqual(["INPROGRESS", "INPROGRESS"]);
  clock.set("2026-03-04T09:00:00.000Z");
  await runAndSend(world, clock, 38, [1, 2]);
  expect(await leadStatus(world)).toEqual(["COMPLETED", "COMPLETED"]);
  expect(sink.mails).toHaveLength(4);
});

test("a follow-up without a subject goes on the thread: Re:, In-Reply-To and References [SEQ-10]", async () => {
  await using sink = await startSink();
  using clock = stoppedClock(MONDAY);
  const world = await makeWorld({ smtpPort: sink.port, leads: 1 });
  await runAndSend(world, clock, 8, [1, 2]);
  clock.set("2026-03-04T09:00:00.000Z");
  const [job] = jobsOf(world, 1);
  const opener = job ? sendIdOf(job) : "";
  const read: string[] = [];
  const stop = client.intercept((action, input, next) => {
    if (/Get/.test(action)) read.push(JSON.stringify(input));
    return next(input);
  });
  await runAndSend(world, clock, 18, [2]);
  stop();
  // Its lead tells what it answers: the first mail is not read again for each of its follow-ups.
  expect(read.filter((keys) => keys.includes(opener))).toEqual([]);
  const [first = "", second = ""] = sink.mails.map(({ raw }) => raw);
  const messageId = /^Message-ID: (<.+>)/im.exec(first)?.[1];
  expect(first).toMatch(/^Subject: Hello Lee0\r?$/m);
  expect(second).toMatch(/^Subject: Re: Hello Lee0\r?$/m);
  expect(second).toContain(`In-Reply-To: ${messageId}`);
  expect(second).toContain(`References: ${messageId}`);
});

test("a follow-up after the keys were rotated names the mail that it follows as that has left", async () => {
  await using sink = await startSink();
  using clock = stoppedClock(MONDAY);
  const world = await makeWorld({ smtpPort: sink.port, leads: 1 });
  await runAndSend(world, clock, 8, [1, 2]);
  const setting = variable.secret("LINK_KEYS");
  const before = process.env[setting] ?? "";
  process.env[setting] = writeKeyRing(rotate("link", parseKeyRing(setting, before), Date.now()));
  clock.set("2026-03-04T09:00:00.000Z");
  await runAndSend(world, clock, 18, [2]);
  process.env[setting] = before;
  const [first = "", second = ""] = sink.mails.map(({ raw }) => raw);
  const idOf = (mail: string) => /^Message-ID: (<.+>)/im.exec(mail)?.[1];
  expect(second).toContain(`In-Reply-To: ${idOf(first)}`);
  expect(second).toContain(`References: ${idOf(first)}`);
  expect([idOf(first), idOf(second)]).toEqual([
    expect.stringContaining(".1."),
    expect.stringContaining(".2."),
  ]);
});

test("every campaign mail carries List-Unsubscribe and its one-click header, a pixel and rewritten links [CAMP-09] [LEAD-25]", async () => {
  await using sink = await startSink();
  using clock = stoppedClock(MONDAY);
  const body = '<p>See <a href="https://example.com/a?b=1&amp;c=2">this</a></p>';
  const steps = [{ delayInDays: 0, subject: "Hi", body }];
  const tracked = await makeWorld({ smtpPort: sink.port, leads: 1, steps });
  const plain = await makeWorld({
    smtpPort: sink.port,
    leads: 1,
    steps,
    settings: { track_opens: false, track_clicks: false },
  });
  await runAndSend(tracked, clock, 4, [1, 2]);
  await runAndSend(plain, clock, 4, [1, 2]);
  const [one = "", two = ""] = sink.mails.map(({ raw }) => raw.replace(/=\r?\n/g, ""));
  for (const raw of [one, two]) {
    expect(raw).toMatch(/^List-Unsubscribe:\s+<http\S+\/u\/\S+>,\s+<mailto:sender0@/m);
    expect(raw).toMatch(/^List-Unsubscribe-Post:\s+List-Unsubscribe=One-Click/m);
  }
  expect(one).toMatch(/\/o\/\S+\.gif/);
  expect(one).toMatch(/href=3D"http\S+\/c\//);
  expect(two).not.toMatch(/\/o\//);
  expect(two).toContain("https://example.com/a");
});

test(
  "mails of one mailbox keep their gap, whatever is due",
  async () => {
    await using sink = await startSink();
    using clock = stoppedClock(MONDAY);
    const world = await makeWorld({ smtpPort: sink.port, leads: 6 });
    await runAndSend(world, clock, 43, [1, 2]);
    const sent = (
      await listMessageLog(world.actor, { campaign_id: world.campaignId, limit: 200 })
    ).items
      .filter(({ kind }) => kind === "sent")
      .map(({ at }) => Date.parse(at))
      .sort((a, b) => a - b);
    expect(sent).toHaveLength(6);
    const gaps = sent.slice(1).map((at, index) => at - (sent[index] ?? 0));
    expect(Math.min(...gaps)).toBeGreaterThanOrEqual(3 * MINUTE_MS);
  },
  paced(90_000),
);

test("two workers with the same queue messages send each mail once", async () => {
  await using sink = await startSink();
  using clock = stoppedClock(MONDAY);
  const world = await makeWorld({ smtpPort: sink.port, leads: 4, mailboxes: 4 });
  await planRun(world);
  for (let minute = 0; minute < 16; minute++, clock.move(MINUTE_MS)) {
    await Promise.all([work(jobsOf(world)), work(jobsOf(world).reverse())]);
  }
  expect(sink.mails).toHaveLength(4);
  expect(new Set(sink.mails.map(({ to }) => to[0])).size).toBe(4);
});

test("an address that is blocked after planning is not written to and its lead is BLOCKED", async () => {
  await using sink = await startSink();
  using clock = stoppedClock(MONDAY);
  const world = await makeWorld({
    smtpPort: sink.port,
    leads: 1,
    leadEmail: () => "a@Mail.Blocked.example",
  });
  await planRun(world);
  await addSuppression(world.actor, { value: "blocked.example" });
  clock.move(15 * MINUTE_MS);
  await work(jobsOf(world));
  expect(sink.mails).toEqual([]);
  expect(await statusOf(world)).toEqual(["STOPPED"]);
  expect(await leadStatus(world)).toEqual(["BLOCKED"]);
});

test("anyone who leaves the list while the mailbox is signing in gets no mail", async () => {
  let leave: () => Promise<unknown> = async () => undefined;
  await using sink = await startSink({
    async onLogin() {
      await leave();
    },
  });
  using clock = stoppedClock(MONDAY);
  const world = await makeWorld({ smtpPort: sink.port, leads: 1 });
  leave = () => addSuppression(world.actor, { value: "lead0@prospect.example" });
  await planRun(world);
  clock.move(15 * MINUTE_MS);
  await work(jobsOf(world));
  expect(sink.mails).toEqual([]);
  expect(await statusOf(world)).toEqual(["STOPPED"]);
  expect(await leadStatus(world)).toEqual(["BLOCKED"]);
});

test("a paused campaign sends nothing, and after resuming each mail leaves once with its gap [CAMP-44]", async () => {
  await using sink = await startSink();
  using clock = stoppedClock(MONDAY);
  const world = await makeWorld({ smtpPort: sink.port, leads: 4 });
  await planRun(world);
  await pauseCampaign(world.actor, { campaign_id: world.campaignId });
  clock.move(15 * MINUTE_MS);
  await work(jobsOf(world));
  expect(sink.mails).toEqual([]);
  await startCampaign(world.actor, { campaign_id: world.campaignId });
  await runAndSend(world, clock, 38, [1, 2]);
  expect(sink.mails).toHaveLength(4);
  expect(new Set(sink.mails.map(({ to }) => to[0])).size).toBe(4);
});

test("a refused recipient fails its message and stops its lead as a bounce; the others go on", async () => {
  await using sink = await startSink({
    refuse: (address) => (address.startsWith("lead0@") ? "550 5.1.1 No such user" : undefined),
  });
  using clock = stoppedClock(MONDAY);
  const world = await makeWorld({ smtpPort: sink.port, leads: 2 });
  await runAndSend(world, clock, 18, [1, 2]);
  expect(await statusOf(world)).toEqual(["FAILED", "SENT"]);
  expect(await leadStatus(world)).toEqual(["STOPPED", "INPROGRESS"]);
  const log = await listMessageLog(world.actor, { campaign_id: world.campaignId });
  expect(log.items.find(({ kind }) => kind === "failed")?.detail).toContain("No such user");
});

test.each([
  ["550 5.1.1 <ana@sender.example> sender rejected", "sender"],
  ["554 5.7.1 Message rejected as spam", "message"],
])(
  "%j fails the mail with its cause; nobody bounces and the address stays good",
  async (reply, cause) => {
    await using sink = await startSink({ refuse: () => reply });
    using clock = stoppedClock(MONDAY);
    const world = await makeWorld({ smtpPort: sink.port, leads: 1 });
    await runAndSend(world, clock, 8, [1]);
    expect(await statusOf(world)).toEqual(["FAILED"]);
    const { items } = await listMessageLog(world.actor, { campaign_id: world.campaignId });
    expect(items.find(({ kind }) => kind === "failed")).toMatchObject({ cause });
    expect(items.map(({ kind }) => kind)).not.toContain("bounced");
    const { accountId } = world.actor;
    expect(await findEntries(accountId, ["lead0@prospect.example"])).toEqual([]);
    const [key] = jobsOf(world);
    expect(key && (await findCampaignLead(key))?.stopReason).toBe("failed");
  },
);

test("a temporary refusal is tried again after 5, 30 and 120 minutes, then the message FAILED [CAMP-48]", async () => {
  const tries: string[] = [];
  await using sink = await startSink({
    refuse: (address) => {
      tries.push(address);
      return "451 4.3.0 Try again";
    },
  });
  using clock = stoppedClock(MONDAY);
  const world = await makeWorld({ smtpPort: sink.port, leads: 1 });
  await planRun(world);
  clock.move(15 * MINUTE_MS);
  const seen: string[] = [];
  for (const wait of [0, 4, 2, 25, 6, 100, 25]) {
    clock.move(wait * MINUTE_MS);
    await work(jobsOf(world));
    seen.push(`${tries.length} ${(await statusOf(world))[0]}`);
  }
  expect(seen).toEqual([
    "1 DRAFTED",
    "1 DRAFTED",
    "2 DRAFTED",
    "2 DRAFTED",
    "3 DRAFTED",
    "3 DRAFTED",
    "4 FAILED",
  ]);
});

test("a connection that ends after the mail was delivered leaves the outcome unknown and is never sent again", async () => {
  let handed = 0;
  await using sink = await startSink({
    beforeAccept: () => {
      handed += 1;
      return new Promise(() => undefined);
    },
  });
  using clock = stoppedClock(MONDAY);
  const world = await makeWorld({ smtpPort: sink.port, leads: 1 });
  await planRun(world);
  clock.move(15 * MINUTE_MS);
  const worker = work(jobsOf(world));
  await expect.poll(() => handed).toBe(1);
  sink.cut();
  await worker;
  expect(await statusOf(world)).toEqual(["SENDING"]);
  clock.move(10 * MINUTE_MS);
  await work(jobsOf(world));
  // No Sent folder can be asked: the mailbox's IMAP side is unreachable, so nothing is decided.
  expect(await statusOf(world)).toEqual(["SENDING"]);
  clock.move(DAY_MS);
  await work(jobsOf(world));
  // After a day of asking a person has to decide, and can see that.
  expect(await statusOf(world)).toEqual(["UNKNOWN"]);
  expect(handed).toBe(1);
});

test("a run goes SCHEDULED, PICKED, RUNNING, COMPLETED and says what it found nothing of [CAMP-31] [CAMP-32]", async () => {
  await using sink = await startSink();
  using clock = stoppedClock(MONDAY);
  const world = await makeWorld({ smtpPort: sink.port, leads: 1 });
  await planRun(world);
  clock.move(5 * MINUTE_MS);
  await planRun(world);
  const { items } = await listTriggerRuns(world.actor, { campaign_id: world.campaignId });
  expect(items.map(({ status }) => status)).toEqual(["SCHEDULED", "COMPLETED", "COMPLETED"]);
  expect(items[2]).toMatchObject({ emails_scheduled: 1 });
  expect(items[1]?.messages).toEqual([
    "No follow-ups were due for any lead",
    "No new leads waiting to receive the first sequence, or all have sequences scheduled",
  ]);
  const [, run] = items;
  const times = [run?.scheduled_at, run?.picked_at, run?.running_at, run?.completed_at].map((at) =>
    Date.parse(at ?? ""),
  );
  expect(times.toSorted((a, b) => a - b)).toEqual(times);
});

test("a day takes no more new leads than the campaign allows; the next day takes more [CAMP-39]", async () => {
  await using sink = await startSink();
  using clock = stoppedClock(MONDAY);
  const world = await makeWorld({
    smtpPort: sink.port,
    leads: 5,
    mailboxes: 3,
    schedule: { maxNewLeadsPerDay: 2 },
  });
  await runAndSend(world, clock, 28, [1, 2]);
  expect(sink.mails).toHaveLength(2);
  clock.set("2026-03-03T09:00:00.000Z");
  await runAndSend(world, clock, 28, [1, 2]);
  expect(sink.mails).toHaveLength(4);
});

test("a month plans no mail more than the plan allows, and one that is not sent makes room again", async () => {
  using clock = stoppedClock(MONDAY);
  await using sink = await startSink({
    refuse: (address) => (address.startsWith("lead0") ? "550 5.1.1 No such user" : undefined),
  });
  const world = await makeWorld({ smtpPort: sink.port, mailboxes: 4, leads: 4 });
  const { accountId } = world.actor;
  const quota = await monthlyQuotaOf(accountId, Date.parse(MONDAY));
  expect(await reserveMails(quota, quota.limit - 2)).toBe(true);
  await planRun(world);
  const drafted = async () => (await statusOf(world)).filter((status) => status !== "none").length;
  expect(await drafted()).toBe(2);
  await planRun(world);
  expect(await drafted()).toBe(2);
  expect(await readMonthlyLeft(quota)).toBe(0);
  clock.move(16 * MINUTE_MS);
  await work(jobsOf(world));
  expect(await readMonthlyLeft(quota)).toBe(1);
  await planRun(world);
  expect(await drafted()).toBe(3);
});

test("two workers that want one mailbox never hold two connections of it", async () => {
  using clock = stoppedClock(MONDAY);
  await using sink = await startSink({ onLogin: () => sleep(150) });
  const world = await makeWorld({ smtpPort: sink.port, mailboxes: 1, leads: 3 });
  await planRun(world);
  clock.move(16 * MINUTE_MS);
  await Promise.all(jobsOf(world).map((job) => work([job])));
  expect(sink.mails).toHaveLength(1);
  expect(sink.mostOfOneUser()).toBe(1);
});
