// The report of a test run: one line of JSON for each event, written as it happens, so that a run that is ended keeps
// its results and what it did not come to has a name.
import { appendFileSync, mkdirSync, writeFileSync } from "node:fs";
import path from "node:path";

/** One test. `title` is what the test says, without the file and the groups around it. */
export type PlannedTest = {
  /** The runner's own, unique in its report. */
  id: string;
  runner: "vitest" | "playwright";
  file: string;
  groups: string[];
  title: string;
};

export type TestEnd = {
  id: string;
  status: "passed" | "failed" | "skipped";
  /** Why it failed or was skipped. */
  message: string;
};

export type ReportLine =
  | { kind: "planned"; test: PlannedTest }
  /** A file whose tests are not known before it is loaded. */
  | { kind: "file"; file: string }
  /** What this machine lacks: why the tests without an end, or skipped without a word, did not run. */
  | { kind: "missing"; what: string }
  | { kind: "end"; end: TestEnd };

/** Begins a report anew. @returns the function that adds a line */
export function startReport(file: string): (line: ReportLine) => void {
  mkdirSync(path.dirname(file), { recursive: true });
  writeFileSync(file, "");
  return (line) => addLine(file, line);
}

export const addLine = (file: string, line: ReportLine): void =>
  appendFileSync(file, `${JSON.stringify(line)}\n`);

export const relativeToHere = (file: string): string => path.relative(process.cwd(), file);
