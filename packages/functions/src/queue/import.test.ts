import { randomInt } from "node:crypto";
import { systemActor } from "@thaw/core/actor";
import { createCampaign } from "@thaw/core/campaigns/campaign/campaign";
import {
  createLeadImport,
  getLeadImport,
  previewLeadImport,
  retryLeadImport,
} from "@thaw/core/leads/lead-import/lead-import";
import { putObject } from "@thaw/data/bucket";
import { sqsEvent } from "@thaw/local/events";
import type { Context, SQSBatchResponse, SQSEvent } from "aws-lambda";
import { expect, test } from "vitest";
import { paced } from "../../../../scripts/pace.ts";
import { stoppedClock } from "../../../../tests/support/clock.ts";
import { startCloud } from "../../../../tests/support/cloud.ts";
import { takeMessage } from "../../../../tests/support/queued-jobs.ts";
import { handler } from "./import.ts";

const handle = (event: SQSEvent) =>
  handler(event, {} as Context, () => undefined) as Promise<SQSBatchResponse>;

/** An import of one good row and one bad one, in an account of its own. */
async function startImport() {
  const actor = systemActor(randomInt(1, 2 ** 40));
  const { id: campaign_id } = await createCampaign(actor, { name: "Spring" });
  const file_key = `acct/${actor.accountId}/import/file`;
  await putObject(file_key, "email\nada@example.com\nbad\n", "text/csv");
  const { mapping } = await previewLeadImport(actor, { file_key });
  const job = await createLeadImport(actor, { campaign_id, file_key, file_name: "a.csv", mapping });
  return { actor, import_id: job.id };
}

const DONE = { status: "COMPLETED", counts: { imported: 1, invalid: 1 }, is_stalled: false };

test("the message of a new import makes its rows leads; a broken one is given back alone", {
  timeout: paced(30_000),
}, async () => {
  await using cloud = await startCloud();
  const { actor, import_id } = await startImport();
  const messages = await takeMessage(cloud, "import");
  expect(messages).toHaveLength(1);
  const broken = { MessageId: "broken", Body: "{}" };
  expect(await handle(sqsEvent("import", [...messages, broken]))).toEqual({
    batchItemFailures: [{ itemIdentifier: "broken" }],
  });
  expect(await getLeadImport(actor, { import_id })).toMatchObject(DONE);
});

test("an import whose message is lost can be told to go on after an hour in which nobody was at it, and not before", {
  timeout: paced(30_000),
}, async () => {
  await using cloud = await startCloud();
  using clock = stoppedClock("2026-03-02T09:00:00.000Z");
  const { actor, import_id } = await startImport();
  expect(await takeMessage(cloud, "import")).toHaveLength(1);
  const refused = { code: "invalid_transition" };
  await expect(retryLeadImport(actor, { import_id })).rejects.toMatchObject(refused);
  clock.move(61 * 60_000);
  expect(await getLeadImport(actor, { import_id })).toMatchObject({ is_stalled: true });
  await retryLeadImport(actor, { import_id });
  await handle(sqsEvent("import", await takeMessage(cloud, "import")));
  expect(await getLeadImport(actor, { import_id })).toMatchObject(DONE);
  clock.move(61 * 60_000);
  await expect(retryLeadImport(actor, { import_id })).rejects.toMatchObject(refused);
});
