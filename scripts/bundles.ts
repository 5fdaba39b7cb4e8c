// `npm run bundles`: size and import cost of every Lambda bundle that the last synthesis left in .sst/artifacts.
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import path from "node:path";
import { gzipSync } from "node:zlib";
import { bundleFile, entries, loadedAtStart } from "./bundle-file.ts";

const BUDGET_MS = 100;
const RUNS = 7;

/** Processor time of importing a bundle in a fresh process, without the process's own: milliseconds, the best of all runs. */
function importMs(file: string): number {
  const script = `
    globalThis.awslambda = { streamifyResponse: (handler) => handler };
    const before = process.cpuUsage();
    await import(${JSON.stringify(path.resolve(file))});
    const { user, system } = process.cpuUsage(before);
    console.log((user + system) / 1000);
    process.exit(0);`;
  const runs = Array.from({ length: RUNS }, () =>
    Number(execFileSync("node", ["--input-type=module", "-e", script], { encoding: "utf8" })),
  );
  return Math.min(...runs);
}

let over = 0;
console.log("What a cold start loads\nKB      gzip    import ms");
for (const entry of entries) {
  const file = bundleFile(entry);
  if (!file) {
    console.log(`no bundle of ${entry}: run the infrastructure tests first`);
    continue;
  }
  const bytes = Buffer.concat(loadedAtStart(file).map((part) => readFileSync(part)));
  const ms = importMs(file);
  if (ms > BUDGET_MS) over += 1;
  const figures = [bytes.length / 1024, gzipSync(bytes).length / 1024, ms];
  const mark = ms > BUDGET_MS ? "OVER  " : "";
  console.log(`${figures.map((figure) => figure.toFixed(0).padEnd(8)).join("")}${mark}${entry}`);
}
console.log(`Budget: ${BUDGET_MS} ms`);
process.exitCode = over > 0 ? 1 : 0;
