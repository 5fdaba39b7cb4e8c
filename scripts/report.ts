import { existsSync, readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import type { PlannedTest, ReportLine, TestEnd } from "./test-lines.ts";

/** One test as a runner reported it. */
export type TestResult = Omit<PlannedTest, "id"> & {
  /** "not run": planned, and the run ended before. */
  status: TestEnd["status"] | "not run";
  message: string;
};

export type Report = {
  results: TestResult[];
  /** Files that the run did not come to: nobody knows which tests they hold. */
  unopened: string[];
};

/** Reads one runner's report. A missing file gives no results: its runner crashed, which its exit code tells. */
export function readReport(file: string): Report {
  const lines = existsSync(file) ? readLines(file) : [];
  const tests = new Map<string, TestResult>();
  const files = new Set<string>();
  for (const line of lines) {
    if (line.kind === "file") files.add(line.file);
    else if (line.kind === "planned") {
      const { id, ...test } = line.test;
      tests.set(id, { ...test, status: "not run", message: "" });
    } else if (line.kind === "end") end(tests.get(line.end.id), line.end);
    else for (const test of tests.values()) explain(test, line.what);
  }
  const results = [...tests.values()];
  for (const { file: opened } of results) files.delete(opened);
  return { results, unopened: [...files] };
}

/** The results of every runner that left a report in `folder`. */
export function readReports(folder: string): TestResult[] {
  if (!existsSync(folder)) return [];
  return readdirSync(folder)
    .filter((name) => name.endsWith(".jsonl"))
    .flatMap((name) => readReport(path.join(folder, name)).results);
}

function end(test: TestResult | undefined, { status, message }: TestEnd) {
  // A test that passes on its second attempt only has failed once.
  if (test && test.status !== "failed") Object.assign(test, { status, message });
}

function explain(test: TestResult, missing: string) {
  if (test.status === "not run" || (test.status === "skipped" && !test.message)) {
    Object.assign(test, { status: "skipped", message: `no ${missing}` });
  }
}

/** The last line of a process that was killed may be half a line. */
function readLines(file: string): ReportLine[] {
  return readFileSync(file, "utf8")
    .split("\n")
    .slice(0, -1)
    .map((line) => JSON.parse(line));
}
