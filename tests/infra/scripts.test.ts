import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { expect, onTestFinished, test } from "vitest";

const LEDGER = `id\tarea\trequirement\tkind\thow_to_check
AUTH-01\tauth\tPeople sign in.\tgiven\tintegration: sign in
AUTH-02\tauth\tThe form shows a code step.\tgiven\te2e(browser): sign in
LEAD-01\tleads\tLeads are listed.\tgiven\tunit: list
`;

type Results = Record<string, "passed" | "failed">;

/** Runs the trace in a folder of its own, over what the two runners are said to have reported. */
function trace({ vitest = {}, playwright = {} }: { vitest?: Results; playwright?: Results }) {
  const folder = mkdtempSync(path.join(tmpdir(), "thaw-trace-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  mkdirSync(path.join(folder, "docs/product"), { recursive: true });
  mkdirSync(path.join(folder, "reports"));
  writeFileSync(path.join(folder, "docs/product/requirements.tsv"), LEDGER);
  const assertionResults = Object.entries(vitest).map(([title, status]) => ({ title, status }));
  const suite = { name: path.join(folder, "a.test.ts"), status: "passed", assertionResults };
  const unit = { testResults: [suite] };
  const specs = Object.entries(playwright).map(([title, status]) => ({
    title,
    tests: [{ status: status === "passed" ? "expected" : "unexpected", results: [] }],
  }));
  const journeys = {
    suites: [{ file: "b.spec.ts", specs: [], suites: [{ file: "b.spec.ts", specs }] }],
  };
  writeFileSync(path.join(folder, "reports/vitest-unit.json"), JSON.stringify(unit));
  writeFileSync(path.join(folder, "reports/playwright.json"), JSON.stringify(journeys));
  return run("trace.ts", folder);
}

function run(script: string, cwd = process.cwd(), args: string[] = []) {
  const file = path.resolve("scripts", script);
  const { status, stdout, stderr } = spawnSync("node", [file, ...args], { cwd, encoding: "utf8" });
  return { status, output: stdout + stderr };
}

test("an id is proved by a passing test that carries it at the end of its name", () => {
  const { status, output } = trace({
    vitest: {
      "people sign in [AUTH-01, LEAD-01]": "passed",
      "about [LEAD-01] in the middle": "failed",
    },
  });
  expect(output).toMatch(/^auth\s+1 \/ 2$/m);
  expect(output).toMatch(/^leads\s+1 \/ 1$/m);
  expect(status).toBe(0);
});

test("what a browser has to show is proved in a browser only", () => {
  expect(trace({ vitest: { "a code step [AUTH-02]": "passed" } }).output).toMatch(
    /^auth\s+0 \/ 2$/m,
  );
  const journey = trace({ playwright: { "a code step [AUTH-02]": "passed" } });
  expect(journey.output).toMatch(/^auth\s+1 \/ 2$/m);
});

test("the trace fails on an id that the ledger does not hold, and on one whose test failed", () => {
  const unknown = trace({ vitest: { "people sign in [AUTH-99]": "passed" } });
  expect(unknown).toMatchObject({ status: 1, output: expect.stringContaining("AUTH-99") });
  const failed = trace({ vitest: { "people sign in [AUTH-01]": "failed" } });
  expect(failed).toMatchObject({ status: 1, output: expect.stringContaining("AUTH-01 failed") });
});

test("the trace fails when nothing was reported", () => {
  expect(trace({})).toMatchObject({ status: 1 });
});

test("a deployment needs a stage by name", () => {
  for (const args of [[], ["--stage", ""], ["--stage", "Not A Stage"]]) {
    expect(run("deploy.ts", process.cwd(), args)).toMatchObject({
      status: 2,
      output: expect.stringContaining("Which stage?"),
    });
  }
});
