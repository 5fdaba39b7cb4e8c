import { existsSync, readdirSync, readFileSync } from "node:fs";
import path from "node:path";

/** One test as a runner reported it. `title` is what the test says, without the file and the groups around it. */
export type TestResult = {
  runner: "vitest" | "playwright";
  file: string;
  title: string;
  status: "passed" | "failed" | "skipped";
  /** Why it failed. */
  message: string;
};

type VitestReport = {
  testResults: {
    name: string;
    status: string;
    message: string;
    assertionResults: { title: string; status: string; failureMessages?: string[] }[];
  }[];
};

type PlaywrightSuite = {
  file: string;
  suites?: PlaywrightSuite[];
  specs: {
    title: string;
    tests: {
      status: "expected" | "unexpected" | "flaky" | "skipped";
      results: { error?: { message?: string } }[];
    }[];
  }[];
};

type PlaywrightReport = { suites: PlaywrightSuite[]; errors: { message?: string }[] };

/** Reads one runner's JSON report. A missing file gives no results: its runner crashed, which its exit code tells. */
export function readReport(file: string): TestResult[] {
  if (!existsSync(file)) return [];
  const report = JSON.parse(readFileSync(file, "utf8")) as VitestReport | PlaywrightReport;
  if ("testResults" in report) return report.testResults.flatMap(fromVitest);
  return report.suites.flatMap(fromPlaywright);
}

/** The results of every runner that left a report in `folder`. */
export function readReports(folder: string): TestResult[] {
  if (!existsSync(folder)) return [];
  return readdirSync(folder)
    .filter((name) => /^(vitest(-\w+)?|playwright)\.json$/.test(name))
    .flatMap((name) => readReport(path.join(folder, name)));
}

function fromVitest(suite: VitestReport["testResults"][number]): TestResult[] {
  const file = path.relative(process.cwd(), suite.name);
  const results = suite.assertionResults.map(({ title, status, failureMessages = [] }) => ({
    runner: "vitest" as const,
    file,
    title,
    status: statusOf(status),
    message: failureMessages.join("\n"),
  }));
  // A file that fails outside its tests (an import, a beforeAll) may report every test as skipped, or none at all.
  if (suite.status === "failed" && !results.some(({ status }) => status === "failed")) {
    const title = "the file itself";
    return [
      ...results,
      { runner: "vitest", file, title, status: "failed", message: suite.message },
    ];
  }
  return results;
}

function fromPlaywright(suite: PlaywrightSuite): TestResult[] {
  const results = suite.specs.flatMap(({ title, tests }) =>
    tests.map(({ status, results: attempts }) => ({
      runner: "playwright" as const,
      file: suite.file,
      title,
      // A test that passes on its second attempt only has failed once.
      status: statusOf(status),
      message: attempts.map(({ error }) => error?.message ?? "").join("\n"),
    })),
  );
  return [...results, ...(suite.suites ?? []).flatMap(fromPlaywright)];
}

function statusOf(status: string): TestResult["status"] {
  if (status === "passed" || status === "expected") return "passed";
  return status === "failed" || status === "unexpected" || status === "flaky"
    ? "failed"
    : "skipped";
}
