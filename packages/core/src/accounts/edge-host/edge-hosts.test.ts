import dns from "node:dns";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { createServer, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import { json } from "node:stream/consumers";
import { expect, onTestFinished, test, vi } from "vitest";
import { edgeHosts } from "./edge-hosts.ts";

const ARN = "arn:aws:cloudfront::123456789012:key-value-store/0d5e-hosts";
const PATH = /^\/key-value-stores\/(.+?)(?:\/keys\/(.+))?$/;
const STATUS = {
  AccessDeniedException: 403,
  ConflictException: 409,
  ResourceNotFoundException: 404,
} as const;

/** CloudFront's own server of key-value stores: every write names the version that it changes, and makes the next one. */
async function startStore({ writesInBetween = 0 } = {}) {
  const hosts = new Map<string, string>();
  let version = 1;
  let others = writesInBetween;
  const change = (key: string, value: string | undefined, ifMatch: unknown) => {
    if (others-- > 0) version += 1;
    if (ifMatch !== `V${version}`) return "ConflictException";
    if (value !== undefined) hosts.set(key, value);
    else if (!hosts.delete(key)) return "ResourceNotFoundException";
    version += 1;
    return undefined;
  };
  const answer = async (request: IncomingMessage) => {
    const [, arn, key = ""] = PATH.exec(decodeURIComponent(request.url ?? "")) ?? [];
    const isSigned = request.headers.authorization?.startsWith("AWS4-ECDSA-P256-SHA256 ");
    if (arn !== ARN || !isSigned) return "AccessDeniedException";
    if (request.method === "GET") return undefined;
    const isPut = request.method === "PUT";
    const value = isPut ? ((await json(request)) as { Value: string }).Value : undefined;
    return change(key, value, request.headers["if-match"]);
  };
  const server = createServer((request, response) => {
    void answer(request).then((refusal) => {
      response.writeHead(refusal ? STATUS[refusal] : 200, {
        "content-type": "application/json",
        ...(refusal ? { "x-amzn-errortype": refusal } : { etag: `V${version}` }),
      });
      response.end(JSON.stringify({ KvsARN: ARN, ItemCount: hosts.size, TotalSizeInBytes: 1 }));
    });
  });
  onTestFinished(() => void server.close());
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  vi.stubEnv("EDGE_HOSTS", ARN);
  vi.stubEnv("AWS_ENDPOINT_URL_CLOUDFRONT_KEYVALUESTORE", `http://localhost:${port}`);
  return hosts;
}

/** The client puts the account before the host. RFC 6761 6.3: such names are this machine, but not every resolver knows it. */
function resolveLocalhost() {
  const lookup = dns.lookup as (...args: unknown[]) => void;
  const spy = vi
    .spyOn(dns, "lookup")
    .mockImplementation(((name: string, ...rest: unknown[]) =>
      lookup(name.endsWith(".localhost") ? "127.0.0.1" : name, ...rest)) as typeof dns.lookup);
  onTestFinished(() => spy.mockRestore());
}

test("hosts go into the key-value store and out of it, also while others write to it", async () => {
  resolveLocalhost();
  const hosts = await startStore({ writesInBetween: 2 });
  await edgeHosts().put("Outreach.Acme.example", 7);
  await edgeHosts().put("mail.other.example", 8);
  expect([...hosts]).toEqual([
    ["outreach.acme.example", "7"],
    ["mail.other.example", "8"],
  ]);
  await edgeHosts().remove("OUTREACH.acme.example");
  await edgeHosts().remove("never.known.example");
  expect([...hosts]).toEqual([["mail.other.example", "8"]]);
});

test("on one machine hosts are in a file, also while others write to it", async () => {
  const folder = mkdtempSync(path.join(tmpdir(), "thaw-hosts-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const file = path.join(folder, "hosts.json");
  vi.stubEnv("EDGE_HOSTS", `file:${file}`);
  await Promise.all([1, 2, 3].map((id) => edgeHosts().put(`Host${id}.example`, id)));
  await edgeHosts().remove("host2.example");
  await edgeHosts().remove("never.known.example");
  expect(JSON.parse(readFileSync(file, "utf8"))).toEqual({
    "host1.example": "1",
    "host3.example": "3",
  });
});
