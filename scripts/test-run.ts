// `npm test`: everything, in parts, and one line over all of them at the end. `npm test -- unit infra` runs only those.
import { existsSync, readFileSync, rmSync } from "node:fs";
import { measurePace, paceVariable } from "./pace.ts";
import { chromiumPath, prepareMachine } from "./prepare-machine.ts";
import { type Report, readReport } from "./report.ts";
import { type Command, type Outcome, runCommand } from "./run-command.ts";
import { addLine } from "./test-lines.ts";

type Tally = { passed: number; failed: number; skipped: number };
type Part = { name: string; run: () => Promise<Tally> };
/** Parts that run one after the other. */
type Lane = readonly Part[];

const REPORTS = "reports";
/** All of it has ended by then, ten minutes before CI ends it; what did not run has a name. */
const WHOLE_SECONDS = 80 * 60;
/** As long as the longest test may take where limits are widest; a test that prints nothing for longer has stopped. */
const SILENT_SECONDS = 30 * 60;

/** @returns the exit code */
export async function runTests(): Promise<number> {
  rmSync(REPORTS, { recursive: true, force: true });
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
  console.log(`${(performance.now() / 60_000).toFixed(1)} minutes in all`);
  console.log(`${total.passed} passed, ${total.failed} failed, ${total.skipped} skipped`);
  return total.failed > 0 || total.passed === 0 ? 1 : 0;
}

/** What runs after what; the lanes of a stage run side by side. */
function stages(missing: Promise<ReadonlySet<string>>): Lane[][] {
  const project = (name: string): Part => ({ name, run: () => vitest(name) });
  const build = { command: "node", args: ["scripts/build-pages.ts"] };
  // Its tests look for the servers themselves: a machine without apt-get may have them.
  const labRun = async () => vitest("lab", (await missing).has("mail servers") && "mail servers");
  // The journeys' configuration starts the built product by itself.
  const journeysRun = async () => journeys((await missing).has("chromium") && "browser");
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
  const { code, output } = await runInTime({ command: "node", args: ["scripts/check.ts"] });
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
  const { code, output } = await runInTime(command);
  if (code !== 0) console.log(output.trimEnd());
  return { passed: code === 0 ? 1 : 0, failed: code === 0 ? 0 : 1, skipped: 0 };
}

async function trace(): Promise<Tally> {
  const { code, output } = await runInTime({
    command: "node",
    args: ["scripts/trace.ts", "--short"],
  });
  console.log(output.trimEnd());
  return { passed: code === 0 ? 1 : 0, failed: code === 0 ? 0 : 1, skipped: 0 };
}

function vitest(project: string, lack: string | false = false): Promise<Tally> {
  const report = `${REPORTS}/vitest-${project}.jsonl`;
  const env = { VITEST_REPORT: report };
  return runner(report, { command: "vitest", args: ["run", "--project", project], env }, lack);
}

/** What cannot run on this machine is listed, never passed over in silence. */
function journeys(lack: string | false): Promise<Tally> {
  const args = lack ? ["test", "--list"] : ["test"];
  const env = { CHROMIUM: chromiumPath() ?? "" };
  return runner(`${REPORTS}/playwright.jsonl`, { command: "playwright", args, env }, lack);
}

/**
 * A runner that crashes, is ended or finds no tests counts as one failure more.
 * @param lack what the machine has not, for tests that are skipped without a word
 */
async function runner(report: string, command: Command, lack: string | false): Promise<Tally> {
  const pace = await measurePace();
  if (pace > 1) console.log(`${report}: limits of tests times ${pace} on this machine`);
  const env = { ...command.env, ...paceVariable(pace) };
  const { code, output } = await runInTime({ ...command, env });
  if (lack) addLine(report, { kind: "missing", what: lack });
  const read = readReport(report);
  const tally = { passed: 0, failed: 0, skipped: 0 };
  for (const { status, file, title, message } of read.results) {
    tally[status === "not run" ? "skipped" : status] += 1;
    if (status === "failed") console.log(`✗ ${file}: ${title}\n${message}\n`);
  }
  if (crashed(code, tally.failed, read.results.length) || notRun(read).length > 0) {
    tally.failed += 1;
    console.log(read.results.length === 0 ? "found no tests" : `ended with exit code ${code}`);
    console.log(output.trimEnd().split("\n").slice(-LAST_LINES).join("\n"));
  }
  for (const name of notRun(read)) console.log(`not run: ${name}`);
  return tally;
}

/** Of a runner's words, which name each test that passed. */
const LAST_LINES = 200;

const notRun = ({ results, unopened }: Report) => [
  ...results
    .filter(({ status }) => status === "not run")
    .map(({ file, title }) => `${file}: ${title}`),
  ...unopened.map((file) => `${file}: the whole file`),
];

const crashed = (code: number, failed: number, found: number) =>
  found === 0 || (code !== 0 && failed === 0);

/** Within what is left of the time for all of it. */
function runInTime(command: Command): Promise<Outcome> {
  // Even then: the trace needs its seconds, and a runner those in which it names what it holds.
  const limitSeconds = Math.max(60, WHOLE_SECONDS - performance.now() / 1000);
  return runCommand(command, { limitSeconds, silentSeconds: SILENT_SECONDS });
}
