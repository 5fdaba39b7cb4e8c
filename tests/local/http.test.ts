import { once } from "node:events";
import { mkdirSync, writeFileSync } from "node:fs";
import { request } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { GetObjectCommand, PutObjectCommand, S3Client } from "@aws-sdk/client-s3";
import { createPresignedPost } from "@aws-sdk/s3-presigned-post";
import { getSignedUrl } from "@aws-sdk/s3-request-presigner";
import { app } from "@thaw/core/manifest";
import { Disk } from "@thaw/local/disk";
import { createHttp } from "@thaw/local/http";
import type { Sockets } from "@thaw/local/sockets";
import type { APIGatewayProxyEventV2, Context, EventBridgeEvent } from "aws-lambda";
import { expect, test, vi } from "vitest";
import { paced } from "../../scripts/pace.ts";
import { quick, startTestLocal, temporaryFolder } from "./start.ts";

test("a request reaches the API's function as API Gateway would send it", async () => {
  using folder = temporaryFolder();
  await using local = await startTestLocal(folder.path, {
    api: (event: APIGatewayProxyEventV2) => ({
      statusCode: 201,
      headers: { "x-answer": "yes" },
      cookies: ["a=1; Path=/", "b=2; Path=/"],
      body: JSON.stringify(event),
    }),
  });
  const response = await fetch(`${local.url}/api/v1/leads?tag=a&tag=b&q=x%20y`, {
    method: "POST",
    headers: {
      "content-type": "application/json",
      cookie: "one=1; two=2",
      "x-forwarded-for": "6.6.6.6",
      "x-forwarded-host": "evil.example",
    },
    body: '{"email":"ä@b.c"}',
  });
  expect([response.status, response.headers.get("x-answer")]).toEqual([201, "yes"]);
  expect(response.headers.getSetCookie()).toEqual(["a=1; Path=/", "b=2; Path=/"]);
  const event = (await response.json()) as APIGatewayProxyEventV2;
  expect(event).toMatchObject({
    version: "2.0",
    routeKey: "ANY /api/{proxy+}",
    rawPath: "/api/v1/leads",
    rawQueryString: "tag=a&tag=b&q=x%20y",
    queryStringParameters: { tag: "a,b", q: "x y" },
    pathParameters: { proxy: "v1/leads" },
    cookies: ["one=1", "two=2"],
    body: '{"email":"ä@b.c"}',
    isBase64Encoded: false,
    requestContext: { http: { method: "POST", sourceIp: "127.0.0.1" } },
  });
  expect(event.headers).toMatchObject({
    "x-forwarded-for": "127.0.0.1",
    "x-forwarded-host": new URL(local.url).host,
  });
  expect(event.headers).not.toHaveProperty("cookie");
});

test("bytes go in and come out unchanged", async () => {
  using folder = temporaryFolder();
  await using local = await startTestLocal(folder.path, {
    api: (event: APIGatewayProxyEventV2) => ({
      statusCode: 200,
      headers: { "content-type": "image/gif" },
      body: event.body,
      isBase64Encoded: event.isBase64Encoded,
    }),
  });
  const bytes = new Uint8Array([0xff, 0x00, 0x80]);
  const response = await fetch(`${local.url}/u/token`, { method: "POST", body: bytes });
  expect(new Uint8Array(await response.arrayBuffer())).toEqual(bytes);
});

test("a body above API Gateway's ten megabytes is refused before the function runs", async () => {
  using folder = temporaryFolder();
  const called = vi.fn();
  await using local = await startTestLocal(folder.path, { api: called });
  const response = await fetch(`${local.url}/api/leads`, {
    method: "POST",
    body: new Uint8Array(10 * 1024 * 1024 + 1),
  });
  expect(response.status).toBe(413);
  expect(called).not.toHaveBeenCalled();
});

test("a function that outlasts its timeout is cut off", async () => {
  using folder = temporaryFolder();
  const api = { ...quick.functions.api, timeoutSeconds: 1 };
  const slow = { ...quick, functions: { ...quick.functions, api } };
  const left: number[] = [];
  const handlers = {
    api: (_event: never, context: Context) => {
      left.push(context.getRemainingTimeInMillis());
      return new Promise(() => {});
    },
  };
  await using local = await startTestLocal(folder.path, handlers, slow);
  const response = await fetch(`${local.url}/api/leads`);
  expect([response.status, await response.json()]).toEqual([
    500,
    { message: "Internal Server Error" },
  ]);
  expect(left[0]).toBeGreaterThan(900);
});

test("what is no data does not get through", async () => {
  using folder = temporaryFolder();
  await using local = await startTestLocal(folder.path, {
    onTick: () => ({ at: new Date("2026-01-01T00:00:00Z"), run: () => 1, none: undefined }),
  });
  expect(await local.invoke("onTick", {})).toEqual({ at: "2026-01-01T00:00:00.000Z" });
});

test("the bucket is on the site's port and still asks for a signature", async () => {
  using folder = temporaryFolder();
  await using local = await startTestLocal(folder.path, {});
  expect(process.env.AWS_ENDPOINT_URL_S3).toBe(local.url);
  const s3 = new S3Client({ forcePathStyle: true, maxAttempts: 1 });
  const object = { Bucket: process.env.BUCKET_FILES, Key: "acct/1/file" };
  await s3.send(new PutObjectCommand({ ...object, Body: "content" }));
  const link = await getSignedUrl(s3, new GetObjectCommand(object), { expiresIn: 60 });
  expect(await (await fetch(link)).text()).toBe("content");
  expect((await fetch(link.split("?")[0] ?? "")).status).toBe(403);
});

test("a browser posts a form with a file to the bucket itself", async () => {
  using folder = temporaryFolder();
  await using _local = await startTestLocal(folder.path, {});
  const s3 = new S3Client({ forcePathStyle: true, maxAttempts: 1 });
  const object = { Bucket: process.env.BUCKET_FILES ?? "", Key: "acct/1/upload" };
  const { url, fields } = await createPresignedPost(s3, { ...object, Expires: 60 });
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.append(name, value);
  form.append("file", new Blob(["content"]));
  expect((await fetch(url, { method: "POST", body: form })).ok).toBe(true);
  const stored = await s3.send(new GetObjectCommand(object));
  expect(await stored.Body?.transformToString()).toBe("content");
});

test("a rate is due when the product starts, in EventBridge's form", async () => {
  using folder = temporaryFolder();
  const events: EventBridgeEvent<"Scheduled Event", object>[] = [];
  await using _local = await startTestLocal(folder.path, {
    onTick: (event: EventBridgeEvent<"Scheduled Event", object>) => void events.push(event),
  });
  await vi.waitUntil(() => events.length === 1, paced(5000));
  expect(events[0]).toMatchObject({
    source: "aws.events",
    "detail-type": "Scheduled Event",
    time: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/),
    resources: ["arn:aws:events:us-east-1:000000000000:rule/tick"],
  });
});

test("each name that the manifest promises to a function is in the environment", async () => {
  using folder = temporaryFolder();
  await using local = await startTestLocal(folder.path, {});
  for (const name of Object.keys(app.queues)) {
    expect(process.env[`QUEUE_${name.toUpperCase()}_URL`]).toMatch(`/${name}`);
  }
  expect(process.env.SITE_URL).toBe(local.url);
  expect(process.env.ENCRYPTION_KEY).toBe(`file:${folder.path}/encryption.key`);
  for (const name of ["SESSION_KEYS", "LINK_KEYS"]) {
    expect(process.env[`SST_Secret_value_${name}`]).toMatch(/^1:[\w+/]{43}=:\d{4}-/);
  }
});

test("a path that API Gateway could not decode is no fault of the server", async () => {
  using folder = temporaryFolder();
  await using local = await startTestLocal(folder.path, {
    api: (event: APIGatewayProxyEventV2) => ({
      statusCode: 200,
      body: event.pathParameters?.token ?? "",
    }),
  });
  const body = await new Promise<string>((resolve, reject) => {
    request(`${local.url}/o/%E0%A4%A`, (response) => {
      let text = "";
      response.on("data", (chunk) => (text += String(chunk)));
      response.on("end", () => resolve(text));
    })
      .on("error", reject)
      .end();
  });
  expect(body).toBe("%E0%A4%A");
});

test("code and styles are compressed; a page, which may be streamed, is not", async () => {
  using folder = temporaryFolder();
  mkdirSync(join(folder.path, "assets"));
  writeFileSync(join(folder.path, "assets/root-1.css"), "a { color: red }\n".repeat(500));
  const page = "<p>page</p>".repeat(500);
  const server = createHttp({
    manifest: quick,
    invoke: () => Promise.reject(new Error("There is no function")),
    s3Gate: () => Promise.resolve(),
    sockets: { upgrade: () => Promise.resolve() } as unknown as Sockets,
    site: {
      assets: folder.path,
      fetch: () => new Response(page, { headers: { "content-type": "text/html" } }),
    },
    disk: new Disk({ folder: folder.path, probe() {} }),
    behindProxy: false,
  });
  await once(server.listen(0, "127.0.0.1"), "listening");
  const { port } = server.address() as AddressInfo;
  const ask = (path: string) =>
    fetch(`http://127.0.0.1:${port}${path}`, { headers: { "accept-encoding": "gzip" } });
  const [styles, html] = [await ask("/assets/root-1.css"), await ask("/app")];
  expect(styles.headers.get("content-encoding")).toBe("gzip");
  expect(styles.headers.get("cache-control")).toContain("immutable");
  expect((await styles.text()).length).toBe(8_500);
  expect(html.headers.get("content-encoding")).toBeNull();
  expect(await html.text()).toBe(page);
  server.close();
});

test("what fails while the disk is full says so with 503, in JSON or as a page; what works is left alone", async () => {
  using folder = temporaryFolder();
  const disk = new Disk({
    folder: folder.path,
    probe() {
      throw new Error("full");
    },
    notify() {},
  });
  const unwatch = disk.watch();
  const server = createHttp({
    manifest: quick,
    invoke: () => Promise.resolve({ statusCode: 500, body: '{"code":"internal"}' }),
    s3Gate: () => Promise.resolve(),
    sockets: { upgrade: () => Promise.resolve() } as unknown as Sockets,
    site: {
      assets: folder.path,
      fetch: ({ url }) => new Response("page", { status: url.endsWith("/works") ? 200 : 500 }),
    },
    disk,
    behindProxy: false,
  });
  await once(server.listen(0, "127.0.0.1"), "listening");
  const { port } = server.address() as AddressInfo;
  const ask = (path: string, accept = "*/*") =>
    fetch(`http://127.0.0.1:${port}${path}`, { headers: { accept } });
  expect((await ask("/api/leads")).status).toBe(500);

  disk.note(Object.assign(new Error("no space left on device"), { code: "ENOSPC" }));
  const answer = await ask("/api/leads");
  expect([answer.status, answer.headers.get("retry-after")]).toEqual([503, "60"]);
  expect(await answer.json()).toMatchObject({
    ok: false,
    code: "unavailable",
    status: 503,
    message: expect.stringContaining("the disk of this machine is full"),
  });
  const page = await ask("/app", "text/html,*/*");
  expect(page.status).toBe(503);
  expect(page.headers.get("content-type")).toContain("text/html");
  expect(await page.text()).toContain("the disk of this machine is full");
  expect((await ask("/app.data")).status).toBe(500);
  expect((await ask("/works")).status).toBe(200);
  unwatch();
  server.close();
});
