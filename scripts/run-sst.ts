import { spawn } from "node:child_process";
import path from "node:path";
import type { SecretName } from "../packages/core/src/manifest.ts";
import { runCommand } from "./run-command.ts";

/** Started without npm, nothing else says where sst is; it looks for its own tools there too. */
const BIN = path.resolve(import.meta.dirname, "../node_modules/.bin");

/** What the sst command line needs of its surroundings. */
const SURROUNDINGS = {
  PATH: `${BIN}:${process.env.PATH}`,
  // With telemetry on and no network a failing command prints nothing and ends with 0.
  SST_TELEMETRY_DISABLED: "1",
};

/** What a stage's secret is, as the sst command line says it; undefined where nobody has set it. */
export async function readSecret(name: SecretName, stage: string): Promise<string | undefined> {
  const args = ["secrets", "get", name, "--stage", stage];
  const { code, output } = await runCommand({ command: "sst", args, env: SURROUNDINGS });
  // What sst says of itself comes before.
  return code === 0 ? output.trim().split("\n").at(-1) : undefined;
}

/** Runs the sst command line on this terminal and gives its exit code. */
export function runSst(args: readonly string[], env: Record<string, string>): Promise<number> {
  const child = spawn("sst", args, {
    stdio: "inherit",
    env: { ...process.env, ...SURROUNDINGS, ...env },
  });
  return new Promise((resolve, reject) => {
    child.on("error", reject);
    child.on("exit", (code) => resolve(code ?? 1));
  });
}
