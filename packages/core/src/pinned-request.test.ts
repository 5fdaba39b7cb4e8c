import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { createServer as createTlsServer } from "node:tls";
import { expect, test } from "vitest";
import { type PinnedRequest, pinnedRequest } from "./pinned-request.ts";

const NAME = "connector.firm.example";

async function listen(
  answer: (incoming: IncomingMessage, response: ServerResponse) => void,
): Promise<AsyncDisposable & { port: number; asked: IncomingMessage[] }> {
  const asked: IncomingMessage[] = [];
  const server = createServer((incoming, response) => {
    asked.push(incoming);
    answer(incoming, response);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    port: (server.address() as AddressInfo).port,
    asked,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

const asking = (more: Partial<PinnedRequest> = {}): PinnedRequest => ({
  method: "GET",
  allowPrivate: true,
  maxBytes: 100,
  signal: AbortSignal.timeout(5_000),
  lookup: async () => ["127.0.0.1"],
  ...more,
});

test("a request goes to the address that was checked, under the host's own name, and the name is looked up once", async () => {
  await using server = await listen((_incoming, response) => response.end("yes"));
  const answers = [["127.0.0.1"], ["192.0.2.1"]];
  const lookup = async () => answers.shift() ?? [];
  const url = new URL(`http://${NAME}:${server.port}/a?b=c`);
  const response = await pinnedRequest(url, asking({ lookup, method: "POST", body: "é" }));
  expect([response.status, await response.text()]).toEqual([200, "yes"]);
  expect(answers).toHaveLength(1);
  const [asked] = server.asked;
  expect(asked?.url).toBe("/a?b=c");
  expect(asked?.headers).toMatchObject({ host: `${NAME}:${server.port}`, "content-length": "2" });
});

test("a name with an address of a private network is not asked", async () => {
  await using server = await listen((_incoming, response) => response.end());
  const url = new URL(`http://${NAME}:${server.port}/`);
  const lookup = async () => ["8.8.8.8", "127.0.0.1"];
  await expect(pinnedRequest(url, asking({ lookup, allowPrivate: false }))).rejects.toMatchObject({
    code: "host_private",
  });
  expect(server.asked).toEqual([]);
});

test("the certificate that is asked for is the one of the name", async () => {
  const names: string[] = [];
  const server = createTlsServer({
    SNICallback: (name, done) => {
      names.push(name);
      done(new Error("none"));
    },
  });
  server.on("tlsClientError", () => undefined);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const url = new URL(`https://${NAME}:${(server.address() as AddressInfo).port}/`);
  await expect(pinnedRequest(url, asking())).rejects.toThrow("TLS");
  server.close();
  expect(names).toEqual([NAME]);
});

test("an answer is read up to its limit, a redirect is an answer, and one without a body is none", async () => {
  await using server = await listen(({ url }, response) => {
    if (url === "/long") response.end("x".repeat(101));
    else if (url === "/none") response.writeHead(204).end();
    else response.writeHead(302, { location: "/long", "set-cookie": ["a=1", "b=2"] }).end("gone");
  });
  const ask = (path: string) =>
    pinnedRequest(new URL(path, `http://${NAME}:${server.port}`), asking());
  await expect(ask("/long")).rejects.toThrow("too long");
  expect((await ask("/none")).status).toBe(204);
  const moved = await ask("/moved");
  expect([moved.status, await moved.text()]).toEqual([302, "gone"]);
  expect(moved.headers.getSetCookie()).toEqual(["a=1", "b=2"]);
  expect(server.asked.map(({ url }) => url)).toEqual(["/long", "/none", "/moved"]);
});

test("waiting for an answer ends at its timeout", async () => {
  const stop = new AbortController();
  await using server = await listen(() => stop.abort(new Error("over")));
  const url = new URL(`http://${NAME}:${server.port}/`);
  await expect(pinnedRequest(url, asking({ signal: stop.signal }))).rejects.toThrow("aborted");
});
