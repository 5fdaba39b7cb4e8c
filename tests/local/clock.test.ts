import { DynamoDBClient, PutItemCommand } from "@aws-sdk/client-dynamodb";
import { SendMessageCommand, SQSClient } from "@aws-sdk/client-sqs";
import { HOUR_MS } from "@thaw/core/duration";
import type { Manifest } from "@thaw/local/manifest";
import { expect, test, vi } from "vitest";
import { paced } from "../../scripts/pace.ts";
import { quick, startTestLocal, temporaryFolder } from "./start.ts";

const WINDOW_SECONDS = 3;
const { news } = quick.table.streams;
/** Batches wait for more, so that the clock can be set while they do. */
const waiting: Manifest = {
  ...quick,
  table: {
    ...quick.table,
    streams: { ...quick.table.streams, news: { ...news, windowSeconds: WINDOW_SECONDS } },
  },
  queues: {
    ...quick.queues,
    plan: { ...quick.queues.plan, visibilitySeconds: 900, windowSeconds: WINDOW_SECONDS },
  },
};

test("a clock that is set back by an hour holds back neither a job that was received nor a change of the table", async () => {
  using folder = temporaryFolder();
  const seen: string[] = [];
  await using local = await startTestLocal(
    folder.path,
    { onPlan: () => void seen.push("job"), onTableChange: () => void seen.push("change") },
    waiting,
  );
  const { cloud } = local;
  const [entity = ""] = news.entities;
  await new DynamoDBClient({ endpoint: cloud.dynamoEndpoint }).send(
    new PutItemCommand({
      TableName: "thaw",
      Item: { pk: { S: "a" }, sk: { S: "b" }, __edb_e__: { S: entity } },
    }),
  );
  await new SQSClient({ endpoint: cloud.sqs.endpoint }).send(
    new SendMessageCommand({ QueueUrl: cloud.sqs.queueUrl("plan"), MessageBody: "{}" }),
  );
  await new Promise((resolve) => setTimeout(resolve, 1_000));
  expect(seen).toEqual([]);
  vi.useFakeTimers({ toFake: ["Date"], now: Date.now() - HOUR_MS });
  try {
    await expect
      .poll(() => seen.toSorted(), { timeout: paced(4 * WINDOW_SECONDS * 1000) })
      .toEqual(["change", "job"]);
  } finally {
    vi.useRealTimers();
  }
});
