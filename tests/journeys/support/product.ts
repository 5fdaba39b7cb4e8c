import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";

const ROOT = join(import.meta.dirname, "../../..");
const READY = /Thaw is ready: (\S+)/;
const INBOX = /is kept at (\S+)/;

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
  const data = mkdtempSync(join(tmpdir(), "thaw-journey-"));
  const port = await freePort();
  const child = spawn(
    process.execPath,
    ["scripts/start.mjs", "--port", String(port), "--data", data, ...flags],
    {
      cwd: ROOT,
      env: { ...process.env, ...environment, THAW_INNER_PORT: String(await freePort()) },
      stdio: ["ignore", "pipe", "inherit"],
    },
  );
  let output = "";
  await new Promise<void>((resolve, reject) => {
    child.stdout.on("data", (chunk: Buffer) => {
      output += chunk;
      if (READY.test(output)) resolve();
    });
    child.once("exit", (code) => reject(new Error(`The product ended with ${code}: ${output}`)));
  });
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

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  await new Promise((resolve) => server.close(resolve));
  if (address === null || typeof address === "string") throw new Error("No free port");
  return address.port;
}
