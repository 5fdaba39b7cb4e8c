import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { DynamoDBClient, GetItemCommand, PutItemCommand } from "@aws-sdk/client-dynamodb";
import { GetObjectCommand, PutObjectCommand, S3Client } from "@aws-sdk/client-s3";
import { SESv2Client, SendEmailCommand } from "@aws-sdk/client-sesv2";
import { SendMessageCommand, SQSClient } from "@aws-sdk/client-sqs";
import { expect, test } from "vitest";
import { paced } from "../../scripts/pace.ts";
import { temporaryFolder } from "./start.ts";

type Started = Record<"url" | "inboxUrl" | "dynamo" | "sqs" | "planUrl" | "secretKey", string>;

function start(folder: string) {
  const child = fork(new URL("./run.ts", import.meta.url), [folder], { execArgv: [] });
  const messages: Record<string, string>[] = [];
  child.on("message", (message) => messages.push(message as Record<string, string>));
  const next = async (field: string) => {
    for (;;) {
      const found = messages.find((message) => field in message);
      if (found) return found;
      if (child.exitCode !== null) throw new Error("The process ended");
      await Promise.race([once(child, "message"), once(child, "exit")]);
    }
  };
  return { child, next };
}

async function kill(child: ChildProcess): Promise<void> {
  const exited = once(child, "exit");
  child.kill("SIGKILL");
  await exited;
}

test("kill -9 loses nothing that was acknowledged, and a restart goes on at once", async () => {
  using folder = temporaryFolder();
  const first = start(folder.path);
  const before = (await first.next("url")) as Started;
  const credentials = { accessKeyId: "local", secretAccessKey: before.secretKey };
  const key = { pk: { S: "a" }, sk: { S: "b" } };
  const object = { Bucket: "thaw-files", Key: "acct/1/import.csv" };
  const s3 = (endpoint: string) => new S3Client({ endpoint, credentials, forcePathStyle: true });
  await new DynamoDBClient({ endpoint: before.dynamo }).send(
    new PutItemCommand({ TableName: "thaw", Item: { ...key, text: { S: "kept" } } }),
  );
  await s3(before.url).send(new PutObjectCommand({ ...object, Body: "kept" }));
  await new SESv2Client({ endpoint: before.inboxUrl }).send(
    new SendEmailCommand({
      FromEmailAddress: "a@thaw.example",
      Destination: { ToAddresses: ["b@example.com"] },
      Content: { Simple: { Subject: { Data: "kept" }, Body: { Text: { Data: "kept" } } } },
    }),
  );
  await new SQSClient({ endpoint: before.sqs }).send(
    new SendMessageCommand({ QueueUrl: before.planUrl, MessageBody: "kept" }),
  );
  expect(await first.next("received")).toEqual({ received: "1" });
  await kill(first.child);

  const second = start(folder.path);
  const after = (await second.next("url")) as Started;
  // The receive that the kill cut short does not count towards the dead-letter queue.
  expect(await second.next("received")).toEqual({ received: "1" });
  const { Item } = await new DynamoDBClient({ endpoint: after.dynamo }).send(
    new GetItemCommand({ TableName: "thaw", Key: key }),
  );
  expect(Item?.text).toEqual({ S: "kept" });
  const { Body } = await s3(after.url).send(new GetObjectCommand(object));
  expect(await Body?.transformToString()).toBe("kept");
  const store = (await (await fetch(`${after.inboxUrl}/store`)).json()) as { emails: object[] };
  expect(store.emails).toMatchObject([{ subject: "kept" }]);
  await kill(second.child);
});

test("the database does not outlive a killed product", async () => {
  using folder = temporaryFolder();
  const { child, next } = start(folder.path);
  const { dynamo = "" } = await next("dynamo");
  expect((await fetch(dynamo)).status).toBeGreaterThan(0);
  await kill(child);
  await expect
    .poll(
      () =>
        fetch(dynamo).then(
          () => "alive",
          () => "gone",
        ),
      { timeout: paced(5000) },
    )
    .toBe("gone");
});
