import { type ChildProcessByStdio, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { join } from "node:path";
import type { Readable } from "node:stream";
import { memoryFolder } from "../../support/memory-folder.ts";
import { freePortRange } from "../../support/port-range.ts";

const ROOT = join(import.meta.dirname, "../../..");
const READY = /Thaw is ready: (\S+)/;
const INBOX = /is kept at (\S+)/;
const TAKEN = /EADDRINUSE|[Pp]ort \d+ is (already in use|taken)/;
/** Its own, five inside, and one for each mailbox of the demo world. */
const PORTS = 20;
const STARTS = 5;

export type Product = {
  url: string;
  /** The folder that it keeps its data in. */
  data: string;
  /** The newest mail that the product itself sent to this address, as text. */
  mailTo: (address: string) => Promise<string>;
  stop: () => Promise<void>;
};

/** Starts the built product as `npm start` does, on ports and data of its own. */
export async function startProduct(
  environment: Record<string, string> = {},
  flags: readonly string[] = [],
): Promise<Product> {
  const { child, data, output } = await start(environment, flags);
  const inbox = INBOX.exec(output)?.[1] ?? "";
  return {
    url: READY.exec(output)?.[1] ?? "",
    data,
    async mailTo(address) {
      const store = (await (await fetch(new URL("/store", inbox))).json()) as {
        emails: { destination: { to: string[] }; body: { text?: string } }[];
      };
      const mail = store.emails.findLast(({ destination }) =>
        destination.to.some((to) => to.includes(address)),
      );
      return mail?.body.text ?? "";
    },
    async stop() {
      child.kill("SIGTERM");
      await once(child, "exit");
      rmSync(data, { recursive: true, force: true });
    },
  };
}

/** Someone else may take a port between our look at it and the product's: then it starts on others. */
async function start(environment: Record<string, string>, flags: readonly string[]) {
  for (let attempt = 1; ; attempt++) {
    // The demo world remembers its ports.
    const data = mkdtempSync(join(memoryFolder(), "thaw-journey-"));
    const port = await freePortRange(PORTS);
    const child = spawn(
      process.execPath,
      ["scripts/start.mjs", "--port", String(port), "--data", data, ...flags],
      {
        cwd: ROOT,
        env: {
          ...process.env,
          // A test may have led this process to the table of a product that has ended since, or to an address of its own.
          AWS_ENDPOINT_URL_DYNAMODB: undefined,
          SITE_URL: undefined,
          ...environment,
          THAW_INNER_PORT: String(port + 1),
        },
        stdio: ["ignore", "pipe", "pipe"],
      },
    );
    const { isReady, output } = await settled(child);
    if (isReady) return { child, data, output };
    rmSync(data, { recursive: true, force: true });
    if (attempt === STARTS || !TAKEN.test(output)) throw new Error(`It did not start: ${output}`);
  }
}

/** Waits until the product is ready or has ended, and returns what it wrote until then. */
function settled(child: ChildProcessByStdio<null, Readable, Readable>) {
  let output = "";
  child.stderr.pipe(process.stderr);
  child.stderr.on("data", (chunk: Buffer) => {
    output += chunk;
  });
  return new Promise<{ isReady: boolean; output: string }>((resolve) => {
    child.stdout.on("data", (chunk: Buffer) => {
      output += chunk;
      if (READY.test(output)) resolve({ isReady: true, output });
    });
    child.once("close", () => resolve({ isReady: false, output }));
  });
}
