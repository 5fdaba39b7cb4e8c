// `npm test`: everything, in parts, and one line over all of them at the end. `npm test -- unit infra` runs only those.
import { existsSync, readFileSync, rmSync } from "node:fs";
import { chromiumPath, prepareMachine } from "./prepare-machine.ts";
import { readReport } from "./report.ts";
import { type Command, runCommand } from "./run-command.ts";

type Tally = { passed: number; failed: number; skipped: number };
type Part = { name: string; run: () => Promise<Tally> };
/** Parts that run one after the other. */
type Lane = readonly Part[];

const REPORTS = "reports";

/** @returns the exit code */
export async function runTests(): Promise<number> {
  rmSync(REPORTS, { recursive: true, force: true });
  const startedAt = performance.now();
  const chosen = process.argv.slice(2);
  const wanted = (name: string) => chosen.length === 0 || chosen.includes(name);
  // The downloads of a bare machine need its processors little: the first parts run meanwhile.
  const missing =
    wanted("lab") || wanted("journeys") ? prepareMachine() : Promise.resolve(new Set<never>());
  const total: Tally = { passed: 0, failed: 0, skipped: 0 };
  const runPart = async ({ name, run }: Part) => {
    const partStartedAt = performance.now();
    const tally = await run();
    for (const key of ["passed", "failed", "skipped"] as const) total[key] += tally[key];
    const seconds = ((performance.now() - partStartedAt) / 1000).toFixed(1);
    const verdict = tally.failed > 0 ? "FAILED" : tally.passed > 0 ? "ok" : "skipped";
    console.log(`${verdict.padEnd(8)}${name.padEnd(10)}${seconds.padStart(7)} s`);
  };
  const runLane = async (lane: Lane) => {
    for (const part of lane) if (wanted(part.name)) await runPart(part);
  };
  for (const lanes of stages(missing)) await Promise.all(lanes.map(runLane));
  console.log(`${((performance.now() - startedAt) / 60_000).toFixed(1)} minutes in all`);
  console.log(`${total.passed} passed, ${total.failed} failed, ${total.skipped} skipped`);
  return total.failed > 0 || total.passed === 0 ? 1 : 0;
}

/** What runs after what; the lanes of a stage run side by side. */
function stages(missing: Promise<ReadonlySet<string>>): Lane[][] {
  const project = (name: string): Part => ({ name, run: () => vitest(name) });
  const build = { command: "node", args: ["scripts/build-pages.ts"] };
  const labRun = async () =>
    (await missing).has("mail servers") ? countOnly("lab") : vitest("lab");
  // The journeys' configuration starts the built product by itself.
  const journeysRun = async () => ((await missing).has("chromium") ? countJourneys() : journeys());
  return [
    [[{ name: "check", run: check }], [{ name: "build", run: () => single(build) }]],
    [[project("unit")], [project("unit-alone")]],
    // The lab waits for its servers most of the time; beside the unit tests it lost ports to their servers.
    [[project("infra")], [project("local")], [{ name: "lab", run: labRun }]],
    [[{ name: "journeys", run: journeysRun }]],
    [[{ name: "trace", run: trace }]],
  ];
}

/** Each tool of `npm run check` counts as one test. */
async function check(): Promise<Tally> {
  const { code, output } = await runCommand({ command: "node", args: ["scripts/check.ts"] });
  process.stdout.write(output);
  const report = `${REPORTS}/check.json`;
  const tools: { ok: boolean }[] = existsSync(report)
    ? JSON.parse(readFileSync(report, "utf8"))
    : [];
  const failed = tools.filter(({ ok }) => !ok).length;
  return {
    passed: tools.length - failed,
    failed: crashed(code, failed, tools.length) ? failed + 1 : failed,
    skipped: 0,
  };
}

/** A command that counts as one test. */
async function single(command: Command): Promise<Tally> {
  const { code, output } = await runCommand(command);
  if (code !== 0) console.log(output.trimEnd());
  return { passed: code === 0 ? 1 : 0, failed: code === 0 ? 0 : 1, skipped: 0 };
}

async function trace(): Promise<Tally> {
  const { code, output } = await runCommand({
    command: "node",
    args: ["scripts/trace.ts", "--short"],
  });
  console.log(output.trimEnd());
  return { passed: code === 0 ? 1 : 0, failed: code === 0 ? 0 : 1, skipped: 0 };
}

function vitest(project: string): Promise<Tally> {
  const report = `${REPORTS}/vitest-${project}.json`;
  return runner(report, {
    command: "vitest",
    args: ["run", "--project", project, "--reporter=json"],
    env: { VITEST_REPORT: report },
  });
}

function journeys(): Promise<Tally> {
  const report = `${REPORTS}/playwright.json`;
  return runner(report, {
    command: "playwright",
    args: ["test", "--reporter=json"],
    env: { PLAYWRIGHT_JSON_OUTPUT_FILE: report, CHROMIUM: chromiumPath() ?? "" },
  });
}

/** A runner that crashes, or finds no tests, counts as one failure more. */
async function runner(report: string, command: Command): Promise<Tally> {
  const { code, output } = await runCommand(command);
  const results = readReport(report);
  const tally = { passed: 0, failed: 0, skipped: 0 };
  for (const { status, file, title, message } of results) {
    tally[status] += 1;
    if (status === "failed") console.log(`✗ ${file}: ${title}\n${message}\n`);
  }
  if (crashed(code, tally.failed, results.length)) {
    tally.failed += 1;
    console.log(results.length === 0 ? "found no tests" : `ended with exit code ${code}`);
    console.log(output.trimEnd());
  }
  return tally;
}

const crashed = (code: number, failed: number, found: number) =>
  found === 0 || (code !== 0 && failed === 0);

/** What cannot run on this machine is counted, never passed over in silence. */
async function countOnly(project: string): Promise<Tally> {
  const { code, output } = await runCommand({
    command: "vitest",
    args: ["list", "--project", project],
  });
  const skipped = output.split("\n").filter((line) => line.includes(" > ")).length;
  return { passed: 0, failed: code === 0 && skipped > 0 ? 0 : 1, skipped };
}

async function countJourneys(): Promise<Tally> {
  const { code, output } = await runCommand({ command: "playwright", args: ["test", "--list"] });
  const skipped = Number(/Total: (\d+) test/.exec(output)?.[1] ?? 0);
  return { passed: 0, failed: code === 0 && skipped > 0 ? 0 : 1, skipped };
}
