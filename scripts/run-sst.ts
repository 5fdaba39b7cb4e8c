import { spawn } from "node:child_process";
import path from "node:path";

/** Started without npm, nothing else says where sst is; it looks for its own tools there too. */
const BIN = path.resolve(import.meta.dirname, "../node_modules/.bin");

/** What the sst command line needs of its surroundings. */
const SURROUNDINGS = {
  PATH: `${BIN}:${process.env.PATH}`,
  // With telemetry on and no network a failing command prints nothing and ends with 0.
  SST_TELEMETRY_DISABLED: "1",
};

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
