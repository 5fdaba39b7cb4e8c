import { stopCampaign } from "@thaw/core/campaigns/campaign/campaign-life";
import { findCampaignLead } from "@thaw/core/campaigns/campaign-lead/campaign-lead";
import { sqsEvent } from "@thaw/local/events";
import type { Context, SQSBatchResponse, SQSEvent } from "aws-lambda";
import { expect, test } from "vitest";
import { startCloud } from "../../../../tests/support/cloud.ts";
import { takeMessage } from "../../../../tests/support/queued-jobs.ts";
import { makeWorld } from "../../../../tests/support/world.ts";
import { handler } from "./plan.ts";

const handle = (event: SQSEvent) =>
  handler(event, {} as Context, () => undefined) as Promise<SQSBatchResponse>;

test("the leads of a stopped campaign are stopped a page a message, and a job of a kind that nobody knows is given back alone", async () => {
  await using cloud = await startCloud();
  const { actor, campaignId, leadIds } = await makeWorld({ smtpPort: 1, leads: 3 });
  const { accountId } = actor;
  await stopCampaign(actor, { campaign_id: campaignId });
  const strange = { MessageId: "strange", Body: '{"kind":"dance","accountId":1,"campaignId":1}' };
  const unnamed = { MessageId: "unnamed", Body: JSON.stringify({ accountId, campaignId }) };
  let pages = 0;
  for (;;) {
    const messages = await takeMessage(cloud, "plan");
    if (messages.length === 0) break;
    expect(await handle(sqsEvent("plan", [strange, ...messages, unnamed]))).toEqual({
      batchItemFailures: [{ itemIdentifier: "strange" }, { itemIdentifier: "unnamed" }],
    });
    pages += messages.length;
  }
  expect(pages).toBeGreaterThan(1);
  for (const leadId of leadIds) {
    const lead = await findCampaignLead({ accountId, campaignId, leadId });
    expect(lead?.status).toBe("STOPPED");
  }
});
