import { spawn } from "node:child_process";
import path from "node:path";

const root = path.resolve(import.meta.dirname, "..");
const SST = [
  "--import",
  path.join(root, "stacks/resolve.ts"),
  path.join(root, "stacks/node_modules/sst/cli/sst.js"),
];
/** Started without npm, nothing else says where its tools are. */
const BIN = ["stacks/node_modules/.bin", "node_modules/.bin"].map((bin) => path.join(root, bin));

/** What the sst command line needs of its surroundings. */
const SURROUNDINGS = {
  PATH: [...BIN, process.env.PATH].join(":"),
  // With telemetry on and no network a failing command prints nothing and ends with 0.
  SST_TELEMETRY_DISABLED: "1",
};

/** Runs the sst command line on this terminal and gives its exit code. Its packages are those of stacks/. */
export function runSst(args: readonly string[], env: Record<string, string>): Promise<number> {
  const child = spawn(process.execPath, [...SST, ...args], {
    stdio: "inherit",
    env: { ...process.env, ...SURROUNDINGS, ...env },
  });
  return new Promise((resolve, reject) => {
    child.on("error", reject);
    child.on("exit", (code) => resolve(code ?? 1));
  });
}
