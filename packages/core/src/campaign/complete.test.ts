import { expect, test } from "vitest";
import { jobIn } from "../../../../tests/support/campaign-run.ts";
import { stoppedClock } from "../../../../tests/support/clock.ts";
import { cloudOfFile } from "../../../../tests/support/file-cloud.ts";
import { eventsOfToday } from "../../../../tests/support/records.ts";
import { startSink } from "../../../../tests/support/sink.ts";
import { makeWorld, type World } from "../../../../tests/support/world.ts";
import { findCampaignLead } from "../campaign-lead/campaign-lead.ts";
import { projectEvents } from "../counter/project-events.ts";
import {
  pauseCampaignLead,
  resumeCampaignLead,
  stopCampaignLead,
} from "../lead/campaign-lead-actions.ts";
import { sendBatch } from "../message/send-batch.ts";
import { addSuppression } from "../suppression/block-list.ts";
import { runTrigger } from "../trigger-run/run-trigger.ts";
import { getCampaign } from "./campaign.ts";

const MINUTE = 60_000;

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

test("a campaign is COMPLETED by itself once its last lead is COMPLETED, STOPPED or BLOCKED, and a PAUSED one keeps it ACTIVE [CAMP-15]", async () => {
  await using sink = await startSink();
  using clock = stoppedClock("2026-03-02T09:00:00.000Z");
  const world = await makeWorld({
    smtpPort: sink.port,
    leads: 4,
    mailboxes: 4,
    steps: [{ delayInDays: 0, subject: "Hi", body: "<p>Hi</p>" }],
  });
  const { actor, campaignId: campaign_id, leadIds } = world;
  const { accountId } = actor;
  const lead = (index: number) => ({ campaign_id, lead_id: leadIds[index] ?? 0 });
  const statusAfterRuns = async () => {
    for (const _run of ["a run", "the next"]) {
      await countAll(world);
      await runTrigger({ accountId, campaignId: campaign_id }, "Etc/GMT");
      clock.move(6 * MINUTE);
    }
    return (await getCampaign(actor, { campaign_id })).status;
  };
  expect(await statusAfterRuns()).toBe("ACTIVE");
  clock.move(15 * MINUTE);
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
