import { randomInt } from "node:crypto";
import { ReceiveMessageCommand, SQSClient } from "@aws-sdk/client-sqs";
import { systemActor } from "@thaw/core/actor";
import { createCampaign } from "@thaw/core/campaign/campaign";
import {
  createLeadImport,
  getLeadImport,
  previewLeadImport,
} from "@thaw/core/lead-import/lead-import";
import { putObject } from "@thaw/data/bucket";
import { sqsEvent } from "@thaw/local/events";
import type { Context, SQSBatchResponse, SQSEvent } from "aws-lambda";
import { expect, test } from "vitest";
import { startCloud } from "../../../../tests/support/cloud.ts";
import { handler } from "./import.ts";

const handle = (event: SQSEvent) =>
  handler(event, {} as Context, () => undefined) as Promise<SQSBatchResponse>;

test("the message of a new import makes its rows leads; a broken one is given back alone", {
  timeout: 30_000,
}, async () => {
  await using cloud = await startCloud();
  const actor = systemActor(randomInt(1, 2 ** 40));
  const { id: campaign_id } = await createCampaign(actor, { name: "Spring" });
  const file_key = `acct/${actor.accountId}/import/file`;
  await putObject(file_key, "email\nada@example.com\nbad\n", "text/csv");
  const { mapping } = await previewLeadImport(actor, { file_key });
  const job = await createLeadImport(actor, { campaign_id, file_key, file_name: "a.csv", mapping });
  const { Messages = [] } = await new SQSClient({}).send(
    new ReceiveMessageCommand({
      QueueUrl: cloud.queueUrl("import"),
      MessageSystemAttributeNames: ["All"],
    }),
  );
  expect(Messages).toHaveLength(1);
  const broken = { MessageId: "broken", Body: "{}" };
  expect(await handle(sqsEvent("import", [...Messages, broken]))).toEqual({
    batchItemFailures: [{ itemIdentifier: "broken" }],
  });
  expect(await getLeadImport(actor, { import_id: job.id })).toMatchObject({
    status: "COMPLETED",
    counts: { imported: 1, invalid: 1 },
  });
});
