import { request } from "node:http";
import {
  GetObjectCommand,
  HeadObjectCommand,
  PutObjectCommand,
  S3Client,
} from "@aws-sdk/client-s3";
import { SESv2Client, SendEmailCommand } from "@aws-sdk/client-sesv2";
import {
  DeleteMessageCommand,
  ReceiveMessageCommand,
  SendMessageCommand,
  SQSClient,
} from "@aws-sdk/client-sqs";
import { createPresignedPost } from "@aws-sdk/s3-presigned-post";
import { getSignedUrl } from "@aws-sdk/s3-request-presigner";
import { app } from "@thaw/core/manifest";
import type { Manifest } from "@thaw/local/manifest";
import { expect, test } from "vitest";
import { paced } from "../../scripts/pace.ts";
import { startCloud, startOwnCloud } from "../support/cloud.ts";

const quick: Manifest = {
  ...app,
  queues: { ...app.queues, plan: { ...app.queues.plan, visibilitySeconds: 1, maxReceives: 2 } },
};

function clients() {
  const s3 = new S3Client({ forcePathStyle: true, maxAttempts: 1 });
  return { s3, sqs: new SQSClient({ maxAttempts: 1 }), ses: new SESv2Client({ maxAttempts: 1 }) };
}

async function receive(sqs: SQSClient, url: string, waitSeconds = 5) {
  const { Messages = [] } = await sqs.send(
    new ReceiveMessageCommand({
      QueueUrl: url,
      WaitTimeSeconds: waitSeconds,
      MessageSystemAttributeNames: ["All"],
    }),
  );
  return Messages;
}

test("a message that nobody deletes comes back and ends in the dead-letter queue", async () => {
  await using cloud = await startOwnCloud(quick);
  const { sqs } = clients();
  const url = cloud.queueUrl("plan");
  await sqs.send(new SendMessageCommand({ QueueUrl: url, MessageBody: "poison" }));
  const first = await receive(sqs, url);
  const second = await receive(sqs, url);
  expect([first, second].map(([message]) => message?.Attributes?.ApproximateReceiveCount)).toEqual([
    "1",
    "2",
  ]);
  expect(await receive(sqs, url, 2)).toEqual([]);
  const [dead] = await receive(sqs, cloud.deadQueueUrl("plan"));
  expect(dead?.Body).toBe("poison");
});

test("a delayed message is not there before its time, and a deleted one never again", async () => {
  await using cloud = await startOwnCloud(quick);
  const { sqs } = clients();
  const url = cloud.queueUrl("plan");
  const sentAt = Date.now();
  await sqs.send(new SendMessageCommand({ QueueUrl: url, MessageBody: "later", DelaySeconds: 2 }));
  expect(await receive(sqs, url, 0)).toEqual([]);
  const [message] = await receive(sqs, url);
  expect(message?.Body).toBe("later");
  expect(Date.now() - sentAt).toBeGreaterThanOrEqual(2000);
  await sqs.send(
    new DeleteMessageCommand({ QueueUrl: url, ReceiptHandle: message?.ReceiptHandle ?? "" }),
  );
  expect(await receive(sqs, url, 2)).toEqual([]);
});

test("an object is written, read from an offset and asked for its size", async () => {
  await using cloud = await startCloud();
  const { s3 } = clients();
  const object = { Bucket: cloud.bucket, Key: "acct/1/a b+ü.txt" };
  await s3.send(new PutObjectCommand({ ...object, Body: "hello", ContentType: "text/plain" }));
  const { Body } = await s3.send(new GetObjectCommand({ ...object, Range: "bytes=2-" }));
  expect(await Body?.transformToString()).toBe("llo");
  expect((await s3.send(new HeadObjectCommand(object))).ContentLength).toBe(5);
  await expect(s3.send(new HeadObjectCommand({ ...object, Key: "none" }))).rejects.toMatchObject({
    name: "NotFound",
  });
});

test("two writers of one object that may not exist: one of them is refused", async () => {
  await using cloud = await startCloud();
  const { s3 } = clients();
  const write = () =>
    s3.send(
      new PutObjectCommand({ Bucket: cloud.bucket, Key: "once", Body: "x", IfNoneMatch: "*" }),
    );
  const results = await Promise.allSettled([write(), write()]);
  expect(results.filter((result) => result.status === "fulfilled")).toHaveLength(1);
  await expect(write()).rejects.toMatchObject({ name: "PreconditionFailed" });
});

test("a write that its writer breaks off leaves the object to the next writer", async () => {
  await using cloud = await startCloud();
  const { s3 } = clients();
  const object = { Bucket: cloud.bucket, Key: "broken", IfNoneMatch: "*" };
  const write = () =>
    s3.send(new PutObjectCommand({ ...object, Body: "x" })).then(
      () => "written",
      ({ name }: Error) => name,
    );
  const link = new URL(await getSignedUrl(s3, new PutObjectCommand(object), { expiresIn: 60 }));
  const headers = { "if-none-match": "*", "content-length": 100 };
  const broken = request(link, { method: "PUT", headers });
  broken.on("error", () => undefined);
  broken.write("ten bytes.");
  await expect.poll(write, { timeout: paced(10_000) }).toBe("ConditionalRequestConflict");
  broken.destroy();
  await expect.poll(write, { timeout: paced(10_000) }).toBe("written");
});

test("S3 refuses a request with the wrong key, no key, a changed link or a link past its time", async () => {
  await using cloud = await startCloud();
  const { s3 } = clients();
  const object = { Bucket: cloud.bucket, Key: "secret.txt" };
  await s3.send(new PutObjectCommand({ ...object, Body: "secret" }));
  const link = await getSignedUrl(s3, new GetObjectCommand(object), { expiresIn: 60 });
  expect(await (await fetch(link)).text()).toBe("secret");

  const stranger = new S3Client({
    forcePathStyle: true,
    maxAttempts: 1,
    credentials: { accessKeyId: "local", secretAccessKey: "guess" },
  });
  await expect(stranger.send(new GetObjectCommand(object))).rejects.toMatchObject({
    name: "SignatureDoesNotMatch",
  });
  expect((await fetch(link.split("?")[0] ?? "")).status).toBe(403);
  expect((await fetch(link.replace("secret.txt", "other.txt"))).status).toBe(403);
  expect((await fetch(link.replace("X-Amz-Expires=60", "X-Amz-Expires=6000"))).status).toBe(403);
  const old = await getSignedUrl(s3, new GetObjectCommand(object), {
    expiresIn: 60,
    signingDate: new Date(Date.now() - 61_000),
  });
  const refused = await fetch(old);
  expect([refused.status, await refused.text()]).toEqual([
    403,
    expect.stringContaining("Request has expired"),
  ]);
});

test("a browser's upload form keeps to its policy: size, type, key and time", async () => {
  await using cloud = await startCloud();
  const { s3 } = clients();
  const form = await createPresignedPost(s3, {
    Bucket: cloud.bucket,
    Key: "acct/1/photo.png",
    Expires: 60,
    Fields: { "Content-Type": "image/png" },
    Conditions: [
      ["content-length-range", 1, 20],
      ["eq", "$Content-Type", "image/png"],
      ["starts-with", "$x-amz-meta-from", "screen/"],
    ],
  });
  const post = (content: string, changed: Record<string, string> = {}) => {
    const body = new FormData();
    const fields = { ...form.fields, "x-amz-meta-from": "screen/leads", ...changed };
    for (const [name, value] of Object.entries(fields)) {
      body.append(name, value);
    }
    body.append("file", new Blob([content]), "photo.png");
    return fetch(form.url, {
      method: "POST",
      body,
      headers: { origin: "https://app.example" },
    });
  };
  const accepted = await post("PNG");
  expect([accepted.status, accepted.headers.get("access-control-allow-origin")]).toEqual([
    204,
    "https://app.example",
  ]);
  const stored = await s3.send(
    new GetObjectCommand({ Bucket: cloud.bucket, Key: "acct/1/photo.png" }),
  );
  expect([stored.ContentType, await stored.Body?.transformToString()]).toEqual([
    "image/png",
    "PNG",
  ]);

  const tooLarge = await post("x".repeat(21));
  expect([tooLarge.status, await tooLarge.text()]).toEqual([
    400,
    expect.stringContaining("EntityTooLarge"),
  ]);
  expect((await post("")).status).toBe(400);
  expect((await post("PNG", { "Content-Type": "text/html" })).status).toBe(403);
  expect((await post("PNG", { key: "acct/2/photo.png" })).status).toBe(403);
  expect((await post("PNG", { "x-amz-meta-from": "elsewhere" })).status).toBe(403);
  const lax = { expiration: new Date(Date.now() + 60_000).toISOString(), conditions: [] };
  const forged = { Policy: Buffer.from(JSON.stringify(lax)).toString("base64") };
  expect((await post("PNG", forged)).status).toBe(403);
  // Whichever of two the store took: only one of them was looked at.
  for (const hidden of ["key", "Key"]) {
    const body = new FormData();
    body.append(hidden, "acct/2/photo.png");
    for (const [name, value] of Object.entries({ ...form.fields, "x-amz-meta-from": "screen/x" })) {
      if (name !== "key") body.append(name, value);
    }
    body.append("file", new Blob(["PNG"]), "photo.png");
    body.append("key", form.fields.key ?? "");
    expect((await fetch(form.url, { method: "POST", body })).status, hidden).toBe(403);
  }
  await expect(
    s3.send(new HeadObjectCommand({ Bucket: cloud.bucket, Key: "acct/2/photo.png" })),
  ).rejects.toMatchObject({ name: "NotFound" });
  const expired = await createPresignedPost(s3, { Bucket: cloud.bucket, Key: "late", Expires: -1 });
  expect((await post("PNG", { ...expired.fields, key: "late" })).status).toBe(403);
});

test("a browser on another origin may ask S3 first", async () => {
  await using cloud = await startCloud();
  const response = await fetch(`${process.env.AWS_ENDPOINT_URL_S3}/${cloud.bucket}/any`, {
    method: "OPTIONS",
    headers: { origin: "https://app.example", "access-control-request-method": "POST" },
  });
  expect(response.status).toBe(200);
  expect(response.headers.get("access-control-allow-methods")).toContain("POST");
});

test("a mail of the product is kept for the inbox page", async () => {
  await using cloud = await startCloud();
  const { ses } = clients();
  await ses.send(
    new SendEmailCommand({
      FromEmailAddress: process.env.EMAIL_FROM,
      Destination: { ToAddresses: ["ada@example.com"] },
      Content: { Simple: { Subject: { Data: "Your code" }, Body: { Text: { Data: "123456" } } } },
    }),
  );
  expect(await cloud.mails()).toMatchObject([
    { subject: "Your code", destination: { to: ["ada@example.com"] }, body: { text: "123456" } },
  ]);
});
