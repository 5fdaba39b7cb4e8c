import type { Reporter, TestCase, TestModule, TestSpecification } from "vitest/node";
import { relativeToHere, startReport, type TestEnd } from "./test-lines.ts";

type Parent = TestCase["parent"];

/** Vitest's reporter of lines. */
export class VitestLines implements Reporter {
  readonly #file: string;
  #write: ReturnType<typeof startReport> = () => undefined;

  constructor(file: string) {
    this.#file = file;
  }

  onTestRunStart(specifications: readonly TestSpecification[]) {
    this.#write = startReport(this.#file);
    for (const { moduleId } of specifications) {
      this.#write({ kind: "file", file: relativeToHere(moduleId) });
    }
  }

  onTestModuleCollected(module: TestModule) {
    for (const test of module.children.allTests()) {
      const { id, name: title } = test;
      const file = relativeToHere(module.moduleId);
      const groups = groupsOf(test.parent);
      this.#write({ kind: "planned", test: { id, runner: "vitest", file, groups, title } });
    }
  }

  onTestCaseResult(test: TestCase) {
    const end = endOf(test);
    if (end) this.#write({ kind: "end", end });
  }

  /** A file that fails outside its tests (an import, a beforeAll) may have skipped every test, or hold none at all. */
  onTestModuleEnd(module: TestModule) {
    const tests = [...module.children.allTests()];
    for (const test of tests) if (test.result().state === "skipped") this.onTestCaseResult(test);
    const failed = tests.some((test) => test.result().state === "failed");
    if (module.state() !== "failed" || failed) return;
    const suites = [...module.children.allSuites()];
    const errors = [module, ...suites].flatMap((part) => part.errors());
    const id = `${module.id} itself`;
    const file = relativeToHere(module.moduleId);
    const test = { id, runner: "vitest" as const, file, groups: [], title: "the file itself" };
    this.#write({ kind: "planned", test });
    this.#write({ kind: "end", end: { id, status: "failed", message: messageOf(errors) } });
  }
}

function groupsOf(parent: Parent): string[] {
  return parent.type === "suite" ? [...groupsOf(parent.parent), parent.name] : [];
}

function endOf(test: TestCase): TestEnd | undefined {
  const result = test.result();
  if (result.state === "pending") return undefined;
  const message = result.state === "skipped" ? (result.note ?? "") : messageOf(result.errors ?? []);
  return { id: test.id, status: result.state, message };
}

const messageOf = (errors: readonly { message: string; stack?: string }[]) =>
  errors.map(({ message, stack }) => stack ?? message).join("\n");
