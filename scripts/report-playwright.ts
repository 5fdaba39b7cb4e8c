import type {
  FullConfig,
  Reporter,
  Suite,
  TestCase,
  TestResult,
} from "playwright/types/testReporter";
import { relativeToHere, startReport, type TestEnd } from "./test-lines.ts";

/** Playwright's reporter of lines; `--list` writes what there is to run. */
export default class PlaywrightLines implements Reporter {
  readonly #file: string;
  #write: ReturnType<typeof startReport> = () => undefined;

  constructor({ file }: { file: string }) {
    this.#file = file;
  }

  onBegin(_config: FullConfig, suite: Suite) {
    this.#write = startReport(this.#file);
    for (const test of suite.allTests()) {
      const { id, title } = test;
      const file = relativeToHere(test.location.file);
      // The titles of the root, the project and the file stand before those of the groups.
      const groups = test.titlePath().slice(3, -1);
      this.#write({ kind: "planned", test: { id, runner: "playwright", file, groups, title } });
    }
  }

  onTestEnd(test: TestCase, { status, errors }: TestResult) {
    const skips = test.annotations.filter(({ type }) => type === "skip" || type === "fixme");
    const reasons = skips.map(({ description = "" }) => description).join(", ");
    const wrong = errors.map((error) => error.stack ?? error.message).join("\n");
    const asExpected = status === test.expectedStatus ? "passed" : "failed";
    const end: TestEnd =
      status === "skipped"
        ? { id: test.id, status, message: reasons }
        : { id: test.id, status: asExpected, message: wrong };
    this.#write({ kind: "end", end });
  }

  printsToStdio() {
    return false;
  }
}
