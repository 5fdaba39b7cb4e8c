import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { appendFileSync, existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { variable } from "@thaw/core/environment";
import { startDynamo } from "@thaw/local/dynamo";
import { tableName } from "@thaw/local/manifest";
import { freePortRange } from "../../support/port-range.ts";
import { CONFLICTS, withConflicts } from "./conflicting-table.ts";

const ROOT = join(import.meta.dirname, "../../..");
/** What `scripts/start.mjs` starts once the pages are built; a change of a source in the middle of the run builds nothing. */
const MAIN = "packages/local/src/main.ts";
const CLOCK = new URL("./follow-clock.ts", import.meta.url).href;
const READY = /Thaw is ready: (\S+)/;
const START_SECONDS = 60;
const INNER_PORTS = 5;

export type Product = {
  url: string;
  /** Its data folder. */
  data: string;
  /** A page with the mail that the product itself sent. */
  inboxUrl: string;
  /** Of the process that was started last. */
  pid: () => number;
  /**
   * Starts it, and returns how many seconds it took to be ready.
   *
   * @param mostKilobytes the largest size of any file that it and its database may write: a soft RLIMIT_FSIZE
   */
  start: (mostKilobytes?: number) => Promise<number>;
  /** Ends it at once, as a power cut would. */
  kill: () => Promise<void>;
  /** What it wrote when something failed. */
  output: () => string;
  /** Ends it and deletes its data. */
  remove: () => void;
};

/**
 * The built product as `npm start` runs it, on ports and data of its own, on the clock of this process. The environment of
 * this process leads to its table from then on.
 */
export async function installProduct(): Promise<Product> {
  const data = mkdtempSync(join(tmpdir(), "thaw-fault-product-"));
  const log = join(data, "output.log");
  const innerPort = await freePortRange(INNER_PORTS + 1);
  const port = innerPort + INNER_PORTS;
  const url = `http://127.0.0.1:${port}`;
  const outside = await tableOutside(data);
  const environment = {
    ...process.env,
    ALLOW_PRIVATE_MAIL_HOSTS: "true",
    NODE_COMPILE_CACHE: ".cache/node",
    NODE_OPTIONS: `--import=${CLOCK}`,
    POWERTOOLS_LOG_LEVEL: "ERROR",
    THAW_INNER_PORT: String(innerPort),
    ...(outside ? { AWS_ENDPOINT_URL_DYNAMODB: outside } : {}),
  };
  Object.assign(process.env, {
    AWS_ENDPOINT_URL_DYNAMODB: outside ?? `http://127.0.0.1:${innerPort}`,
    AWS_REGION: "us-east-1",
    AWS_ACCESS_KEY_ID: "local",
    AWS_SECRET_ACCESS_KEY: "local",
    [variable.table]: tableName,
  });
  let child: ChildProcess | undefined;
  const kill = async () => {
    if (!child || child.exitCode !== null || child.signalCode !== null) return;
    const exited = once(child, "exit");
    child.kill("SIGKILL");
    await exited;
  };
  return {
    url,
    data,
    inboxUrl: `http://127.0.0.1:${innerPort + 2}`,
    pid: () => child?.pid ?? 0,
    async start(mostKilobytes) {
      const startedAt = performance.now();
      const args = [process.execPath, MAIN, "--port", String(port), "--data", data];
      // In its place: the process id stays the same.
      const limited = `ulimit -S -f ${mostKilobytes ?? "$(ulimit -H -f)"}; exec "$0" "$@"`;
      child = spawn("/bin/bash", ["-c", limited, ...args], { cwd: ROOT, env: environment });
      await ready(child, log);
      return (performance.now() - startedAt) / 1000;
    },
    kill,
    output: () => (existsSync(log) ? readFileSync(log, "utf8") : ""),
    remove() {
      child?.kill("SIGKILL");
      rmSync(data, { recursive: true, force: true });
    },
  };
}

/** Where writes shall meet conflicts, a table that the product does not start itself: it outlives the kills. */
async function tableOutside(data: string): Promise<string | undefined> {
  if (!process.env[CONFLICTS]) return undefined;
  const { endpoint } = await startDynamo({ dir: join(data, "dynamo") });
  return withConflicts(endpoint);
}

/** @throws Error when it ends, or is not ready in time */
function ready(child: ChildProcess, log: string): Promise<void> {
  let output = "";
  return new Promise<void>((resolve, reject) => {
    const fail = (reason: string) => reject(new Error(`The product ${reason}: ${output}`));
    const timer = setTimeout(() => fail("is not ready"), START_SECONDS * 1000);
    child.stdout?.on("data", (chunk: Buffer) => {
      output = (output + chunk).slice(-10_000);
      if (!READY.test(output)) return;
      clearTimeout(timer);
      resolve();
    });
    child.stderr?.on("data", (chunk: Buffer) => {
      output = (output + chunk).slice(-10_000);
      appendFileSync(log, chunk);
    });
    child.once("exit", (code) => {
      clearTimeout(timer);
      fail(`ended with ${code}`);
    });
  });
}
