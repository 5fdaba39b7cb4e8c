import { createServer, request } from "node:http";
import type { AddressInfo } from "node:net";
import { S3Client } from "@aws-sdk/client-s3";
import { createPresignedPost } from "@aws-sdk/s3-presigned-post";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startS3Gate } from "./s3-gate.ts";

const CREDENTIALS = { accessKeyId: "local", secretAccessKey: "for this test" };
const MB = 1_048_576;

/** The store behind the gate: what reached it. */
const stored: { url: string; bytes: number }[] = [];
const store = createServer((incoming, response) => {
  let bytes = 0;
  incoming.on("data", (chunk: Buffer) => {
    bytes += chunk.length;
  });
  incoming.on("end", () => {
    stored.push({ url: incoming.url ?? "", bytes });
    response.writeHead(204).end();
  });
});
let gate: Awaited<ReturnType<typeof startS3Gate>>;
beforeAll(async () => {
  await new Promise<void>((resolve) => store.listen(0, "127.0.0.1", resolve));
  const upstreamPort = (store.address() as AddressInfo).port;
  gate = await startS3Gate({ upstreamPort, credentials: CREDENTIALS, port: 0 });
});
afterAll(async () => {
  await gate.stop();
  store.close();
});

async function signedForm(maxBytes: number): Promise<FormData> {
  const endpoint = gate.endpoint;
  const client = new S3Client({
    endpoint,
    region: "us-east-1",
    forcePathStyle: true,
    credentials: CREDENTIALS,
  });
  const { fields } = await createPresignedPost(client, {
    Bucket: "files",
    Key: "upload/1",
    Conditions: [["content-length-range", 1, maxBytes]],
    Fields: { "Content-Type": "text/csv" },
  });
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.append(name, value);
  return form;
}

async function post(form: FormData, path = "/files") {
  const answer = await fetch(`${gate.endpoint}${path}`, { method: "POST", body: form });
  return { status: answer.status, code: /<Code>(\w+)/.exec(await answer.text())?.[1] };
}

const file = (bytes: number) => new File([new Uint8Array(bytes)], "a.csv");

test("a file that its policy allows reaches the store", async () => {
  const form = await signedForm(2 * MB);
  form.append("file", file(2 * MB));
  const before = stored.length;
  expect(await post(form)).toEqual({ status: 204, code: undefined });
  expect(stored.length).toBe(before + 1);
});

test("a file that is larger than its policy allows is refused, and so is one that is larger than any may be", async () => {
  const form = await signedForm(MB);
  form.append("file", file(MB + 1));
  expect(await post(form)).toEqual({ status: 400, code: "EntityTooLarge" });
  const boundless = await signedForm(1_000 * MB);
  boundless.append("file", file(17 * MB));
  expect(await post(boundless)).toEqual({ status: 400, code: "EntityTooLarge" });
});

test("a field that the policy does not name is refused, wherever it stands, but for those to be passed over", async () => {
  for (const name of ["success_action_redirect", "acl", "x-amz-meta-a"]) {
    const form = await signedForm(MB);
    form.append(name, "https://evil.example");
    form.append("file", file(1));
    expect(await post(form)).toEqual({ status: 403, code: "AccessDenied" });
  }
  const passed = await signedForm(MB);
  passed.append("x-ignore-me", "yes");
  passed.append("file", file(1));
  expect((await post(passed)).status).toBe(204);
});

test("an address with a second question mark is refused", async () => {
  const form = await signedForm(MB);
  form.append("file", file(1));
  expect(await post(form, "/files?a=1?b=2")).toEqual({ status: 400, code: "InvalidURI" });
});

/** Sends the beginning of a form and then zeros until it is answered. */
function pour(head: string): Promise<{ status: number; sentBytes: number }> {
  return new Promise((resolve, reject) => {
    const headers = { "content-type": "multipart/form-data; boundary=b" };
    const outgoing = request(`${gate.endpoint}/files`, { method: "POST", headers });
    let sentBytes = 0;
    let isAnswered = false;
    outgoing.on("response", (answer) => {
      isAnswered = true;
      answer.resume();
      resolve({ status: answer.statusCode ?? 0, sentBytes });
    });
    outgoing.on("error", (error) => {
      if (!isAnswered) reject(error);
    });
    outgoing.write(head);
    const zeros = Buffer.alloc(16_384);
    const send = () => {
      if (isAnswered || sentBytes > 250 * MB) return;
      sentBytes += zeros.length;
      outgoing.write(zeros, () => setImmediate(send));
    };
    setImmediate(send);
  });
}

test("a form without a policy is refused before the file is read, and so is one whose fields do not end", async () => {
  const part = (name: string) => `--b\r\nContent-Disposition: form-data; name="${name}"`;
  const unsigned = await pour(`${part("file")}; filename="a"\r\n\r\n`);
  expect(unsigned).toMatchObject({ status: 403 });
  expect(unsigned.sentBytes).toBeLessThan(MB);
  const endless = await pour(`${part("key")}\r\n\r\n`);
  expect(endless).toMatchObject({ status: 400 });
  expect(endless.sentBytes).toBeLessThan(MB);
});
