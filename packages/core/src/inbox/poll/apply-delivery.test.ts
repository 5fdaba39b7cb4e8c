import { expect, test } from "vitest";
import { complaint, report } from "../../../../../tests/mail-lab/reports.ts";
import { jobIn, runAndSend, sendIdIn } from "../../../../../tests/support/campaign-run.ts";
import { stoppedClock } from "../../../../../tests/support/clock.ts";
import { cloudOfFile } from "../../../../../tests/support/file-cloud.ts";
import { ingestRaw, receive } from "../../../../../tests/support/inbound.ts";
import { startSink } from "../../../../../tests/support/sink.ts";
import { makeWorld, type World } from "../../../../../tests/support/world.ts";
import { OUT_OF_OFFICE } from "../../accounts/category/category.schema.ts";
import { getCampaign } from "../../campaigns/campaign/campaign.ts";
import { pauseCampaign } from "../../campaigns/campaign/campaign-launch.ts";
import { deleteCampaign } from "../../campaigns/campaign/campaign-life.ts";
import { findCampaignLead } from "../../campaigns/campaign-lead/campaign-lead.ts";
import { messageIdOf } from "../../campaigns/message/send-id.ts";
import { DAY_MS } from "../../duration.ts";
import { sendBatch } from "../../engine/delivery/send-batch.ts";
import { runTrigger } from "../../engine/trigger-run/run-trigger.ts";
import { findLeads } from "../../leads/lead/lead-record.ts";
import { findEntries } from "../../leads/suppression/suppression.ts";
import { readEvents } from "../../reporting/event/event.ts";
import { readSlots } from "../../senders/send-slot/send-slot.ts";
import { listThreads } from "../thread/thread.ts";

process.env.ALLOW_PRIVATE_MAIL_HOSTS = "true";
await cloudOfFile();

test.each([
  [{}, { status: "PAUSED" }],
  [{ ooo_as_reply: true }, { status: "STOPPED", stopReason: "reply" }],
  [{ ooo_as_reply: true, stop_on_reply: false }, { status: "PAUSED" }],
])(
  "an out-of-office pauses the lead, or stops it like a reply where the campaign says so: %o",
  async (settings, becomes) => {
    await using sink = await startSink();
    using _clock = stoppedClock("2026-03-02T09:00:00.000Z");
    const world = await makeWorld({ smtpPort: sink.port, leads: 1, settings });
    const { actor, campaignId, leadIds } = world;
    const { accountId } = actor;
    const [leadId = 0] = leadIds;
    await runTrigger({ accountId, campaignId }, "Etc/GMT");
    await sendBatch([jobIn(world)]);
    await receive(world, {
      from: "lead0@prospect.example",
      answers: messageIdOf(sendIdIn(world), "sender0@sender.example"),
      subject: "Out of office",
      text: "I am out of the office and back on 10 March 2026.",
      headers: ["Auto-Submitted: auto-replied"],
    });
    const lead = await findCampaignLead({ accountId, campaignId, leadId });
    expect(lead).toMatchObject(becomes);
    expect(lead?.due?.startsWith("2026-03-11T00:00:00.000Z") ?? false).toBe(
      becomes.status === "PAUSED",
    );
    const person = (await findLeads(accountId, [leadId])).get(leadId);
    expect(person).toMatchObject({ categoryId: OUT_OF_OFFICE });
    // It is no answer of a person's.
    const { figures } = await getCampaign(actor, { campaign_id: campaignId });
    expect(figures.replied).toBe(0);
  },
);

test("replies and reports to mails of a deleted campaign are ingested, and no other mail waits for them", async () => {
  await using sink = await startSink();
  using clock = stoppedClock("2026-03-02T09:00:00.000Z");
  const world = await makeWorld({ smtpPort: sink.port, leads: 3 });
  const { actor, campaignId: campaign_id, leadIds } = world;
  const { accountId } = actor;
  await runAndSend(world, clock, 14);
  expect(sink.mails).toHaveLength(3);
  await pauseCampaign(actor, { campaign_id });
  await deleteCampaign(actor, { campaign_id, name: "Spring" });
  const messageIds = [0, 1, 2].map((index) =>
    messageIdOf(sendIdIn(world, index), "sender0@sender.example"),
  );
  const [answered = "", away = "", returned = ""] = messageIds;
  await receive(world, { from: "lead0@prospect.example", answers: answered });
  await receive(world, {
    from: "lead1@prospect.example",
    answers: away,
    subject: "Out of office",
    headers: ["Auto-Submitted: auto-replied"],
  });
  await ingestRaw(
    world,
    report({
      to: "sender0@sender.example",
      recipient: "lead2@prospect.example",
      original: returned,
      status: "5.1.1",
      diagnostic: "550 5.1.1 No such user",
    }),
  );
  const statuses = await Promise.all(
    leadIds.map(async (leadId) => {
      const lead = await findCampaignLead({ accountId, campaignId: campaign_id, leadId });
      return `${lead?.status} ${lead?.changeReason}`;
    }),
  );
  expect(statuses).toEqual(["STOPPED reply", "PAUSED out_of_office", "STOPPED bounce"]);
  const { items } = await listThreads(actor, { folder: "inbox" });
  expect(items.map(({ email }) => email)).toEqual(["lead0@prospect.example"]);
  const day = { accountId, campaignId: campaign_id, day: "2026-03-02" };
  const kinds = (await readEvents(day, { limit: 100 })).items.map(({ kind }) => kind);
  expect(kinds).toEqual(expect.arrayContaining(["replied", "auto-replied", "bounced"]));
});

test("a person's complaint opts out; a machine's report that a signature failed opts nobody out", async () => {
  await using sink = await startSink();
  using clock = stoppedClock("2026-03-02T09:00:00.000Z");
  const world = await makeWorld({ smtpPort: sink.port, leads: 2 });
  const { accountId } = world.actor;
  await runAndSend(world, clock, 10);
  const entries: unknown[] = [];
  for (const [index, type] of ["auth-failure", "abuse"].entries()) {
    const recipient = `lead${index}@prospect.example`;
    const original = messageIdOf(sendIdIn(world, index), "sender0@sender.example");
    const raw = complaint({ to: "sender0@sender.example", recipient, original }).toString("latin1");
    await ingestRaw(world, Buffer.from(raw.replace(/(Feedback-Type: )\S+/, `$1${type}`), "latin1"));
    entries.push((await findEntries(accountId, [recipient])).map(({ source }) => source));
  }
  expect(entries).toEqual([[], ["complaint"]]);
});

/** What a receiver sends who refuses the step's mail to a lead for its sender; or anyone who got that mail. */
const blame = (world: World, index: number, step = 1) =>
  report({
    to: "sender0@sender.example",
    recipient: `lead${index}@prospect.example`,
    original: messageIdOf(sendIdIn(world, index, step), "sender0@sender.example"),
    status: "5.7.1",
    diagnostic: "550 5.7.1 Client host blocked using zen.example",
  });

async function isPaused({ actor, mailboxIds }: World): Promise<boolean> {
  const [slot] = await readSlots(actor.accountId, mailboxIds);
  return slot?.closedUntil !== undefined;
}

test("reports that blame the sender pause its mailbox at the fifth mail, and suppress nobody", async () => {
  await using sink = await startSink();
  using clock = stoppedClock("2026-03-02T09:00:00.000Z");
  const world = await makeWorld({ smtpPort: sink.port, leads: 5 });
  const { accountId } = world.actor;
  await runAndSend(world, clock, 22);
  expect(sink.mails).toHaveLength(5);
  const closed: boolean[] = [];
  for (const index of world.leadIds.keys()) {
    await ingestRaw(world, blame(world, index));
    await ingestRaw(world, blame(world, index));
    closed.push(await isPaused(world));
  }
  expect(closed).toEqual([false, false, false, false, true]);
  const addresses = world.leadIds.map((_, index) => `lead${index}@prospect.example`);
  expect(await findEntries(accountId, addresses)).toEqual([]);
});

test("a person who got several mails cannot pause the mailbox by reports about each of them", async () => {
  await using sink = await startSink();
  using clock = stoppedClock("2026-03-02T09:00:00.000Z");
  const world = await makeWorld({ smtpPort: sink.port, leads: 3 });
  await runAndSend(world, clock, 16);
  clock.move(3 * DAY_MS);
  await runAndSend(world, clock, 16, [2]);
  expect(sink.mails).toHaveLength(6);
  for (const index of world.leadIds.keys()) {
    for (const step of [2, 1]) await ingestRaw(world, blame(world, index, step));
  }
  expect(await isPaused(world)).toBe(false);
});

test("reports that come when every server has given up long ago pause no mailbox", async () => {
  await using sink = await startSink();
  using clock = stoppedClock("2026-03-02T09:00:00.000Z");
  const world = await makeWorld({ smtpPort: sink.port, leads: 5 });
  await runAndSend(world, clock, 22);
  clock.move(6 * DAY_MS);
  for (const index of world.leadIds.keys()) await ingestRaw(world, blame(world, index));
  expect(await isPaused(world)).toBe(false);
});

test("anyone who knows the numbers of an account's campaigns and leads cannot write reports about mails that others got", async () => {
  await using sink = await startSink();
  using clock = stoppedClock("2026-03-02T09:00:00.000Z");
  const world = await makeWorld({ smtpPort: sink.port, leads: 2 });
  await runAndSend(world, clock, 10);
  const recipient = "lead1@prospect.example";
  const guessed = `<${sendIdIn(world, 1)}@sender.example>`;
  const to = "sender0@sender.example";
  await ingestRaw(world, complaint({ to, recipient, original: guessed }));
  const diagnostic = "550 5.1.1 User unknown";
  const bounce = { to, recipient, status: "5.1.1", diagnostic };
  await ingestRaw(world, report({ ...bounce, original: guessed }));
  expect(await findEntries(world.actor.accountId, [recipient])).toEqual([]);
  await ingestRaw(world, report({ ...bounce, original: messageIdOf(sendIdIn(world, 1), to) }));
  expect(await findEntries(world.actor.accountId, [recipient])).toMatchObject([
    { source: "bounce" },
  ]);
});
