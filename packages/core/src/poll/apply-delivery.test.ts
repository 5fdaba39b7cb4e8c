import { expect, test } from "vitest";
import { report } from "../../../../tests/mail-lab/reports.ts";
import { jobIn, sendIdIn, sendStep } from "../../../../tests/support/campaign-run.ts";
import { stoppedClock } from "../../../../tests/support/clock.ts";
import { cloudOfFile } from "../../../../tests/support/file-cloud.ts";
import { receive, takeInRaw } from "../../../../tests/support/inbound.ts";
import { startSink } from "../../../../tests/support/sink.ts";
import { makeWorld } from "../../../../tests/support/world.ts";
import { getCampaign } from "../campaign/campaign.ts";
import { pauseCampaign } from "../campaign/campaign-launch.ts";
import { deleteCampaign } from "../campaign/campaign-life.ts";
import { findCampaignLead } from "../campaign-lead/campaign-lead.ts";
import { OUT_OF_OFFICE } from "../category/category.schema.ts";
import { readEvents } from "../event/event.ts";
import { listThreads } from "../inbox/thread.ts";
import { findLeads } from "../lead/lead-record.ts";
import { sendBatch } from "../message/send-batch.ts";
import { messageIdOf } from "../message/send-id.ts";
import { runTrigger } from "../trigger-run/run-trigger.ts";

process.env.ALLOW_PRIVATE_MAIL_HOSTS = "true";
await cloudOfFile();

test.each([
  [{}, { status: "PAUSED" }],
  [{ ooo_as_reply: true }, { status: "STOPPED", stopReason: "reply" }],
  [{ ooo_as_reply: true, stop_on_reply: false }, { status: "PAUSED" }],
])(
  "who is out of office is waited for, or stops like by a reply where that is wished: %o",
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

test("what comes back to the mails of a deleted campaign is taken in, and nothing behind it has to wait", async () => {
  await using sink = await startSink();
  using clock = stoppedClock("2026-03-02T09:00:00.000Z");
  const world = await makeWorld({ smtpPort: sink.port, leads: 3 });
  const { actor, campaignId: campaign_id, leadIds } = world;
  const { accountId } = actor;
  await sendStep(world, clock, 14);
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
  await takeInRaw(
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
