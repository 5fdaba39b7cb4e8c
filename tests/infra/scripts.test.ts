import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { paceOf } from "../../scripts/pace.ts";
import { readReport } from "../../scripts/report.ts";
import { runCommand } from "../../scripts/run-command.ts";

const LEDGER = `id\tarea\trequirement\tkind\thow_to_check\tamended
AUTH-01\tauth\tPeople sign in.\tgiven\tintegration: sign in
AUTH-02\tauth\tThe form shows a code step.\tgiven\te2e(browser): sign in
LEAD-01\tleads\tLeads are listed.\tgiven\tunit: list\tLeads are listed by name.
I18N-01\ti18n\tWords come from a catalogue.\tgiven\tunit: read it
BEY-01\tbeyond\tNothing is sent twice.\tbeyond\tfaults
`;

type End = "passed" | "failed" | "skipped" | "not run";
/** What tests are said to have come to, by their names: of the group and of the test. */
type Results = Record<string, End>;
type Run = {
  vitest?: Results;
  playwright?: Results;
  missing?: string;
  sources?: Record<string, string>;
};

function emptyFolder() {
  const folder = mkdtempSync(path.join(tmpdir(), "thaw-trace-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  return folder;
}

function linesOf(runner: string, results: Results) {
  return Object.entries(results).flatMap(([name, status], id) => {
    const groups = name.split(" > ");
    const title = groups.pop();
    const planned = { kind: "planned", test: { id, runner, file: "a.test.ts", groups, title } };
    return status === "not run"
      ? [planned]
      : [planned, { kind: "end", end: { id, status, message: "" } }];
  });
}

/** Runs the trace in a folder of its own, over what the two runners are said to have reported. */
function trace({ vitest = {}, playwright = {}, missing, sources = {} }: Run) {
  const folder = emptyFolder();
  const write = (file: string, text: string) => {
    mkdirSync(path.dirname(path.join(folder, file)), { recursive: true });
    writeFileSync(path.join(folder, file), text);
  };
  const report = (lines: object[]) => lines.map((line) => `${JSON.stringify(line)}\n`).join("");
  const lack = missing ? [{ kind: "missing", what: missing }] : [];
  write("docs/product/requirements.tsv", LEDGER);
  write("reports/vitest-unit-alone.jsonl", report(linesOf("vitest", vitest)));
  write("reports/playwright.jsonl", report([...linesOf("playwright", playwright), ...lack]));
  for (const [file, text] of Object.entries(sources)) write(file, text);
  return run("trace.ts", folder);
}

function run(script: string, cwd = process.cwd(), args: string[] = []) {
  const file = path.resolve("scripts", script);
  const { status, stdout, stderr } = spawnSync("node", [file, ...args], { cwd, encoding: "utf8" });
  return { status, output: stdout + stderr };
}

test("an id is proved when every test that carries it, or stands in a group that does, has passed", () => {
  const { status, output } = trace({
    vitest: {
      "people sign in [AUTH-01, LEAD-01]": "passed",
      "words [I18N-01] > come from a catalogue": "passed",
      "words [I18N-01] > are checked": "skipped",
      "nothing is sent twice [BEY-01]": "passed",
    },
  });
  expect(output).toMatch(/^auth\s+1 \/ 2$/m);
  expect(output).toMatch(/^leads\s+1 \/ 1$/m);
  expect(output).toContain("claimed, not proved (skipped): I18N-01");
  expect(output).toContain("proved 2 of 4 of the mission, 3 of 5 in all");
  expect(status).toBe(0);
});

test("what an amendment changed is shown as amended", () => {
  expect(trace({ vitest: { "something else": "passed" } }).output).toMatch(
    /LEAD-01\s+Leads are listed by name\./,
  );
});

test("what a browser has to show is proved in a browser only", () => {
  const unit = trace({ vitest: { "a code step [AUTH-02]": "passed" } });
  expect(unit.output).toMatch(/^auth\s+0 \/ 2$/m);
  expect(unit.output).toContain("no journey carries it): AUTH-02");
  const journey = trace({ playwright: { "a code step [AUTH-02]": "passed" } });
  expect(journey.output).toMatch(/^auth\s+1 \/ 2$/m);
});

test("what did not run is named, with what the machine lacks", () => {
  const playwright: Results = { "a code step [AUTH-02]": "not run" };
  expect(trace({ playwright, missing: "browser" }).output).toContain(
    "claimed, not proved (no browser): AUTH-02",
  );
  expect(trace({ playwright }).output).toContain("claimed, not proved (not run): AUTH-02");
});

test("the trace fails on an id that the ledger does not hold, and on one whose test failed", () => {
  const unknown = trace({ vitest: { "people sign in [AUTH-99]": "passed" } });
  expect(unknown).toMatchObject({ status: 1, output: expect.stringContaining("AUTH-99") });
  const failed = trace({ vitest: { "people sign in [AUTH-01]": "failed" } });
  expect(failed).toMatchObject({ status: 1, output: expect.stringContaining("AUTH-01 failed") });
});

test("the trace fails on an id in the middle of a name, or in a file that is no test", () => {
  const middle = trace({
    vitest: { "about [LEAD-01] here": "passed", "in [UTF-8] too": "passed" },
  });
  expect(middle).toMatchObject({
    status: 1,
    output: expect.stringContaining("LEAD-01 does not stand at the end"),
  });
  expect(middle.output).not.toContain("UTF-8");
  const sources = { "packages/a/lead.ts": "// Proves [LEAD-01].", "packages/a/lead.test.ts": "" };
  const source = trace({ vitest: { "it lists": "passed" }, sources });
  expect(source).toMatchObject({
    status: 1,
    output: expect.stringContaining("LEAD-01 stands in a file that is no test: packages/a/lead.ts"),
  });
});

test("the trace fails when nothing was reported", () => {
  expect(trace({})).toMatchObject({ status: 1 });
});

test("a run that is killed keeps its results, and names what it did not come to", async () => {
  const folder = emptyFolder();
  const write = (name: string, text: string) => writeFileSync(path.join(folder, name), text);
  const reporter = path.resolve("scripts/report-vitest.ts");
  write(
    "vitest.config.mjs",
    `import { VitestLines } from ${JSON.stringify(reporter)};
export default { test: { globals: true, testTimeout: 0, pool: "forks", fileParallelism: false,
  sequence: { sequencer: class { sort(files) { return files.toSorted((a, b) => a.moduleId < b.moduleId ? -1 : 1); } shard(files) { return files; } } },
  include: ["*.test.mjs"], reporters: [new VitestLines("lines.jsonl")] } };`,
  );
  write(
    "a.test.mjs",
    `import { readFileSync } from "node:fs";
import { setTimeout } from "node:timers/promises";
describe("a group", () => { test("holds", () => {}); });
test("breaks", () => { throw new Error("broken"); });
// A worker tells of its tests in batches, the next of which may wait for another test to end.
test.each(Array.from({ length: 400 }, (_, turn) => turn))("looks %i", async () => {
  await setTimeout(30);
  if (!readFileSync("lines.jsonl", "utf8").includes("broken")) return;
  process.kill(process.ppid, "SIGKILL");
  await new Promise(() => {});
});
test("comes later", () => {});`,
  );
  write("b.test.mjs", `test("comes last", () => {});`);
  const vitest = path.resolve("node_modules/vitest/vitest.mjs");
  const command = { command: "sh", args: ["-c", `cd ${folder} && exec node ${vitest} run`] };
  expect(await runCommand(command)).toMatchObject({ code: 1 });
  const { results, unopened } = readReport(path.join(folder, "lines.jsonl"));
  const ends = results.map(({ groups, title, status }) => [...groups, title, status].join(", "));
  expect(ends.slice(0, 2)).toEqual(["a group, holds, passed", "breaks, failed"]);
  expect(ends.slice(-2)).toEqual(["looks 399, not run", "comes later, not run"]);
  expect(unopened.map((file) => path.basename(file))).toEqual(["b.test.mjs"]);
});

test("a command that says nothing for too long is ended, with what it had said", async () => {
  // Longer in all than it may be silent, and never silent for as long.
  const text =
    "for word in 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16; do echo $word; sleep 0.25; done";
  const command = { command: "sh", args: ["-c", `${text}; exec sleep 600`] };
  const { code, output } = await runCommand(command, { limitSeconds: 600, silentSeconds: 3 });
  expect(code).toBe(1);
  expect(output).toMatch(/\n16\n\nended after 3 s without a word/);
});

test("limits of tests grow with a slow machine, three times at most", () => {
  expect([0.1, 0.6, 1.2, 60].map(paceOf)).toEqual([1, 1, 2, 3]);
});

test("a deployment needs a stage by name", () => {
  for (const args of [[], ["--stage", ""], ["--stage", "Not A Stage"]]) {
    expect(run("deploy.ts", process.cwd(), args)).toMatchObject({
      status: 2,
      output: expect.stringContaining("Which stage?"),
    });
  }
});
