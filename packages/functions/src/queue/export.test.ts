import { createCampaign } from "@thaw/core/campaigns/campaign/campaign";
import { getLeadExport, storeExport } from "@thaw/core/leads/lead-export/lead-export";
import { addLeads } from "@thaw/core/leads/lead-import/add-leads";
import { enqueue } from "@thaw/core/queue";
import { sqsEvent } from "@thaw/local/events";
import type { Context, SQSBatchResponse, SQSEvent } from "aws-lambda";
import { expect, test } from "vitest";
import { paced } from "../../../../scripts/pace.ts";
import { testActor } from "../../../../tests/support/actor.ts";
import { startCloud } from "../../../../tests/support/cloud.ts";
import { exportedFile } from "../../../../tests/support/exported-text.ts";
import { takeMessage } from "../../../../tests/support/queued-jobs.ts";
import { handler } from "./export.ts";

const handle = (event: SQSEvent) =>
  handler(event, {} as Context, () => undefined) as Promise<SQSBatchResponse>;

test("the message of an export makes its file, also when it comes twice; a broken one is given back alone", {
  timeout: paced(30_000),
}, async () => {
  await using cloud = await startCloud();
  const actor = testActor();
  const { id: campaign_id } = await createCampaign(actor, { name: "Spring" });
  await addLeads(actor, { campaign_id, leads: [{ email: "ada@example.com" }] });
  const { accountId, exportId } = await storeExport(actor, { order: "newest" });
  await enqueue("export", [{ job: { accountId, exportId } }]);
  const messages = await takeMessage(cloud, "export");
  expect(messages).toHaveLength(1);
  const broken = { MessageId: "broken", Body: "{}" };
  expect(await handle(sqsEvent("export", [...messages, broken]))).toEqual({
    batchItemFailures: [{ itemIdentifier: "broken" }],
  });
  const done = await getLeadExport(actor, { export_id: exportId });
  expect(done).toMatchObject({ status: "COMPLETED", rows_done: 1 });
  expect(await exportedFile(actor, exportId)).toContain("ada@example.com");
  expect(await handle(sqsEvent("export", messages))).toEqual({ batchItemFailures: [] });
  expect(await getLeadExport(actor, { export_id: exportId })).toMatchObject({ bytes: done.bytes });
});
