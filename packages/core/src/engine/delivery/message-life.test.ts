import { expect, test } from "vitest";
import { jobIn, messageIn } from "../../../../../tests/support/campaign-run.ts";
import { stoppedClock } from "../../../../../tests/support/clock.ts";
import { cloudOfFile } from "../../../../../tests/support/file-cloud.ts";
import { startSink } from "../../../../../tests/support/sink.ts";
import { makeWorld } from "../../../../../tests/support/world.ts";
import { pauseCampaign } from "../../campaigns/campaign/campaign-launch.ts";
import { stopCampaign } from "../../campaigns/campaign/campaign-life.ts";
import { requireCampaign } from "../../campaigns/campaign/campaign-record.ts";
import { changeStatus } from "../../campaigns/campaign/campaign-status.ts";
import { saveSequence } from "../../campaigns/sequence/sequence.ts";
import { DAY_MS, MINUTE_MS } from "../../duration.ts";
import { stopCampaignLead } from "../../leads/lead/campaign-lead-actions.ts";
import { addLeads } from "../../leads/lead-import/add-leads.ts";
import { runTrigger } from "../trigger-run/run-trigger.ts";
import { sendBatch } from "./send-batch.ts";

process.env.ALLOW_PRIVATE_MAIL_HOSTS = "true";
await cloudOfFile();

const STEPS = [
  { delayInDays: 0, subject: "Hello", body: "<p>Hi</p>" },
  { delayInDays: 1, subject: "", body: "", type: "LI_VIEW" as const },
];

const stepOf = (body: string) => ({
  seq_number: 1,
  seq_delay_details: { delayInDays: 0 },
  variants: [{ letter: "A", subject: "Hello", body }],
});

test("a mail begins DRAFTED and ends SENT, FAILED after its last retry, SKIPPED where the step cannot apply, or STOPPED with its lead or campaign [CAMP-47]", async () => {
  await using sink = await startSink({
    refuse: (address) => (address.startsWith("lead1@") ? "451 4.3.0 Try again" : undefined),
  });
  using clock = stoppedClock("2026-03-02T09:00:00.000Z");
  const world = await makeWorld({ smtpPort: sink.port, leads: 4, mailboxes: 5, steps: STEPS });
  const { actor, campaignId: campaign_id, leadIds } = world;
  const { accountId } = actor;
  const plan = () => runTrigger({ accountId, campaignId: campaign_id }, "Etc/GMT");
  const send = async (index: number) => {
    await sendBatch([jobIn(world, index)]);
    return (await messageIn(world, index))?.status;
  };
  const statuses = () =>
    Promise.all(leadIds.map(async (_, index) => (await messageIn(world, index))?.status));

  await plan();
  expect(await statuses()).toEqual(["DRAFTED", "DRAFTED", "DRAFTED", "DRAFTED"]);
  clock.move(15 * MINUTE_MS);

  expect(await send(0)).toBe("SENT");
  const tries: unknown[] = [];
  for (const wait of [0, 5, 30, 120]) {
    clock.move(wait * MINUTE_MS);
    tries.push(await send(1));
  }
  expect(tries).toEqual(["DRAFTED", "DRAFTED", "DRAFTED", "FAILED"]);
  await stopCampaignLead(actor, { campaign_id, lead_id: leadIds[2] ?? 0 });
  expect(await send(2)).toBe("STOPPED");

  await pauseCampaign(actor, { campaign_id });
  await saveSequence(actor, { campaign_id, steps: [stepOf("<p>Hi {{first_name</p>")] });
  // Its own start would refuse that.
  await changeStatus(actor, await requireCampaign(accountId, campaign_id), "ACTIVE", "test");
  const late = await addLeads(actor, { campaign_id, leads: [{ email: "late@prospect.example" }] });
  leadIds.push(...late.results.flatMap(({ lead_id }) => lead_id ?? []));
  await plan();
  expect((await messageIn(world, 4))?.status).toBe("DRAFTED");
  clock.move(15 * MINUTE_MS);
  expect(await send(4)).toBe("FAILED");
  expect((await messageIn(world, 4))?.failure).toEqual({
    kind: "template",
    text: expect.stringMatching(/^template.bodyFault /),
  });

  clock.move(DAY_MS);
  await plan();
  expect((await messageIn(world, 0, 2))?.status).toBe("SKIPPED");

  expect((await messageIn(world, 3))?.status).toBe("DRAFTED");
  await stopCampaign(actor, { campaign_id });
  expect(await send(3)).toBe("STOPPED");
  expect(await statuses()).toEqual(["SENT", "FAILED", "STOPPED", "STOPPED", "FAILED"]);
  expect(sink.mails.map(({ to }) => to[0])).toEqual(["lead0@prospect.example"]);
});
