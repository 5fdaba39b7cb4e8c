/** How long a change takes from the file to what is seen while developing. Changes three sources for a moment: nobody should edit them meanwhile. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { WebSocket } from "ws";
import { freePort } from "../../packages/local/src/free-port.ts";

const ROUNDS = 5;
const BAR_MS = 3_000;
const GIVE_UP_MS = 60_000;
const TEXTS = "web/app/messages/en-us/auth.ts";
const SCREEN = "app/routes/_auth.login/route.tsx";
const CORE = "packages/core/src/readiness.ts";

const port = await freePort();
const url = `http://127.0.0.1:${port}`;
const data = mkdtempSync(join(tmpdir(), "thaw-dev-loop-"));
const startedAt = performance.now();
const dev = spawn("node", ["scripts/dev.mjs", "--port", String(port), "--data", data], {
  env: { ...process.env, THAW_INNER_PORT: "0" },
  stdio: ["ignore", "pipe", "pipe"],
});
let said = "";
for (const stream of [dev.stdout, dev.stderr]) stream.on("data", (chunk) => (said += chunk));

const pageOf = async (path: string) => (await fetch(`${url}${path}`)).text();

/** Milliseconds until `isSeen`, asked again and again. */
async function until(isSeen: () => Promise<boolean>): Promise<number> {
  const from = performance.now();
  while (!(await isSeen())) {
    if (performance.now() - from > GIVE_UP_MS) throw new Error("The change was never seen");
    await sleep(10);
  }
  return performance.now() - from;
}

/** Saves a file with another content, measures, and puts it back as it was. */
async function edited(
  file: string,
  edit: (text: string) => string,
  measure: () => Promise<number>,
): Promise<number> {
  const text = readFileSync(file, "utf8");
  const changed = edit(text);
  if (changed === text) throw new Error(`${file} no longer holds what is to be changed`);
  try {
    const seen = measure();
    writeFileSync(file, changed);
    return await seen;
  } finally {
    writeFileSync(file, text);
  }
}

async function rounds(name: string, once: (round: number) => Promise<number>): Promise<void> {
  const times: number[] = [];
  for (let round = 1; round <= ROUNDS; round++) {
    times.push(await once(round));
    // The file is back as it was, and that has to be seen before it is changed again.
    await sleep(1_500);
  }
  const sorted = times.toSorted((a, b) => a - b);
  const [median = 0, slowest = 0] = [sorted[Math.floor(ROUNDS / 2)], sorted.at(-1)];
  console.log(
    `${name.padEnd(28)}${Math.round(median)} ms, slowest ${Math.round(slowest)} (bar: ${BAR_MS})`,
  );
  if (slowest > BAR_MS) process.exitCode = 1;
}

/** What tells open pages of changes, as Vite's own client reads it. */
async function openUpdates(): Promise<WebSocket> {
  const client = await pageOf("/@vite/client");
  const token = /wsToken = "([^"]+)"/.exec(client)?.[1];
  const place = /directSocketHost = "([^"]+)"/.exec(client)?.[1];
  const socket = new WebSocket(`ws://${place}?token=${token}`, "vite-hmr");
  await once(socket, "open");
  return socket;
}

try {
  await until(async () => said.includes("Thaw is ready"));
  console.log(`${"start".padEnd(28)}${Math.round(performance.now() - startedAt)} ms`);
  console.log(
    `${"first page".padEnd(28)}${Math.round(await until(async () => (await pageOf("/login")).includes("Log in")))} ms`,
  );
  await pageOf(`/${SCREEN}`);
  const updates = await openUpdates();

  await rounds("text to page", (round) =>
    edited(
      TEXTS,
      (text) => text.replace('loginTitle: "Log in"', `loginTitle: "Log in ${round}"`),
      () => until(async () => (await pageOf("/login")).includes(`>Log in ${round}<`)),
    ),
  );
  await rounds("screen to open page", (round) =>
    edited(
      join("web", SCREEN),
      (text) => `${text}\n// ${round}\n`,
      async () => {
        const from = performance.now();
        const isUpdate = (message: string) => /"type":"(update|full-reload|custom)"/.test(message);
        while (!isUpdate(String((await once(updates, "message"))[0]))) continue;
        return performance.now() - from;
      },
    ),
  );
  const isReady = async () => (await fetch(`${url}/readyz`)).ok;
  await until(isReady);
  await rounds("core to API", () =>
    edited(
      CORE,
      (text) => text.replace("Promise<void> {", 'Promise<void> {\n  throw new Error("changed");'),
      () => until(async () => !(await isReady())),
    ),
  );
  updates.close();
} catch (error) {
  console.log(said);
  throw error;
} finally {
  dev.kill();
  await once(dev, "exit");
  rmSync(data, { recursive: true, force: true });
}
