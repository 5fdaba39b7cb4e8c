import { expect, test } from "vitest";
import { jobIn, sendIdIn } from "../../../../tests/support/campaign-run.ts";
import { stoppedClock } from "../../../../tests/support/clock.ts";
import { cloudOfFile } from "../../../../tests/support/file-cloud.ts";
import { receive } from "../../../../tests/support/inbound.ts";
import { startSink } from "../../../../tests/support/sink.ts";
import { makeWorld } from "../../../../tests/support/world.ts";
import { getCampaign } from "../campaign/campaign.ts";
import { findCampaignLead } from "../campaign-lead/campaign-lead.ts";
import { OUT_OF_OFFICE } from "../category/category.schema.ts";
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
