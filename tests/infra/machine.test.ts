import { chmodSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import { freePort } from "@thaw/local/free-port";
import { expect, onTestFinished, test } from "vitest";
import { checkAddresses } from "../../scripts/doctor/addresses.ts";
import { examineMachine } from "../../scripts/doctor/check-machine.ts";
import { checkClock } from "../../scripts/doctor/clock.ts";
import { checkDataFolder } from "../../scripts/doctor/data-folder.ts";
import { checkNameServers } from "../../scripts/doctor/name-servers.ts";
import { checkNode } from "../../scripts/doctor/node-version.ts";
import { checkPort } from "../../scripts/doctor/port.ts";

const local = {
  port: 3000,
  data: ".thaw",
  demo: false,
  innerPort: 18801,
  emailFrom: "Thaw <no-reply@localhost>",
};
const PUBLIC = { ...local, siteUrl: "https://mail.acme.net", emailFrom: "Acme <a@acme.net>" };
const TRANSPORT = '{"host":"smtp.acme.net","port":587}';

function folder() {
  const made = mkdtempSync(path.join(tmpdir(), "thaw-machine-"));
  onTestFinished(() => {
    chmodSync(made, 0o700);
    rmSync(made, { recursive: true });
  });
  return made;
}

test("a machine is looked at by itself: what nobody is asked for is not checked", async () => {
  const port = String(await freePort());
  const all = await examineMachine({ port, data: path.join(folder(), "new", "folder") });
  const states = Object.fromEntries(all.map(({ subject, state }) => [subject, state]));
  expect(states).toMatchObject({
    "Node.js": "ok",
    port: "ok",
    "data folder": expect.stringMatching(/ok|warns/),
    clock: "ok",
    outgoing: "not checked",
  });
  for (const { state, mend } of all) expect(mend === undefined).toBe(state === "ok");
});

test("settings that npm start would refuse block", async () => {
  expect(await examineMachine({ port: "none" })).toContainEqual(
    expect.objectContaining({
      subject: "settings",
      state: "blocks",
      says: expect.stringContaining("port"),
    }),
  );
});

test("a port in use blocks, and the mend names another", async () => {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => void server.close());
  const { port } = server.address() as { port: number };
  expect(await checkPort(port)).toMatchObject({
    state: "blocks",
    says: expect.stringContaining(`${port} is in use`),
    mend: expect.stringContaining("--port"),
  });
});

test("a data folder has to be a folder that can be written to", () => {
  const file = path.join(folder(), "file");
  writeFileSync(file, "");
  expect(checkDataFolder(file)).toMatchObject({
    state: "blocks",
    says: expect.stringContaining("is a file"),
  });
  expect(checkDataFolder(path.join(file, "below"))).toMatchObject({ state: "blocks" });
  expect(checkDataFolder("/proc/1/thaw")).toMatchObject({ state: "blocks" });
});

test("a clock before the copy of the product blocks", () => {
  expect(checkClock(Date.UTC(1970, 0, 2))).toMatchObject({
    state: "blocks",
    mend: expect.stringContaining("clock"),
  });
  expect(checkClock(Date.now())).toMatchObject({ state: "ok" });
});

test("an old Node.js blocks, and no name server is told", () => {
  expect(
    ["18.20.0", "20.18.1", "20.19.0", "24.1.0"].map((version) => checkNode(version).state),
  ).toEqual(["blocks", "blocks", "ok", "ok"]);
  expect([checkNameServers([]).state, checkNameServers(["192.0.2.1"]).state]).toEqual([
    "warns",
    "ok",
  ]);
});

test.each([
  [
    "nothing set",
    local,
    undefined,
    { states: ["warns", "warns"], says: /opens on this machine alone.*go nowhere/s },
  ],
  [
    "a loopback address",
    { ...PUBLIC, siteUrl: "http://localhost:3000" },
    TRANSPORT,
    { states: ["warns", "ok"], says: /localhost:3000/ },
  ],
  [
    "no encryption",
    { ...PUBLIC, siteUrl: "http://mail.acme.net" },
    TRANSPORT,
    { states: ["warns", "ok"], says: /not encrypted/ },
  ],
  [
    "a transport that is no JSON",
    PUBLIC,
    "smtp://acme.net",
    { states: ["ok", "blocks"], says: /no object in JSON/ },
  ],
  [
    "port 25",
    PUBLIC,
    '{"host":"smtp.acme.net","port":25}',
    { states: ["ok", "warns"], says: /port 25/ },
  ],
  ["no host", PUBLIC, "{}", { states: ["ok", "warns"], says: /names no host/ }],
  [
    "a sender at localhost",
    { ...local, siteUrl: PUBLIC.siteUrl },
    TRANSPORT,
    { states: ["ok", "warns"], says: /no mail server takes/ },
  ],
  ["all of them", PUBLIC, TRANSPORT, { states: ["ok", "ok"], says: /acme/ }],
])("addresses: %s", (_, settings, transport, { states, says }) => {
  const found = checkAddresses(settings, { SMTP_TRANSPORT: transport });
  expect(found.map(({ state }) => state)).toEqual(states);
  expect(found.map((each) => each.says).join("\n")).toMatch(says);
});

test("passwords of the mail server are not printed", () => {
  const found = checkAddresses(PUBLIC, {
    SMTP_TRANSPORT: '{"host":"smtp.acme.net","auth":{"pass":"canary"}}',
  });
  expect(JSON.stringify(found)).not.toContain("canary");
});
