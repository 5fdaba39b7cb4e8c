import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { ReceiveMessageCommand, SendMessageCommand, SQSClient } from "@aws-sdk/client-sqs";
import { app } from "@thaw/core/manifest";
import { SQS_S3_FILE, startSqsAndS3 } from "@thaw/local/sqs-s3";
import { expect, test } from "vitest";
import { temporaryFolder } from "./start.ts";

test("a receive or a message that the queue store cannot write down did not happen", async () => {
  using folder = temporaryFolder();
  const store = await startSqsAndS3({ dir: folder.path, port: 0, manifest: app });
  const client = new SQSClient({ endpoint: store.endpoint, maxAttempts: 1 });
  const QueueUrl = store.queueUrl("plan");
  const send = (MessageBody: string) =>
    client.send(new SendMessageCommand({ QueueUrl, MessageBody }));
  const receive = async () => {
    const { Messages = [] } = await client.send(
      new ReceiveMessageCommand({
        QueueUrl,
        MaxNumberOfMessages: 10,
        MessageSystemAttributeNames: ["All"],
      }),
    );
    return Messages.map(({ Body, Attributes }) => [Body, Attributes?.ApproximateReceiveCount]);
  };
  await send("kept");

  // Somebody else's write: to the store as good as a disk that takes none.
  const other = new DatabaseSync(join(folder.path, SQS_S3_FILE));
  other.exec("BEGIN IMMEDIATE");
  await expect(receive()).rejects.toThrow();
  await expect(receive()).rejects.toThrow();
  await expect(send("refused")).rejects.toThrow();
  other.exec("ROLLBACK");
  other.close();

  expect(await receive()).toEqual([["kept", "1"]]);
  expect(await receive()).toEqual([]);
  client.destroy();
  await store.stop();
});
