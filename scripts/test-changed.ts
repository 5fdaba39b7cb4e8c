/**
 * The checks and unit tests that a change reaches, and a list of what it does not run.
 *
 *   npm run test:changed             since the branch left main, with what is not committed
 *   npm run test:changed -- HEAD~3   since another commit
 *   npm run test:changed -- --near   only the tests in the folders of what has changed
 */
import { execFileSync, spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { dirname } from "node:path";
import { parseArgs } from "node:util";

const git = (...args: string[]) => execFileSync("git", args, { encoding: "utf8" }).trim();
const lines = (text: string) => text.split("\n").filter(Boolean);

/** Where the change begins: `ref`, or the commit at which the present branch left it. */
function baseOf(ref: string): string {
  try {
    return git("merge-base", ref, "HEAD");
  } catch {
    console.error(`There is no commit called ${ref}`);
    process.exit(2);
  }
}

const { values, positionals } = parseArgs({
  options: { near: { type: "boolean", default: false } },
  allowPositionals: true,
});
const base = baseOf(positionals[0] ?? "main");
const all = lines(git("diff", "--name-only", base)).concat(
  lines(git("ls-files", "--others", "--exclude-standard")),
);
const changed = [...new Set(all)].filter((file) => existsSync(file)).sort();
const deleted = all.length - changed.length;
const code = changed.filter((file) => /\.tsx?$/.test(file));
console.log(`${changed.length} changed files since ${base.slice(0, 8)}, ${deleted} deleted`);

/** What runs only with the whole suite, and which changes it looks at. */
const APART: readonly [string, RegExp][] = [
  [
    "infrastructure: npx vitest run --project infra",
    /^(stacks\/|sst\.config|packages\/core\/src\/manifest)/,
  ],
  ["the one-machine runtime: npx vitest run --project local", /^packages\/(local|functions)\//],
  [
    "real mail servers: npx vitest run --project lab",
    /^packages\/mail\/|\/(message|poll|mailbox|inbox)\//,
  ],
  ["browser journeys: npm test", /^web\//],
  [
    "generated documents and dead code: npm run check",
    /^(packages|web|stacks|scripts|tests|docs)\//,
  ],
  ["what a deleted file leaves behind: npm test", /^$/],
];
/** A change of these reaches tests by no import. */
const EVERYWHERE =
  /^((stacks\/)?package(-lock)?\.json|vitest\.config\.ts|tsconfig\.json|patches\/|tests\/support\/)/;

const failed: string[] = [];
const UNIT = ["--project", "unit", "--project", "unit-alone", "--passWithNoTests"];

function vitest(name: string, args: readonly string[]): void {
  run(name, "vitest", [...args, ...UNIT, "--silent=passed-only"]);
}

function run(name: string, command: string, args: readonly string[]): void {
  console.log(`\n${name}`);
  const { status } = spawnSync(command, args, { stdio: "inherit" });
  if (status !== 0) failed.push(name);
}

if (changed.length > 0) {
  run("format", "biome", ["check", "--error-on-warnings", "--no-errors-on-unmatched", ...changed]);
  run("types", "tsc", ["-p", "."]);
}
if (code.length > 0) {
  run("lint", "oxlint", ["--type-aware", "--quiet", ...code]);
  // Those beside the change first: what a file of core reaches is often nearly everything, by way of the API's tests.
  const folders = [...new Set(code.map(dirname))];
  vitest("unit tests beside the change", ["run", ...folders.map((folder) => `${folder}/`)]);
  const neighbours = folders.flatMap((folder) => ["--exclude", `${folder}/**`]);
  if (!values.near) vitest("unit tests further away", ["related", "--run", ...neighbours, ...code]);
}

console.log("\nNot covered:");
if (values.near) console.log("  unit tests further away: npm run test:changed without --near");
for (const [what, looksAt] of APART) {
  if (changed.some((file) => looksAt.test(file)) || (deleted > 0 && looksAt.test(""))) {
    console.log(`  ${what}`);
  }
}
const untraced = changed.filter((file) => EVERYWHERE.test(file) || !/\.(tsx?|mjs|md)$/.test(file));
if (untraced.length > 0)
  console.log(`  tests that read these without importing them: ${untraced.join(", ")}`);
if (failed.length > 0) console.log(`\nFAILED: ${failed.join(", ")}`);
process.exitCode = failed.length > 0 ? 1 : 0;
