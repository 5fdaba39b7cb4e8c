import { createServer } from "node:http";
import { expect, test } from "vitest";
import { freePortRange } from "../../../tests/support/port-range.ts";
import { checkPorts } from "./check-ports.ts";
import { INNER_PORTS } from "./inner-ports.ts";
import { closeServer, listen } from "./server.ts";

async function taken(port: number): Promise<AsyncDisposable> {
  const server = createServer();
  await listen(server, port);
  return { [Symbol.asyncDispose]: () => closeServer(server) };
}

test("ports that are free are left free, and 0 is no port to be tried", async () => {
  const first = await freePortRange(INNER_PORTS + 1);
  const ports = { port: first + INNER_PORTS, innerPort: first, siteUrl: undefined };
  await checkPorts(ports);
  await checkPorts(ports);
  await checkPorts({ port: 0, innerPort: 0, siteUrl: undefined });
});

test("the product's port that is taken is named, and how another one is taken", async () => {
  const port = await freePortRange(1);
  await using _other = await taken(port);
  await expect(checkPorts({ port, innerPort: 0, siteUrl: undefined })).rejects.toThrow(
    `Port ${port} is taken, by another program or another Thaw. Take another one: npm start -- --port ${port + 1}, or PORT=${port + 1}.`,
  );
  await expect(checkPorts({ port, innerPort: 0, siteUrl: "https://a.example" })).rejects.toThrow(
    /and lead the reverse proxy there/,
  );
});

test("a port inside that is taken is named with the setting that moves them all", async () => {
  const first = await freePortRange(INNER_PORTS);
  await using _other = await taken(first + 2);
  await expect(checkPorts({ port: 0, innerPort: first, siteUrl: undefined })).rejects.toThrow(
    new RegExp(`Port ${first + 2} is taken.*${first} to ${first + 4}; THAW_INNER_PORT=N`),
  );
});

test("a port inside that is given back a moment later is waited for", async () => {
  const first = await freePortRange(INNER_PORTS);
  const other = await taken(first);
  setTimeout(() => void other[Symbol.asyncDispose](), 400);
  await checkPorts({ port: 0, innerPort: first, siteUrl: undefined });
});
