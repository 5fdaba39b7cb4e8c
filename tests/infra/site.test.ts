import { existsSync } from "node:fs";
import path from "node:path";
import { Writable } from "node:stream";
import { variable } from "@thaw/core/environment";
import { beforeAll, expect, test } from "vitest";

/** What Lambda hands to a handler of streamed answers. */
class ResponseStream extends Writable {
  readonly chunks: Buffer[] = [];
  metadata: { statusCode?: number; headers?: Record<string, string> } = {};

  override _write(chunk: Buffer, _encoding: string, done: () => void): void {
    this.chunks.push(chunk);
    done();
  }
}

type Handler = (event: unknown, stream: ResponseStream, context: unknown) => Promise<void>;

const HOST = "outreach.acme.example";

let handler: Handler;
beforeAll(async () => {
  if (!existsSync("web/build/server/index.js")) throw new Error("Run `npm run build:web` first");
  process.env[variable.site] = `https://${HOST}`;
  Object.assign(globalThis, {
    awslambda: {
      streamifyResponse: (streamed: Handler) => streamed,
      HttpResponseStream: {
        from: (stream: ResponseStream, metadata: ResponseStream["metadata"]) =>
          Object.assign(stream, { metadata }),
      },
    },
  });
  ({ handler } = (await import(path.resolve("web/lambda.ts"))) as { handler: Handler });
});

/** A request as a Lambda URL passes it on, with what the edge function has added. */
async function get(rawPath: string): Promise<ResponseStream> {
  const stream = new ResponseStream();
  const finished = new Promise((resolve) => stream.once("finish", resolve));
  const domainName = "abc.lambda-url.us-east-1.on.aws";
  const headers = {
    host: domainName,
    "x-forwarded-host": HOST,
    "x-forwarded-proto": "https",
    "user-agent": "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 Chrome/140.0 Safari/537.36",
    accept: "text/html",
  };
  const http = { method: "GET", path: rawPath, protocol: "HTTP/1.1", sourceIp: "192.0.2.1" };
  const requestContext = { domainName, http, requestId: "1", stage: "$default" };
  const event = { version: "2.0", rawPath, rawQueryString: "", headers, requestContext };
  await handler({ ...event, isBase64Encoded: false }, stream, {});
  await finished;
  return stream;
}

test("the site's handler answers a Lambda URL event with a page in a stream", async () => {
  const { metadata, chunks } = await get("/login");
  expect(metadata.statusCode).toBe(200);
  expect(metadata.headers?.["content-type"]).toContain("text/html");
  expect(chunks.length).toBeGreaterThan(1);
  expect(Buffer.concat(chunks).toString()).toMatch(/^<!DOCTYPE html>.*<\/html>/is);
});

test("the site's handler answers an unknown address with a page of its own", async () => {
  const { metadata, chunks } = await get("/no/such/place");
  expect(metadata.statusCode).toBe(404);
  expect(Buffer.concat(chunks).toString()).toMatch(/^<!DOCTYPE html>.*<\/html>/is);
});
