import { marshall } from "@aws-sdk/util-dynamodb";
import { setAccountCategorisation } from "@thaw/core/inbox/categorisation/categorisation";
import { storeInbound, threadFor } from "@thaw/core/inbox/thread/thread-store";
import { sqsEvent } from "@thaw/local/events";
import type { Context, DynamoDBStreamEvent, SQSBatchResponse, SQSEvent } from "aws-lambda";
import { expect, test } from "vitest";
import { paced } from "../../../../scripts/pace.ts";
import { startCloud, type TestCloud } from "../../../../tests/support/cloud.ts";
import { startLanguageModel } from "../../../../tests/support/language-model.ts";
import { takeMessage } from "../../../../tests/support/queued-jobs.ts";
import { makeWorld } from "../../../../tests/support/world.ts";
import { handler as onTableChange } from "../stream/table-change.ts";
import { handler as onCategorise } from "./categorise.ts";

const AT = "2026-03-02T09:00:00.000Z";

const take = (cloud: TestCloud) => takeMessage(cloud, "categorise");

const work = (event: SQSEvent) =>
  onCategorise(event, {} as Context, () => undefined) as Promise<SQSBatchResponse>;

test("a reply that is stored goes to AI by the table's stream, and again later when the provider fails [CAT-13]", {
  timeout: paced(30_000),
}, async () => {
  await using cloud = await startCloud();
  await using model = await startLanguageModel();
  const { actor, campaignId, leadIds } = await makeWorld({ smtpPort: 1, leads: 1, start: false });
  const { accountId } = actor;
  await setAccountCategorisation(actor, { mode: "product" });
  const about = { mailboxId: 1, mailboxEmail: "sender@sender.example", subject: "Hello" };
  const person = { email: "lead0@prospect.example", name: "Lee", leadId: leadIds[0] ?? 0 };
  const make = () => ({ ...about, ...person, campaignId });
  const thread = await threadFor(accountId, `lead:${campaignId}:${person.leadId}`, make, AT);
  const reply = {
    at: AT,
    messageKey: "k".repeat(22),
    from: person.email,
    to: about.mailboxEmail,
    subject: "Re: Hello",
    text: "Yes",
    kind: "human" as const,
  };
  await storeInbound(thread, reply, { snippet: "Yes", references: [], fromName: "Lee" });
  const { threadId } = thread;
  const image = { __edb_e__: "threadMessage", accountId, threadId, direction: "in", ...reply };
  const NewImage = marshall(image);
  const written = (eventName: string) => ({ eventName, dynamodb: { NewImage } });
  // A change of a mail that is there already is no new reply.
  const Records = [written("INSERT"), written("MODIFY")];
  await onTableChange({ Records } as DynamoDBStreamEvent, {} as Context, () => undefined);
  const queued = await take(cloud);
  expect(queued).toHaveLength(1);

  model.answer = 503;
  const broken = { MessageId: "broken", Body: "{}" };
  expect(await work(sqsEvent("categorise", [...queued, broken]))).toEqual({
    batchItemFailures: [{ itemIdentifier: "broken" }],
  });
  expect(model.requests).toHaveLength(1);
  // It waits in the queue until its time has come.
  expect(await take(cloud)).toEqual([]);

  model.answer = '{"category_id": 1}';
  const again = queued.map((message) => ({
    ...message,
    Body: JSON.stringify({ ...JSON.parse(message.Body ?? ""), try: 1 }),
  }));
  expect(await work(sqsEvent("categorise", again))).toEqual({ batchItemFailures: [] });
  expect(model.requests).toHaveLength(2);
});
